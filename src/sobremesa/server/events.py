"""Events: what the log of a match consists of. The state of a match is what they lead to, one after another."""

from typing import Any

import msgspec
from msgspec import Struct, field

OPEN, BOT, PERSON = "open", "bot", "person"


class Seat(Struct, frozen=True, omit_defaults=True):
    """This is a place at the table and who has it: nobody yet, a bot of a level, or a person known by a digest."""

    kind: str = OPEN
    name: str = ""
    level: str = ""
    guest: str = ""
    resigned: bool = False
    by_hand: bool = False
    """Whether this person wanted, when they sat down, to throw their dice themselves."""


class Head(Struct, frozen=True):
    """This is how a match was set up; it never changes."""

    game: str
    rules: int
    options: dict[str, Any]
    seats: list[Seat]
    seal: str
    host: str
    """The guest who set it up, by digest."""
    made: str
    """When, as ISO 8601 in UTC."""


class Event(Struct, frozen=True, tag_field="e", omit_defaults=True):
    """This is something that happened; a person who asked for it is named by digest, with the id of the command."""

    guest: str = field(default="", name="g")
    id: str = ""


class Choice(Event, frozen=True, tag="choice", kw_only=True):
    """A seat, or chance, has chosen."""

    actor: int
    number: int
    text: str
    fault: bool = False
    """Whether a bot did not answer, so that the default move was made for it."""


class Undo(Event, frozen=True, tag="undo", kw_only=True):
    """A seat has taken its last choice back."""

    seat: int


class Sit(Event, frozen=True, tag="sit", kw_only=True):
    """A person has sat down on an open seat."""

    seat: int
    name: str
    by_hand: bool = False


class Fill(Event, frozen=True, tag="bot", kw_only=True):
    """A bot has been given an open seat."""

    seat: int
    level: str


class Rename(Event, frozen=True, tag="name", kw_only=True):
    """Somebody is called differently."""

    seat: int
    name: str


class Resign(Event, frozen=True, tag="resign", kw_only=True):
    """A person has given up; where others play on, a bot takes over."""

    seats: list[int]


Anything = Choice | Undo | Sit | Fill | Rename | Resign

_encoder = msgspec.json.Encoder()
_events: msgspec.json.Decoder[Event] = msgspec.json.Decoder(Anything)
_heads = msgspec.json.Decoder(Head)


def dump(value: Event | Head) -> bytes:
    """This is an event, or the head of a match, as it is kept."""
    return _encoder.encode(value)


def read_event(body: bytes) -> Event:
    """This reads an event of a log."""
    return _events.decode(body)


def read_head(body: bytes) -> Head:
    """This reads the head of a match."""
    return _heads.decode(body)
