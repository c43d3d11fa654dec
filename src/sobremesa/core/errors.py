"""The errors that Sobremesa raises; whoever catches one has lost nothing, for nothing has changed.

SobremesaError
├── UnknownGame        no game of that name is installed
├── BrokenGame         an installed game does not keep the contract
├── InvalidSeats       the game is not for that many players
├── UnknownSeat        nobody sits there
├── InvalidOption      no such option, or no such value
├── InvalidSeed        not a whole number of 64 bits
├── InvalidNumber      not a whole number, or too small a one, where one is needed
├── InvalidPosition    a position that cannot be; all reasons at once
├── InvalidRecord      a record that cannot be replayed; the line and the reason
├── IllegalMove        not among the legal moves or the possible outcomes
├── UnknownTheme       no pictures in that theme
├── UnknownLanguage    no words in that language
├── NotNow             there is no answer at this moment of the match
├── NothingToUndo      no choice has been made yet
├── UnknownBot         no bot of that name is installed
├── BrokenBot          a bot's file or package cannot be used
├── InvalidSetting     a bot has no such setting, or not with such a value
├── TooManyBots        more bots than seats
├── EndlessMatch       a match went on beyond the bound its game states
├── Unsolvable         a game cannot be solved exactly: secrets, too many tables, or no end
├── NotSolved          a solution does not hold that table
├── InvalidArena       an arena that cannot be held, or results that cannot be gone on with
└── FileFault          a file cannot be read or written
"""

from collections.abc import Sequence
from typing import Any, ClassVar

from sobremesa.core.words import Phrase, Words


class SobremesaError(Exception):
    """This is any error of Sobremesa; `phrase` says it in both languages, `str` in English."""

    key: ClassVar[str]

    def __init__(self, *, package: str | None = None, **values: Any) -> None:
        self.phrase = Phrase(self.key, **values)
        self.packages = (package, __package__) if package else (__package__,)
        super().__init__(self.phrase)

    def __str__(self) -> str:
        return self.say("en")

    def __reduce__(self) -> tuple[Any, ...]:
        # An error travels between processes as what it holds, whatever its class was made from.
        return _made_again, (type(self), self.__dict__)

    def say(self, language: str) -> str:
        """This is the error as one line in a language."""
        return Words(language, *self.packages).say(self.phrase)


def _made_again(kind: type[SobremesaError], held: dict[str, Any]) -> SobremesaError:
    error = kind.__new__(kind)
    error.__dict__.update(held)
    return error


class UnknownGame(SobremesaError):
    """No game of that name is installed."""

    key = "errors.unknown_game"


class BrokenGame(SobremesaError):
    """An installed game does not keep the contract."""

    key = "errors.broken_game"


class InvalidSeats(SobremesaError):
    """The game is not for that many players."""

    key = "errors.seats"


class UnknownSeat(SobremesaError):
    """Nobody sits there."""

    key = "errors.seat"


class InvalidOption(SobremesaError):
    """There is no such option, or it has no such value."""

    key = "errors.option_value"


class UnknownOption(InvalidOption):
    """The game has no option of that name."""

    key = "errors.option_name"


class OptionTwice(InvalidOption):
    """An option is given more than once."""

    key = "errors.option_twice"


class OptionTooNew(UnknownOption):
    """The option came with a later version of the rules than the one that is named."""

    key = "errors.option_too_new"


class OptionSeats(InvalidOption):
    """An option's value is not for that many players."""

    key = "errors.option_seats"


class InvalidSeed(SobremesaError):
    """A seed is a whole number from 0 to 2**64 - 1."""

    key = "errors.seed"


class InvalidNumber(SobremesaError):
    """A number that must be whole and not too small is neither, or only one of them."""

    key = "errors.number"


class InvalidSeconds(InvalidNumber):
    """A length of time is not a number of seconds, or a negative one."""

    key = "errors.seconds"


