"""One source, three modes. Numba is imported here, and only when something is to be compiled.

`@rule` marks a function that must mean the same in plain Python, on the CPU and on CUDA; it changes nothing about it,
so plain mode is Python itself. `compiled(f)` is the same function through Numba, with every rule that it calls compiled
likewise. `bind` gives a loop that is written once the rules of one game.
"""

from __future__ import annotations

import contextlib
import enum
import gc
import hashlib
import os
import pathlib
import sys
import threading
import types
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, TypeVar, cast

F = TypeVar("F", bound=Callable[..., Any])

LEAN = ("0.68",)  # series of Numba whose inside `lean` was tested with
FEW = 2  # with more callers nothing runs quicker

_made: dict[types.FunctionType, Any] = {}
_lock = threading.RLock()


def rule(f: F) -> F:
    """Mark a function as part of the rules: plain Python that Numba can compile too."""
    f.__is_rule__ = True  # type: ignore[attr-defined]
    return f


def is_rule(f: object) -> bool:
    return getattr(f, "__is_rule__", False) is True


def bind(driver: F, rules: Mapping[str, Any], name: str) -> F:
    """The driver with these rules for its globals: a rule of its own, with its own place in the cache."""
    plain = cast(types.FunctionType, driver)
    bound = types.FunctionType(plain.__code__, {**plain.__globals__, **rules}, plain.__name__, plain.__defaults__)
    bound.__qualname__ = f"{name}.{plain.__name__}"
    bound.__module__ = plain.__module__
    bound.__doc__ = plain.__doc__
    return rule(cast(F, bound))


def _reached(f: types.FunctionType) -> Iterable[tuple[str, Any]]:
    """The globals that a function names, inner functions included."""
    codes = [f.__code__]
    while codes:
        code = codes.pop()
        codes += [c for c in code.co_consts if isinstance(c, types.CodeType)]
        for name in code.co_names:
            if name in f.__globals__:
                yield name, f.__globals__[name]


def door(f: F) -> F:
    """Mark a rule that Python calls too, so that it is compiled with a way in; the others are leaner without."""
    f.__is_door__ = True  # type: ignore[attr-defined]
    return f


def inlined(f: F) -> F:
    """Mark a rule that loops call for every decision: it is compiled into them, which saves a third of their time."""
    f.__is_inlined__ = True  # type: ignore[attr-defined]
    return f


def dispatcher(f: Callable[..., Any]) -> Any:
    """Numba's dispatcher for a rule: the same code, in a namespace where the rules that it calls are dispatchers."""
    plain = cast(types.FunctionType, f)
    with _lock:
        is_door = getattr(plain, "__is_door__", False)
        if plain not in _made or (is_door and not _made[plain].is_door):
            space: dict[str, Any] = {"__builtins__": __builtins__, "__name__": plain.__module__}
            twin = types.FunctionType(plain.__code__, space, plain.__name__, plain.__defaults__)
            twin.__qualname__, twin.__module__ = plain.__qualname__, plain.__module__
            options = {
                "error_model": "numpy",
                "nogil": True,
                "no_cfunc_wrapper": True,
                "no_cpython_wrapper": not is_door,
                "forceinline": getattr(plain, "__is_inlined__", False),
                "_nrt": False,  # rules make no arrays, so nothing counts who holds which
            }
            _made[plain] = _njit(twin, **options)
            _made[plain].is_door = is_door
            for name, value in _reached(plain):
                space[name] = dispatcher(value) if is_rule(value) else value
        return _made[plain]


def _njit(f: Callable[..., Any], **options: Any) -> Any:
    import numba

    series = ".".join(numba.__version__.split(".")[:2])
    if series in LEAN:
        from chapterhouse.kernel import lean

        return lean.njit(f, **options)
    return cast(Any, numba).njit(**options)(f)


def is_simulated() -> bool:
    """Whether CUDA is Numba's simulator, which runs plain Python."""
    import numba

    config: Any = numba.config
    return bool(config.ENABLE_CUDASIM)


