"""Numba as rules need it. By itself it optimises every function and makes machine code of it, and does so again in
every function that calls it, once for each type that an argument can have.

Here only a door is optimised, together with all the rules that it calls; a rule takes every integer as an int64; and an
index is never negative. This uses what Numba keeps to itself, so `jit` asks for this module only where it was tested
with that Numba.
"""

from __future__ import annotations

import functools
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


class Typing:
    """Numba's, which resolves a call with the same types only once; the most of it are operators on integers."""

    def __init__(self, context: Any) -> None:
        self._context = context
        self._known: dict[Any, Any] = {}

    def __getattr__(self, name: str) -> Any:
        return getattr(self._context, name)

    def resolve_function_type(self, function: Any, args: Any, kws: Any) -> Any:
        function = self._context._lookup_global(function) or function  # operators come as they are
        if kws or not isinstance(function, types.Function):
            return self._context.resolve_function_type(function, args, kws)
        is_about_values = any(each.prefer_literal for each in function.templates)
        key = function, *(args if is_about_values else map(types.unliteral, args))
        if key not in self._known:
            self._known[key] = self._context.resolve_function_type(function, key[1:], kws)
        return self._known[key]


_typing = functools.cache(Typing)  # one for each of Numba's


@register_pass(mutates_CFG=False, analysis_only=True)
class InferTypes(typed_passes.NopythonTypeInference):  # type: ignore[misc]
    _name = "infer_types"

    def run_pass(self, state: Any) -> bool:
        context = state.typingctx
        state.typingctx = _typing(context)
        try:
            return bool(super().run_pass(state))
        finally:
            state.typingctx = context


@register_pass(mutates_CFG=False, analysis_only=True)
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
    InferTypes,
    typed_passes.PreLowerStripPhis,
    typed_passes.NoPythonSupportedFeatureValidation,
    typed_passes.IRLegalization,
    typed_passes.AnnotateTypes,
    LowerRule,
    typed_passes.NoPythonBackend,
)


class RuleFlags(compiler.Flags):  # type: ignore[misc]
    """Told from others by what is set in them, not by all that could be: Numba does it ten thousand times."""

    def __hash__(self) -> int:
        return len(self._values)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, RuleFlags) and bool(self._values == other._values)


class RuleCompiler(compiler.CompilerBase):  # type: ignore[misc]
    """Without the steps for what rules do not have: closures, arrays as values, raised errors, `with`."""

    def __init__(
        self, typing: Any, target: Any, library: Any, args: Any, return_type: Any, flags: Any, locals_: Any
    ) -> None:
        super().__init__(typing, target, library, args, return_type, RuleFlags(flags), locals_)

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
    def compile(self, signature: Any) -> Any:
        known = self.overloads.get(signature) if isinstance(signature, tuple) else None
        return super().compile(signature) if known is None else known.entry_point

    def get_call_template(self, args: Iterable[Any], kws: Any) -> Any:
        return super().get_call_template(tuple(_widened(each) for each in args), kws)


def njit(f: Any, **options: Any) -> Any:
    """Like Numba's."""
    return RuleDispatcher(
        f, targetoptions={"nopython": True, "boundscheck": None, **options}, pipeline_class=RuleCompiler
    )
