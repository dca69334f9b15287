"""Arguments of the public API, as their annotations say: what means the same is converted.

Numbers of numpy become Python's, any iterable the set or tuple that is meant, and a path the text
of a name that may be a file.
"""

from __future__ import annotations

import functools
import inspect
import operator
import os
import types
from collections.abc import Callable, Collection, Container, Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from numbers import Real
from pathlib import Path
from typing import (
    Annotated,
    Any,
    ParamSpec,
    TypeVar,
    Union,
    get_args,
    get_origin,
    get_type_hints,
)

from patience.errors import ArgumentError, shown, unknown

P = ParamSpec("P")
R = TypeVar("R")
T = TypeVar("T")

#: A name, or a file: a path is taken as its text.
NameOrFile = Annotated[str, Path]

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
_NAMES = {
    bool: "True or False",
    float: "a number",
    int: "a whole number",
    str: "a text",
    type(None): "None",
    NameOrFile: "a text or a Path",
}


class _Unfit(Exception):
    """A value that an annotation does not allow."""


def checked_arguments(function: Callable[P, R]) -> Callable[P, R]:
    """Check and convert the arguments of a function by its annotations on every call.

    Raises
    ------
    ArgumentError
        By the decorated function. It names the argument, the value and what is expected; an
        argument that is unknown, missing or too many is named too.
    """
    signature = inspect.signature(function)
    named = {n for n, x in signature.parameters.items() if x.kind is not x.VAR_KEYWORD}

    @functools.wraps(function)
    def with_check(*args: P.args, **kwargs: P.kwargs) -> R:
        try:
            bound = signature.bind(*args, **kwargs)
        except TypeError:
            raise ArgumentError(_misfit(function, args, kwargs)) from None
        given, hints = bound.arguments, _hints(function)
        for name in [each for each in given if each in named and each in hints]:
            given[name] = _taken(function.__qualname__, name, given[name], hints[name])
        return function(*bound.args, **bound.kwargs)

    return with_check


def named_arguments(kind: type[T]) -> type[T]:
    """Have a dataclass name arguments that are unknown, missing or too many.

    Raises
    ------
    ArgumentError
        By the constructor.
    """
    make: Callable[..., None] = kind.__init__

    @functools.wraps(make)
    def with_check(self: Any, *args: Any, **kwargs: Any) -> None:
        try:
            make(self, *args, **kwargs)
        except TypeError:
            if wrong := _misfit(make, (self, *args), kwargs):
                raise ArgumentError(wrong) from None
            raise

    kind.__init__ = with_check  # type: ignore[method-assign]
    return kind


def check_fields(value: Any) -> None:
    """Check and convert the fields of a dataclass by their annotations.

    Raises
    ------
    ArgumentError
        As by functions decorated with `checked_arguments`.
    """
    for name, hint in _hints(value.__class__).items():
        given = getattr(value, name)
        taken = _taken(value.__class__.__name__, name, given, hint)
        if taken is not given:
            object.__setattr__(value, name, taken)


@functools.cache
def _hints(of: Any) -> dict[str, Any]:
    return get_type_hints(of, include_extras=True)


@functools.cache
def _parts(hint: Any) -> tuple[Any, tuple[Any, ...]]:
    return get_origin(hint), get_args(hint)


def _misfit(function: Callable[..., Any], args: Sequence[Any], given: Mapping[str, Any]) -> str:
    """Say in a sentence why arguments do not suit a function; empty if they do."""
    owner = function.__qualname__.removesuffix(".__init__")
    takes = inspect.signature(function).parameters.values()
    named = [x for x in takes if x.name not in {"self", "cls"}]
    behind = len(takes) - len(named)
    placed = [x.name for x in named if x.kind is x.POSITIONAL_OR_KEYWORD]
    laid = placed[: len(args) - behind]
    for name in given:
        if name not in {x.name for x in named}:
            return f"{owner}: {unknown('argument', name, [x.name for x in named])}"
        if name in laid:
            return f"{owner}: {name} is given twice, by its place and by its name"
    if len(args) - behind > len(placed):
        most = f"at most {len(placed)} by their place ({', '.join(placed)})"
        return f"{owner}: {len(args) - behind} arguments without a name; give {most}"
    for each in named:
        if each.default is each.empty and each.name not in {*laid, *given}:
            return f"{owner}: {each.name} is missing; give {_wanted(_hints(function)[each.name])}"
    return ""


def _taken(owner: str, name: str, value: object, hint: Any) -> Any:
    """Return a value as an annotation wants it, or raise ArgumentError."""
    try:
        return _fitted(value, hint)
    except _Unfit:
        pass
    raise ArgumentError(f"{owner}: {name} is {shown(value)}; give {_wanted(hint)}")