def _all_rules(functions: Iterable[Callable[..., Any]]) -> set[types.FunctionType]:
    """These rules and all that they call."""
    todo, seen = [cast(types.FunctionType, f) for f in functions], set[types.FunctionType]()
    while todo:
        f = todo.pop()
        if f not in seen:
            seen.add(f)
            todo += [v for _, v in _reached(f) if is_rule(v)]
    return seen


def seldom_called(functions: Iterable[Callable[..., Any]]) -> set[types.FunctionType]:
    """Of these rules and all that they call, those that no more than FEW others call."""
    rules = _all_rules(functions)
    callers = Counter(g for f in rules for g in {value for _, value in _reached(f) if is_rule(value)})
    return {f for f in rules if callers[f] <= FEW}


def sources(functions: Iterable[Callable[..., Any]]) -> list[pathlib.Path]:
    """The files of these rules and of all that they call, sorted."""
    return sorted({pathlib.Path(f.__code__.co_filename) for f in _all_rules(functions)})


def constants(functions: Iterable[Callable[..., Any]]) -> list[str]:
    """What these rules and all that they call hold of constants, each as `where name = value`, sorted. Numba compiles
    the values in, wherever they were imported from or reckoned; a rule made of a table has them in its code."""
    names = set[str]()
    for f in _all_rules(functions):
        where = f"{f.__module__}.{f.__qualname__}"
        names.add(f"{where} = {f.__code__.co_code.hex()} {[_spelt(each) for each in f.__code__.co_consts]}")
        names |= {f"{where} {name} = {_spelt(value)}" for name, value in _reached(f) if not is_rule(value)}
    return sorted(names)


def _spelt(value: Any) -> str:
    """A constant in words that are the same in every process."""
    if isinstance(value, enum.EnumMeta):
        return repr([(member.name, member.value) for member in value])  # type: ignore[var-annotated]
    if isinstance(value, types.ModuleType | types.CodeType | type) or callable(value):
        return f"{getattr(value, '__module__', '')}.{getattr(value, '__name__', '')}"
    if hasattr(value, "dtype"):
        return f"{value.dtype} {value.tolist()}"
    return repr(value)


def cache_folder(functions: Iterable[Callable[..., Any]]) -> pathlib.Path:
    """Where the compiled rules are kept: keyed by every source file, every constant, Python, Numba and its flags.

    Numba itself looks only at the caller's own file, and would run old rules after a change in another.
    """
    import numba

    config: Any = numba.config
    functions = list(functions)
    digest = hashlib.sha256()
    own = pathlib.Path(__file__)
    for path in [*sources(functions), own, own.with_name("lean.py")]:
        digest.update(path.name.encode() + b"\0" + path.read_bytes())
    digest.update("\n".join(constants(functions)).encode())
    flags = f"{numba.__version__} {sys.version} {bool(config.BOUNDSCHECK)} {config.OPT}"
    digest.update(flags.encode())
    home = os.environ.get("CHAPTERHOUSE_CACHE") or pathlib.Path.home() / ".cache" / "chapterhouse"
    return pathlib.Path(home) / digest.hexdigest()[:16]


@contextlib.contextmanager
def _garbage_kept() -> Iterator[None]:
    """The compiler makes millions of objects and few cycles: to look for these takes a tenth of its time."""
    was_collecting = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_collecting:
            gc.enable()


def compiled(f: F, *arguments: Any, folder: pathlib.Path | None = None) -> F:
    """The rule through Numba, ready for arguments of these types; kept in `folder` for the next process."""
    import numba

    with _lock:
        rule = dispatcher(door(f))
        if folder is not None and not getattr(rule, "is_kept", False):
            folder.mkdir(parents=True, exist_ok=True)
            config: Any = numba.config
            config.CACHE_DIR = str(folder)
            rule.enable_caching()
            rule.is_kept = True
        typeof: Any = numba.typeof
        with _garbage_kept():
            rule.compile(tuple(typeof(a) for a in arguments))
        return cast(F, rule)
