"""Settings: what a bot can be told when it is named, as its constructor declares it."""

import inspect
import math
from collections.abc import Callable
from dataclasses import dataclass
from types import UnionType
from typing import Annotated, Any, Union, get_args, get_origin, get_type_hints

from sobremesa.core.errors import InvalidSetting, UnknownSetting
from sobremesa.core.words import Phrase

SWITCH = {"on": True, "true": True, "off": False, "false": False}


@dataclass(frozen=True)
class Within:
    """This is the bounds of a setting that is a number, both possible: `Annotated[float, Within(0, 1)]`."""

    low: float
    high: float


@dataclass(frozen=True)
class Instead:
    """This is a setting that stands in place of another: only one of the two can be given."""

    other: str


def read(bot: str, make: Callable[..., object], text: str, usual: str = "") -> dict[str, Any]:
    """This reads settings given as name=value,name=value for whatever makes a bot; the last of one name counts.

    Usual settings hold unless they, or what stands in their place, are given.

    >>> def make(*, seconds: Annotated[float, Within(0.1, 60)] = 1.0, is_bold: bool = False) -> None: ...
    >>> read("mine", make, "seconds=0.5,is_bold=on")
    {'seconds': 0.5, 'is_bold': True}
    """
    chosen = _read_pairs(bot, declared(make), text)
    excluded = _excluded(make, chosen)
    for name, other in excluded.items():
        if name in chosen:
            expected = Phrase("settings.alone", other=other)
            raise InvalidSetting(bot=bot, setting=name, expected=expected, given=repr(str(chosen[name])))
    before = _read_pairs(bot, declared(make), usual)
    return {name: value for name, value in before.items() if name not in excluded} | chosen


def _read_pairs(bot: str, known: dict[str, Any], text: str) -> dict[str, Any]:
    chosen = {}
    for pair in filter(None, map(str.strip, text.split(","))):
        name, equals, value = pair.partition("=")
        if not equals:
            raise InvalidSetting(bot=bot, setting=repr(pair), expected=Phrase("settings.pair"), given=repr(pair))
        if name not in known:
            raise UnknownSetting(bot=bot, expected=tuple(known) or Phrase("settings.none"), given=repr(name))
        chosen[name] = _read_value(bot, name, known[name], value)
    return chosen


def _excluded(make: Callable[..., object], chosen: dict[str, Any]) -> dict[str, str]:
    """The settings that cannot be given beside those that are chosen, each with the one that stands in its place."""
    pairs = [
        (name, note.other)
        for name, hint in declared(make).items()
        if get_origin(hint) is Annotated
        for note in get_args(hint)
        if isinstance(note, Instead)
    ]
    return {left: kept for one, two in pairs for kept, left in ((one, two), (two, one)) if kept in chosen}


def declared(make: Callable[..., object]) -> dict[str, Any]:
    """This is the settings that a constructor declares, each with its type; without one, that of its default."""
    hints = get_type_hints(make.__init__ if isinstance(make, type) else make, include_extras=True)  # type: ignore[misc]
    kinds = (inspect.Parameter.POSITIONAL_OR_KEYWORD, inspect.Parameter.KEYWORD_ONLY)
    parameters = [each for each in inspect.signature(make).parameters.values() if each.kind in kinds]
    return {each.name: hints.get(each.name, _type_of(each.default)) for each in parameters}


def _type_of(default: object) -> type:
    return str if default is inspect.Parameter.empty or default is None else type(default)


def _read_value(bot: str, name: str, hint: Any, text: str) -> Any:
    kind, bounds = _kind(hint)
    expected = _expected(kind, bounds)
    try:
        value = SWITCH[text.lower()] if kind is bool else kind(text)
    except (KeyError, ValueError) as fault:
        raise InvalidSetting(bot=bot, setting=name, expected=expected, given=repr(text)) from fault
    low, high = (bounds.low, bounds.high) if bounds else (-math.inf, math.inf)
    if kind in (int, float) and not (low <= value <= high and math.isfinite(value)):
        raise InvalidSetting(bot=bot, setting=name, expected=expected, given=repr(text))
    return value


def _kind(hint: Any) -> tuple[type, Within | None]:
    """This is what a type is for somebody who types it: whole, number, switch or else a text; and its bounds."""
    if get_origin(hint) is Annotated:
        inner, *notes = get_args(hint)
        kind, bounds = _kind(inner)
        return kind, next((note for note in notes if isinstance(note, Within)), bounds)
    if get_origin(hint) in (Union, UnionType):
        return _kind(next(part for part in get_args(hint) if part is not type(None)))
    return hint if hint in (bool, int, float) else str, None


def _expected(kind: type, bounds: Within | None) -> Phrase:
    if kind in (int, float):
        name = "whole" if kind is int else "number"
        return Phrase(f"settings.{name}_within", **vars(bounds)) if bounds else Phrase(f"settings.{name}")
    return Phrase("settings.switch" if kind is bool else "settings.text")