def _wanted(hint: Any) -> str:
    """Describe what an annotation allows, with an example where there is one."""
    origin, inside = _parts(hint)
    choices = inside if origin in _UNIONS else (hint,)
    *most, last = map(_named, choices)
    wanted = f"{', '.join(most)} or {last}" if most else last
    examples = [_EXAMPLES[x.__name__] for x in choices if getattr(x, "__name__", "") in _EXAMPLES]
    return wanted + (f", such as {examples[0]}" if examples else "")


def _fitted(value: Any, hint: Any) -> Any:
    """Return a value as an annotation wants it, the same object if it can be."""
    if type(value) is hint:  # most are, and grids are made by the thousand
        return value
    origin, inside = _parts(hint)
    if origin in _UNIONS:
        return _fitted_to_one(value, inside)
    if origin is Annotated:
        is_path = isinstance(value, os.PathLike)
        return os.fsdecode(value) if is_path else _fitted(value, inside[0])
    take: Callable[..., Any] = _TAKE.get(origin or hint, _instance)
    return take(value, origin or hint, *inside)


def _fitted_to_one(value: Any, hints: Iterable[Any]) -> Any:
    for hint in hints:
        try:
            return _fitted(value, hint)
        except _Unfit:
            continue
    raise _Unfit


def _items(value: Any, *but: type) -> tuple[Any, ...]:
    """Return the items of any iterable `but` some; a text is none."""
    if isinstance(value, Iterable) and not isinstance(value, (str, bytes, *but)):
        return tuple(value)
    raise _Unfit


def _are(items: Iterable[Any], kind: Any) -> bool:
    """Tell quickly whether all items are of the very class that is wanted, as most are."""
    return set(map(type, items)) <= {kind}


def _tuple(value: Any, _: Any, *hints: Any) -> tuple[Any, ...]:
    if type(value) is tuple and hints[-1] is ... and _are(value, hints[0]):
        return value
    items = _items(value, AbstractSet, Mapping)
    if hints[-1] is ...:
        hints = hints[:1] * len(items)
    if len(items) != len(hints):
        raise _Unfit
    fitted = tuple(map(_fitted, items, hints))
    return items if all(map(operator.is_, fitted, items)) else fitted


def _set(value: Any, _: Any, hint: Any) -> AbstractSet[Any]:
    items = _items(value, Mapping)
    return frozenset(_fitted(item, hint) for item in items)


def _collection(value: Any, kind: Any, hint: Any) -> Any:
    """Return a collection as it is, and any other iterable as a tuple; the items are only checked.

    Arrays and the like are no collections: they look for something else `in` them.
    """
    foreign = not isinstance(value, Collection) or hasattr(value, "__array__")
    if foreign and isinstance(value, Iterable):
        value = _items(value)
    _instance(value, kind)
    if isinstance(value, (list, tuple, set, frozenset)):  # a lexicon has been checked
        for item in () if _are(value, hint) else value:
            _fitted(item, hint)
    elif isinstance(value, (str, bytes)):
        raise _Unfit
    return value


def _instance(value: Any, kind: Any, *_: Any) -> Any:
    if kind is Any or isinstance(value, kind):
        return value
    raise _Unfit


def _text(value: Any, _: Any) -> str:
    if isinstance(value, str):
        return str(value) if hasattr(value, "dtype") else value  # of numpy
    raise _Unfit


def _whole(value: Any, _: Any) -> int:
    if isinstance(value, bool):  # True is no number here
        raise _Unfit
    try:
        return operator.index(value)
    except TypeError:
        raise _Unfit from None


def _number(value: Any, _: Any) -> float:
    if isinstance(value, bool) or not isinstance(value, Real):
        raise _Unfit
    try:
        return float(value)
    except OverflowError:  # a whole number beyond all others
        raise _Unfit from None


def _truth(value: Any, _: Any) -> bool:
    of_numpy = getattr(value, "shape", None) == () and str(value.dtype) == "bool"
    if isinstance(value, bool) or of_numpy:
        return bool(value)
    raise _Unfit


def _path(value: Any, _: Any) -> Path:
    if isinstance(value, (str, os.PathLike)):
        return Path(value)
    raise _Unfit


_TAKE: dict[Any, Callable[..., Any]] = {
    bool: _truth,
    float: _number,
    int: _whole,
    str: _text,
    Path: _path,
    tuple: _tuple,
    AbstractSet: _set,
    Collection: _collection,
    Container: _collection,
    Iterable: _collection,
}


def _named(hint: Any) -> str:
    """Describe an annotation for an error message."""
    origin, inside = _parts(hint)
    if hint in _NAMES:
        return _NAMES[hint]
    if origin is None:
        article = "an" if hint.__name__[0] in "AEIOU" else "a"
        return f"{article} {hint.__name__}"
    if origin is tuple and inside[-1] is not ...:
        return f"a tuple of {' and '.join(map(_named, inside))}"
    of = {Mapping: "a mapping", tuple: "a list or tuple"}.get(origin, "a set or list")
    return f"{of} of {_named(inside[0]).removeprefix('a ').removeprefix('an ')}s"
