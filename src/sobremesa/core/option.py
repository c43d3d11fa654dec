"""Options: the rule changes that a game offers, declared once and checked everywhere."""

from dataclasses import dataclass
from typing import Any

from sobremesa.core.errors import InvalidOption
from sobremesa.core.jsontext import shown

Value = bool | int | str


@dataclass(frozen=True)
class Option:
    """This is one option of a game: its name, its values, and which of them holds unless another is chosen.

    Its meaning stands in the game's words under options.<name>. The game's table has a field of the same name, in
    which a whole number stands for itself, off and on are 0 and 1, and a word is its place among the values.

    >>> line = Option("line", ("auto", 5, 6))
    >>> line.default, [line.code(value) for value in line.values], line.parse("6")
    ('auto', [0, 5, 6], 6)
    """

    name: str
    values: tuple[Value, ...]
    usual: Value | None = None
    only_seats: tuple[int, ...] = ()
    """The numbers of seats with which another value than the default can be chosen; any, if none are named."""
    since: int = 1
    """Version of the game's rules that brought the option."""
    before: tuple[tuple[int, Value], ...] = ()
    """Older defaults: each with the version of the rules before which it held."""

    def __post_init__(self) -> None:
        if len({self.code(value) for value in self.values}) < len(self.values):
            raise ValueError(f"two values of option {self.name!r} would be stored alike")

    @property
    def default(self) -> Value:
        """This is the value unless another is chosen: the first, where none is named."""
        return self.values[0] if self.usual is None else self.usual

    def code(self, value: Value) -> int:
        """This is the number by which the table knows a value."""
        return self.values.index(value) if isinstance(value, str) else int(value)

    def value_of(self, code: int) -> Value:
        """This is the value that a number on the table stands for."""
        return next(value for value in self.values if self.code(value) == code)

    def check(self, value: Any) -> Value:
        """This lets a value of the option pass and refuses anything else; 1 is not `on`, and `on` is not 1."""
        for known in self.values:
            if type(known) is type(value) and known == value:
                return known
        raise InvalidOption(option=self.name, expected=self.values, given=shown(value))

    def parse(self, text: str) -> Value:
        """This reads a value as it is typed on a command line, where on and off may also be true and false."""
        for known in self.values:
            spellings = (("off", "false"), ("on", "true"))[known] if isinstance(known, bool) else (str(known),)
            if text.lower() in spellings:
                return known
        raise InvalidOption(option=self.name, expected=self.values, given=shown(text))
