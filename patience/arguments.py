"""Runtime checks of arguments of the public API against their annotations."""

from __future__ import annotations

import functools
import inspect
import types
from collections.abc import Callable, Mapping
from itertools import islice
from numbers import Integral, Real
from typing import Any, ParamSpec, TypeVar, Union, get_args, get_origin, get_type_hints

from patience.errors import ArgumentError, shown

P = ParamSpec("P")
R = TypeVar("R")

# Example arguments for error messages, by class.
_EXAMPLES = {
    "Board": "Board(read_grid(file).grid)",
    "Conventions": "Conventions(no_foreign=True)",
    "Frame": "Frame(9, 7)",
    "Grid": "Grid.parse(text)",
    "Lexicon": 'load_lexicon("fr")',
    "Limits": "Limits(seconds=60)",
    "Observer": "an object of a subclass",
    "Puzzle": 'Puzzle(tile_set("diamino-63"), Frame(9, 7))',
    "Rules": "Rules(distinct_words=True)",
    "TileSet": 'tile_set("diamino-63")',
}
_UNIONS = (Union, types.UnionType)
_FIRST = 20  # items looked at: a set may hold a whole dictionary
_NUMBERS = {int: Integral, float: Real}
_NAMES = {
    bool: "True or False",
    float: "a number",
    int: "a whole number",
    str: "a text",
    type(None): "None",
}


def checked_arguments(function: Callable[P, R]) -> Callable[P, R]:
    """Check the arguments of a function against its annotations on every call.

    Raises
    ------
    ArgumentError
        By the decorated function. It names the argument, the value and what is expected.
    """
    signature = inspect.signature(function)
    named = {n for n, x in signature.parameters.items() if x.kind is not x.VAR_KEYWORD}

    @functools.wraps(function)
    def with_check(*args: P.args, **kwargs: P.kwargs) -> R:
        try:
            given = signature.bind(*args, **kwargs).arguments
        except TypeError:  # an argument that is missing or unknown: Python names the function
            return function(*args, **kwargs)
        hints = _hints(function)
        for name in [each for each in given if each in named and each in hints]:
            _check(function.__qualname__, name, given[name], hints[name])
        return function(*args, **kwargs)

    return with_check


def check_fields(value: Any) -> None:
    """Check the fields of a dataclass against their annotations.

    Raises
    ------
    ArgumentError
        As by functions decorated with `checked_arguments`.
    """
    for name, hint in _hints(value.__class__).items():
        _check(value.__class__.__name__, name, getattr(value, name), hint)


@functools.cache
def _hints(of: Any) -> dict[str, Any]:
    return get_type_hints(of)


def _check(owner: str, name: str, value: object, hint: Any) -> None:
    if _fits(value, hint):
        return
    origin, inside = _parts(hint)
    choices = inside if origin in _UNIONS else (hint,)
    *most, last = map(_named, choices)
    wanted = f"{', '.join(most)} or {last}" if most else last
    examples = [_EXAMPLES[x.__name__] for x in choices if getattr(x, "__name__", "") in _EXAMPLES]
    such_as = f", such as {examples[0]}" if examples else ""
    raise ArgumentError(f"{owner}: {name} is {shown(value)}; give {wanted}{such_as}")


@functools.cache
def _parts(hint: Any) -> tuple[Any, tuple[Any, ...]]:
    return get_origin(hint), get_args(hint)


def _fits(value: object, hint: Any) -> bool:
    """Tell whether a value matches an annotation; only a collection's first items are checked."""
    if type(value) is hint:  # fast path: grids are created by the thousand
        return True
    origin, inside = _parts(hint)
    if origin in _UNIONS:
        return any(_fits(value, each) for each in inside)
    if origin is None:
        kind = _NUMBERS.get(hint, hint)
        is_number = hint in _NUMBERS and isinstance(value, bool)  # True is no number here
        return hint is Any or (isinstance(value, kind) and not is_number)
    if not isinstance(value, origin) or isinstance(value, str):  # a str is no sequence here
        return False
    if origin is tuple and inside[-1] is not ...:
        return len(value) == len(inside) and all(map(_fits, value, inside))
    items = value if isinstance(value, (list, tuple, set, frozenset)) else ()
    return all(_fits(each, inside[0]) for each in islice(items, _FIRST))


def _named(hint: Any) -> str:
    """Describe an annotation for an error message."""
    origin, inside = _parts(hint)
    if origin is None:
        article = "an" if hint.__name__[0] in "AEIOU" else "a"
        return _NAMES.get(hint) or f"{article} {hint.__name__}"
    if origin is tuple and inside[-1] is not ...:
        return f"a tuple of {' and '.join(map(_named, inside))}"
    of = {Mapping: "a mapping", tuple: "a tuple"}.get(origin, "a set or list")
    return f"{of} of {_named(inside[0]).removeprefix('a ').removeprefix('an ')}s"
