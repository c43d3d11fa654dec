"""Positions: tables as JSON, refused with every fault named at once."""

from typing import Any

from sobremesa.core.errors import InvalidOption, InvalidPosition, InvalidSeats
from sobremesa.core.game import Game, find
from sobremesa.core.notation import Reader
from sobremesa.core.words import Phrase

COMMON = ("game", "seats", "options")


def position_of(game: Game, t: Any) -> dict[str, Any]:
    """This is a table as JSON."""
    head = {"game": game.name, "seats": int(t.seats), "options": game.options_of(t)}
    return head | game.notation.position_of(t)


def table_of(data: object) -> tuple[Game, Any]:
    """This is the game of a position, and its table; what cannot be is refused with all its reasons."""
    if not isinstance(data, dict):
        raise InvalidPosition([Phrase("position.not_an_object")])
    if not isinstance(data.get("game"), str):
        raise InvalidPosition([Phrase("position.no_game")])
    game = find(data["game"])
    reader = Reader(data)
    for key in data:
        if key not in COMMON + game.notation.KEYS:
            reader.fault("unknown_key", key=key, expected=COMMON + game.notation.KEYS)
    t = _start(game, reader)
    if t is not None:
        game.notation.read_position(t, reader)
    if reader.faults:
        raise InvalidPosition(reader.faults, package=game.package)
    return game, t


def _start(game: Game, reader: Reader) -> Any:
    options = reader.data.get("options", {})
    seats = reader.data.get("seats", game.usual_seats)
    before = len(reader.faults)
    if not isinstance(options, dict):
        reader.fault("options_not_an_object")
        options = {}
    try:
        game.check_seats(seats)
    except InvalidSeats as fault:
        reader.faults.append(fault.phrase)
    for name, value in options.items():
        try:
            game.option(name).check(value)
        except InvalidOption as fault:
            reader.faults.append(fault.phrase)
    return game.table(seats, options) if len(reader.faults) == before else None
