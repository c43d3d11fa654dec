"""Games: the facts of each, and how they are found.

A game is a package with the constant GAME. Those of the folder `sobremesa.games` are found by themselves; those of
other people's packages by an entry point of the group "sobremesa.games" with the game's name.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from typing import Any

import sobremesa.games
from sobremesa.core.discovery import homes, reason_of
from sobremesa.core.errors import BrokenGame, InvalidSeats, OptionSeats, OptionTooNew, UnknownGame, UnknownOption
from sobremesa.core.jsontext import shown
from sobremesa.core.notation import Notation, NumberOfSeats, Seating
from sobremesa.core.option import Option, Value
from sobremesa.core.reasons import Reasons
from sobremesa.core.rules import Rules, breaches
from sobremesa.core.scene import Scenery
from sobremesa.core.table import blank
from sobremesa.core.throws import Kind, Throws
from sobremesa.core.worth import UNKNOWN_WORTH, Worth


@dataclass(frozen=True, kw_only=True)
class Game:
    """This is a game and the facts that hold for all its matches."""

    name: str
    """How the game is called in commands, records and positions."""
    package: str
    """Where its words and rulebooks lie."""
    version: int
    """The version of its rules. Records of older ones are read, with the options and defaults that they had."""
    seats: tuple[int, ...]
    """How many can play, ascending."""
    usual_seats: int
    """How many play unless somebody says otherwise."""
    options: tuple[Option, ...]
    moves: int
    """Move numbers are below this."""
    outcomes: int
    """Outcome numbers are below this."""
    weights: Collection[int]
    """The totals that the weights of a chance event can have."""
    longest: int
    """No match has more choices than this."""
    is_open: bool = False
    """Whether everything lies open: nothing is hidden from anybody, and every choice is told to all."""
    veiled: tuple[str, ...] = ()
    """The arrays of its tables that `hide` may change, if they are named: all others are the same in every view."""
    tallies: tuple[str, ...] = ()
    """Fields of its tables that only count what happened: no rule asks them and no position holds them."""
    dice: tuple[str, ...] = ()
    """The phases in which chance throws dice that everybody sees, so that real ones could be thrown."""
    throws: Throws | None = None
    """The kinds of its throws; None if it does not tell them, so that only its rules can judge what could fall."""
    seating: Seating = field(default_factory=NumberOfSeats)
    """How its positions say who plays."""
    worth: Worth = UNKNOWN_WORTH
    """How it judges a table that is not over, in a way that is easy to read."""
    insight: Worth | None = None
    """How searches and reviews judge it, where that is finer than the worth."""
    reasons: Reasons | None = None
    """What it says for a move, if it says anything."""
    rules: Rules
    notation: Notation
    scenery: Scenery

    @property
    def width(self) -> int:
        """This is the room that a list of choices needs."""
        return max(self.moves, self.outcomes)

    def table(
        self, seats: int | None = None, options: Mapping[str, Any] | None = None, version: int | None = None
    ) -> Any:
        """This is a table at the start of a match, by the options as a version of the rules had them."""
        count = self.usual_seats if seats is None else seats
        self.check_seats(count)
        chosen = self.check_options(options or {}, count, version)
        t = blank(self.rules.Table)[0]
        for option in self.options:
            t[option.name] = option.code(chosen.get(option.name, option.default))
        self.rules.deal(t, count)
        return t

    def kinds(self, t: Any) -> dict[str, Kind]:
        """Return the kinds of throws of matches that begin with a table, by name; none if it does not tell them."""
        return self.throws.kinds(self.rules, self.notation, t, self.outcomes) if self.throws else {}

    def kind_of(self, t: Any) -> str:
        """Return the name of the kind of throw that comes next at a table."""
        if self.throws is not None and self.throws.kind_of is not None:
            return self.throws.kind_of(t)
        return self.notation.phase_of(t)

    def check_seats(self, seats: object) -> None:
        """This refuses a number of seats that the game is not for."""
        if type(seats) is not int or seats not in self.seats:
            raise InvalidSeats(game=self.name, expected=self.seats, given=shown(seats))

    def check_options(self, options: Mapping[str, Any], seats: int, version: int | None = None) -> dict[str, Value]:
        """This checks names and values of options; it returns them as the game writes them.

        Options as an older version of the rules had them get the defaults that have changed since.
        """
        given = self.former_defaults(version) | dict(options)
        return {name: self.check_option(name, value, seats, version) for name, value in given.items()}

    def check_option(self, name: str, value: Any, seats: int, version: int | None = None) -> Value:
        """This checks one option for a number of seats, in a version of the rules."""
        option = self.option(name)
        if version is not None and version < option.since:
            raise OptionTooNew(game=self.name, option=name, since=option.since, given=version)
        chosen = option.check(value)
        if option.only_seats and chosen != option.default and seats not in option.only_seats:
            raise OptionSeats(option=name, value=chosen, expected=option.only_seats, given=seats)
        return chosen

    def former_defaults(self, version: int | None) -> dict[str, Value]:
        """Return the defaults of a version of the rules that are others now; none of the current version."""
        if version is None:
            return {}
        former = {option.name: option.default_in(version) for option in self.options}
        return {option.name: former[option.name] for option in self.options if former[option.name] != option.default}

    def reads(self, version: object) -> bool:
        """Return whether matches of a version of the rules can be replayed."""
        return type(version) is int and 1 <= version <= self.version

    def option(self, name: str) -> Option:
        """This finds an option by name."""
        for option in self.options:
            if option.name == name:
                return option
        expected = tuple(option.name for option in self.options)
        raise UnknownOption(game=self.name, expected=expected, given=repr(name))

    def options_of(self, t: Any) -> dict[str, Value]:
        """This is what a table's options are, those at their default left out."""
        chosen = {option.name: option.value_of(t[option.name]) for option in self.options}
        return {option.name: chosen[option.name] for option in self.options if chosen[option.name] != option.default}


def names() -> list[str]:
    """This lists the names of all installed games."""
    return sorted(_homes())


@cache
def find(name: str) -> Game:
    """This finds an installed game by name, and checks that it keeps the contract."""
    home = _homes().get(name)
    if home is None:
        raise UnknownGame(given=repr(name), known=names())
    try:
        game = getattr(import_module(home), "GAME", None)
    except Exception as fault:
        raise BrokenGame(game=name, reason=reason_of(fault)) from fault
    if not isinstance(game, Game) or game.name != name:
        raise BrokenGame(game=name, reason=f"{home}.GAME is not a Game named {name!r}")
    if faults := breaches(game.rules):
        raise BrokenGame(game=name, reason="; ".join(faults))
    return game


@cache
def _homes() -> dict[str, str]:
    # The disk is looked through once: whoever names a game that does not exist costs nothing.
    return homes(sobremesa.games, are_packages=True)
