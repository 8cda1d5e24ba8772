"""Numba as rules need it. By itself it optimises every function and makes machine code of it, and does so again in
every function that calls it, once for each type that an argument can have.

Here only a door is optimised, together with all the rules that it calls; a rule takes every integer as an int64; and an
index is never negative. This uses what Numba keeps to itself, so `jit` asks for this module only where it was tested
with that Numba.
"""

from __future__ import annotations

import importlib
from collections.abc import Iterable
from typing import Any

from numba import _dynfunc
from numba.core import codegen, compiler, lowering, registry, typed_passes, untyped_passes
from numba.core.compiler_machinery import register_pass

types: Any = importlib.import_module("numba.core.types")  # its own stubs lack what is used here
LEVEL = 1  # rules are branches on small numbers: from 2 on they take longer to compile and run no faster


class RuleLibrary(codegen.JITCodeLibrary):  # type: ignore[misc]
    def _optimize_functions(self, module: Any) -> None:
        module.data_layout = self._codegen._data_layout
        for f in module.functions:
            if not f.is_declaration:
                passes, builder = self._codegen._function_pass_manager(opt=LEVEL)
                passes.run(f, builder)


class PartLibrary(RuleLibrary):
    """A rule that only rules call: tidied, and kept to be linked into doors."""

    def finalize(self) -> None:
        self._finalized = True


class DoorLibrary(RuleLibrary):
    """A rule that Python calls, with all the rules that it calls in turn."""

    def finalize(self) -> None:
        # callers first: what nobody calls yet when it is linked is left out
        self._linking_libraries = list(reversed(_visit(self, {})))
        super().finalize()

    def _optimize_final_module(self) -> None:
        passes, builder = self._codegen._module_pass_manager(opt=LEVEL)
        passes.run(self._final_module, builder)


def _visit(library: Any, seen: dict[Any, None]) -> dict[Any, None]:
    """Everything that a library calls, each after all that it calls in turn."""
    for each in library._linking_libraries:
        if each not in seen:
            if isinstance(each, PartLibrary):
                _visit(each, seen)
            seen[each] = None
    return seen


def _from_zero(index: Any) -> Any:
    """The type of an index that is never negative, so that nothing is done for one that counts from the end."""
    if isinstance(index, types.BaseTuple):
        return types.BaseTuple.from_types([_from_zero(each) for each in index])
    return types.uint64 if isinstance(types.unliteral(index), types.Integer) else index


def _with_index_from_zero(signature: Any) -> Any:
    base, index, *rest = signature.args
    if not isinstance(base, types.Array):
        return signature
    return signature.replace(args=(base, _from_zero(index), *rest))


class Lower(lowering.Lower):  # type: ignore[misc]
    def lower_getitem(self, result: Any, expr: Any, value: Any, index: Any, signature: Any) -> Any:
        return super().lower_getitem(result, expr, value, index, _with_index_from_zero(signature))

    def lower_setitem(self, target: Any, index: Any, value: Any, signature: Any) -> Any:
        return super().lower_setitem(target, index, value, _with_index_from_zero(signature))


@register_pass(mutates_CFG=True, analysis_only=False)
class LowerRule(typed_passes.NativeLowering):  # type: ignore[misc]
    _name = "lower_rule"

    @property
    def lowering_class(self) -> Any:
        return Lower

    def run_pass(self, state: Any) -> bool:
        codegen, name = state.targetctx.codegen(), state.func_id.func_qualname
        if not state.flags.no_cpython_wrapper:
            state.library = DoorLibrary(codegen, name)
            state.library.enable_object_caching()
            return bool(super().run_pass(state))
        state.library = PartLibrary(codegen, name)
        state.flags.no_compile = True
        super().run_pass(state)
        rule, env = state.cr.fndesc, state.cr.env
        # what callers know it by; it leads nowhere
        handle = _dynfunc.make_function(rule.lookup_module(), name, "", 0, env, (state.library,))
        state.targetctx.insert_user_function(handle, rule, [state.library])
        state.cr = state.cr._replace(cfunc=handle)
        return True


STEPS = (
    untyped_passes.TranslateByteCode,
    untyped_passes.FixupArgs,
    untyped_passes.IRProcessing,
    untyped_passes.ReconstructSSA,
    typed_passes.NopythonTypeInference,
    typed_passes.PreLowerStripPhis,
    typed_passes.NoPythonSupportedFeatureValidation,
    typed_passes.IRLegalization,
    typed_passes.AnnotateTypes,
    LowerRule,
    typed_passes.NoPythonBackend,
)


class RuleCompiler(compiler.CompilerBase):  # type: ignore[misc]
    """Without the steps for what rules do not have: closures, arrays as values, raised errors, `with`."""

    def define_pipelines(self) -> list[Any]:
        passes = compiler.PassManager("rule")
        for step in STEPS:
            passes.add_pass(step, step._name)
        passes.finalize()
        return [passes]


def _widened(kind: Any) -> Any:
    """int64 for any integer that is not yes or no: the type that Python's own come with."""
    plain = types.unliteral(kind)
    is_small = isinstance(plain, types.Integer) and plain.bitwidth < 64
    return types.int64 if is_small or isinstance(plain, types.IntEnumMember) else plain


class RuleDispatcher(registry.CPUDispatcher):  # type: ignore[misc]
    def get_call_template(self, args: Iterable[Any], kws: Any) -> Any:
        return super().get_call_template(tuple(_widened(each) for each in args), kws)


def njit(f: Any, **options: Any) -> Any:
    """Like Numba's."""
    return RuleDispatcher(
        f, targetoptions={"nopython": True, "boundscheck": None, **options}, pipeline_class=RuleCompiler
    )
