"""Positions: tables as JSON, refused with every fault named at once."""

from collections.abc import Sequence
from itertools import islice, product
from typing import Any

from sobremesa.core.errors import InvalidOption, InvalidPosition, InvalidSeats, OptionSeats, UnknownOption
from sobremesa.core.game import Game, find
from sobremesa.core.notation import Reader
from sobremesa.core.words import Phrase

MAX_MEANINGS = 100
"""How many meanings of a position whose settings cannot be are tried, to tell what else is wrong with it."""


def position_of(game: Game, t: Any) -> dict[str, Any]:
    """This is a table as JSON."""
    head = {"game": game.name} | game.seating.write(t) | {"options": game.options_of(t)}
    return head | game.notation.position_of(t)


def table_of(data: object, version: int | None = None) -> tuple[Game, Any]:
    """This is the game of a position, and its table; what cannot be is refused with all its reasons.

    A position in a record was written under the record's version of the rules, any other under the current one.
    """
    if not isinstance(data, dict):
        raise InvalidPosition([Phrase("position.not_an_object")])
    if not isinstance(data.get("game"), str):
        raise InvalidPosition([Phrase("position.no_game")])
    game = find(data["game"])
    reader = Reader(data, game.version if version is None else version)
    known = ("game", *game.seating.keys, "options", *game.notation.KEYS)
    for key in data:
        if key not in known:
            reader.fault("unknown_key", key=key, expected=known)
    seats, options = _settings(game, reader)
    if len(seats) == 1 and all(len(values) == 1 for values in options.values()):
        t = game.table(seats[0], {name: values[0] for name, values in options.items()})
        game.notation.read_position(t, reader)
    else:
        reader.faults += _faults_anyway(game, reader, seats, options)
    if reader.faults:
        raise InvalidPosition(reader.faults, package=game.package)
    return game, t


def _settings(game: Game, reader: Reader) -> tuple[Sequence[int], dict[str, Sequence[Any]]]:
    """This is how many may play, and the values that each option may have: one, or any if what is given cannot be."""
    before = len(reader.faults)
    seats, given = game.seating.read(reader, game.usual_seats)
    options = game.former_defaults(reader.version) | given
    known = len(reader.faults) == before
    try:
        game.check_seats(seats)
    except InvalidSeats as fault:
        reader.faults.append(fault.phrase)
        known = False
    possible: dict[str, Sequence[Any]] = {}
    for name, value in options.items():
        try:
            possible[name] = [game.check_option(name, value, seats if known else game.usual_seats, reader.version)]
        except UnknownOption as fault:
            reader.faults.append(fault.phrase)
        except OptionSeats as fault:
            # With seats that cannot be, this is no fault of the option's.
            reader.faults += [fault.phrase] if known else []
        except InvalidOption as fault:
            reader.faults.append(fault.phrase)
            possible[name] = game.option(name).values
    return [seats] if known else game.seats, possible


def _faults_anyway(game: Game, given: Reader, seats: Sequence[int], options: dict[str, Sequence[Any]]) -> list[Phrase]:
    """This is what is wrong with a position whichever of the seats and values were meant, with the widest bounds."""
    common: list[Phrase] | None = None
    for count, *values in islice(product(seats, *options.values()), MAX_MEANINGS):
        reader = Reader(given.data, given.version)
        try:
            t = game.table(count, dict(zip(options, values, strict=True)))
        except OptionSeats:
            continue
        game.notation.read_position(t, reader)
        common = reader.faults if common is None else _shared(common, reader.faults)
    return common or []


def _shared(faults: Sequence[Phrase], others: Sequence[Phrase]) -> list[Phrase]:
    """This is what two lists of faults both find wrong."""
    pairs = (next(filter(None, (_merged(fault, other) for other in others)), None) for fault in faults)
    return [fault for fault in pairs if fault is not None]


def _merged(fault: Phrase, other: Phrase) -> Phrase | None:
    """This is what two faults both say, with the wider bounds; None if they speak of different things."""
    if fault.key != other.key or fault.values.keys() != other.values.keys():
        return None
    values = {name: _wider(name, value, other.values[name]) for name, value in fault.values.items()}
    return None if None in values.values() else Phrase(fault.key, **values)


def _wider(name: str, value: Any, other: Any) -> Any:
    """This is the wider of two bounds, or what two lists of strange things share; None where values must be equal."""
    if value == other:
        return value
    if name in ("low", "high", "most", "seats", "pawns"):
        return (min if name == "low" else max)(value, other)
    if name == "expected" and isinstance(other, int):
        lengths = value if isinstance(value, tuple) else (value,)
        return tuple(sorted({*lengths, other}))
    if isinstance(value, tuple) and isinstance(other, tuple) and all(isinstance(part, str) for part in value + other):
        if name == "expected":
            return tuple(dict.fromkeys(value + other))
        if name == "given":
            return tuple(part for part in value if part in other) or None
    return None