class InvalidPosition(SobremesaError):
    """A position cannot be; `reasons` names everything that is wrong with it."""

    key = "errors.position"

    def __init__(self, reasons: Sequence[Phrase], package: str | None = None) -> None:
        self.reasons = tuple(reasons)
        super().__init__(package=package, reasons=self.reasons)


class InvalidRecord(SobremesaError):
    """A record cannot be replayed; `line` counts from 1."""

    key = "errors.record"

    def __init__(self, line: int, reason: Phrase, package: str | None = None) -> None:
        self.line = line
        self.reason = reason
        super().__init__(package=package, line=line, reason=reason)


class OtherRules(InvalidRecord):
    """A record is whole, but it was made under other rules than those that are installed."""

    key = "errors.other_rules"


class NoRecord(InvalidRecord):
    """This is something else than a record of a match."""

    key = "errors.no_record"


class IllegalMove(SobremesaError):
    """A choice is not among the legal moves or the possible outcomes, which `legal` lists as texts."""

    key = "errors.illegal"

    def __init__(self, choice: object, legal: Sequence[str]) -> None:
        self.legal = tuple(legal)
        super().__init__(choice=repr(choice), legal=self.legal)


class IllegalMoveInRow(IllegalMove):
    """This is an illegal move in a batch; `row` is its table."""

    key = "errors.illegal_in_row"

    def __init__(self, choice: object, legal: Sequence[str], row: int) -> None:
        super().__init__(choice, legal)
        self.row = row
        self.phrase = Phrase(self.key, row=row, **self.phrase.values)


class MatchOver(IllegalMove):
    """Nobody can choose any more."""

    key = "errors.over"


class UnknownTheme(SobremesaError):
    """There is no theme of that name."""

    key = "errors.theme"


class UnknownLanguage(SobremesaError):
    """There are no words in that language."""

    key = "errors.language"


class NotNow(SobremesaError):
    """This is asked of a match at a moment when there is no answer."""

    key = "errors.not_now"


class NothingToUndo(SobremesaError):
    """No choice has been made yet."""

    key = "errors.nothing_to_undo"


class UnknownBot(SobremesaError):
    """No bot of that name is installed."""

    key = "errors.unknown_bot"


class BrokenBot(SobremesaError):
    """A bot's file or package cannot be used."""

    key = "errors.broken_bot"


class InvalidSetting(SobremesaError):
    """A bot's setting cannot have that value."""

    key = "errors.setting_value"


class UnknownSetting(InvalidSetting):
    """A bot has no setting of that name."""

    key = "errors.setting_name"


class TooManyBots(SobremesaError):
    """There are more bots than seats."""

    key = "errors.too_many_bots"


class EndlessMatch(SobremesaError):
    """A match went on beyond the bound that its game states."""

    key = "errors.endless"


class Unsolvable(SobremesaError):
    """A game cannot be solved exactly; each of its kinds says why."""

    key = "errors.unsolvable"


class TooManyTables(Unsolvable):
    """More tables can come about than were allowed."""

    key = "errors.too_many_tables"


class TooMuchMemory(Unsolvable):
    """The tables that can come about need more memory than was allowed."""

    key = "errors.too_much_memory"


class TookTooLong(Unsolvable):
    """Exploring took longer than was allowed."""

    key = "errors.took_too_long"


class HasSecrets(Unsolvable):
    """A side may not see everything."""

    key = "errors.has_secrets"


class EndlessPlay(Unsolvable):
    """The best play need not end, so that it is worth nothing certain."""

    key = "errors.endless_play"


class NotSolved(SobremesaError):
    """A solution does not hold that table: it cannot come about, or it belongs to another game or other options."""

    key = "errors.not_solved"


class InvalidArena(SobremesaError):
    """An arena cannot be held, or results cannot be gone on with."""

    key = "errors.arena"


class FileFault(SobremesaError):
    """A file cannot be read or written."""

    key = "errors.file"
