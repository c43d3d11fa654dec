"""Positions: tables as JSON, refused with every fault named at once."""

from typing import Any

from sobremesa.core.errors import InvalidOption, InvalidPosition, InvalidSeats
from sobremesa.core.game import Game, find
from sobremesa.core.notation import Reader
from sobremesa.core.words import Phrase


def position_of(game: Game, t: Any) -> dict[str, Any]:
    """This is a table as JSON."""
    head = {"game": game.name} | game.seating.write(t) | {"options": game.options_of(t)}
    return head | game.notation.position_of(t)


def table_of(data: object) -> tuple[Game, Any]:
    """This is the game of a position, and its table; what cannot be is refused with all its reasons."""
    if not isinstance(data, dict):
        raise InvalidPosition([Phrase("position.not_an_object")])
    if not isinstance(data.get("game"), str):
        raise InvalidPosition([Phrase("position.no_game")])
    game = find(data["game"])
    reader = Reader(data)
    known = ("game", *game.seating.keys, "options", *game.notation.KEYS)
    for key in data:
        if key not in known:
            reader.fault("unknown_key", key=key, expected=known)
    t = _start(game, reader)
    if t is not None:
        game.notation.read_position(t, reader)
    if reader.faults:
        raise InvalidPosition(reader.faults, package=game.package)
    return game, t


def _start(game: Game, reader: Reader) -> Any:
    before = len(reader.faults)
    seats, options = game.seating.read(reader, game.usual_seats)
    try:
        game.check_seats(seats)
    except InvalidSeats as fault:
        reader.faults.append(fault.phrase)
        seats = game.usual_seats
    for name, value in options.items():
        try:
            game.check_option(name, value, seats)
        except InvalidOption as fault:
            reader.faults.append(fault.phrase)
    return game.table(seats, options) if len(reader.faults) == before else None
