"""Events: what the log of a match consists of. The state of a match is what they lead to, one after another."""

from typing import Any

import msgspec
from msgspec import Struct, field

OPEN, BOT, PERSON = "open", "bot", "person"

MAX_EVENTS = 50_000
"""Events of a match: the last of them is its closure. Players who choose at random need 18,000 for the longest game."""
MANY_EVENTS = 40_000
"""Events of a match after which only what brings it nearer to its end is allowed."""
MAX_RENAMES = 12
"""How often a seat can be given another name in a match."""


class Seat(Struct, frozen=True, omit_defaults=True):
    """This is a place at the table and who has it: nobody yet, a bot of a level, or a person known by a digest."""

    kind: str = OPEN
    name: str = ""
    level: str = ""
    guest: str = ""
    resigned: bool = False
    by_hand: bool = False
    """Whether this person wanted, when they sat down, to throw their dice themselves."""

    away: bool = False
    """Whether a bot plays until this person comes back."""
    helped: bool = False
    """Whether a bot has played in this person's place at some time."""
    replaced: bool = False
    """Whether a bot plays on because whoever sat here may play no longer; the name stays theirs."""
    kept: str = ""
    """The mark of the guest for whom this seat of a rematch is kept at first, as long as nobody sits here."""

    @property
    def is_played(self) -> bool:
        """This tells whether a person plays here, and no bot in their place."""
        return self.kind == PERSON and not self.away

    @property
    def is_bot(self) -> bool:
        """This tells whether a bot plays here, for itself or in somebody's place."""
        return self.kind == BOT or self.away


class Clock(Struct, frozen=True, omit_defaults=True):
    """This is how long people may think: for each move, or with a stock of time that each move adds to."""

    kind: str
    seconds: int
    add: int = 0


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
    """When, as ISO 8601 in UTC, by the clock of the machine."""
    luck: int = 1
    """How its throws are drawn: 1 from the secret alone, 2 from the secret and what the players add to it, 3 so that
    the kinds of throws were sealed with the secret."""
    sealed: str = ""
    """What the host has sealed of its own luck, if anything."""
    real: bool = False
    """Whether real dice are thrown beside the screen, and typed in."""
    after: str = ""
    """The match of which it is the rematch, if it is one."""
    clock: Clock | None = None
    began: int = 0
    """When it was set up, by the time by which clocks run; 0 where nobody noted it."""
    absent: int = 0
    """After how many seconds a bot plays for somebody who is waited for; 0 if the table waits."""
    later: bool = False
    """Whether those who only watch may see all hands, as they were a round ago."""
    hints: bool = True
    """Whether people may ask for hints."""
    sheet: str = ""
    """What was sealed with the secret: the facts of the match and its kinds of throws, as the record begins."""


class Share(Struct, frozen=True, omit_defaults=True):
    """This is what one device adds to the luck of a match: sealed by everybody first, and then given."""

    guest: str
    seats: list[int]
    sealed: str = ""
    """The digest of what it will give; nothing if it has not sealed anything, and so cannot give."""
    given: str = ""
    missed: bool = False
    """Whether it did not come in time."""

    @property
    def is_wanted(self) -> bool:
        """This tells whether it was sealed and is still to be given."""
        return bool(self.sealed) and not self.given and not self.missed


class Event(Struct, frozen=True, tag_field="e", omit_defaults=True):
    """This is something that happened; a person who asked for it is named by digest, with the id of the command."""

    guest: str = field(default="", name="g")
    id: str = ""
    at: int = 0
    """When it was, in milliseconds since 1970, where there is a clock."""


class Choice(Event, frozen=True, tag="choice", kw_only=True):
    """A seat, or chance, has chosen."""

    actor: int
    number: int
    text: str
    fault: bool = False
    """Whether a bot did not answer, so that the default move was made for it."""
    typed: bool = False
    """Whether real dice fell so, as somebody says."""
    late: bool = False
    """Whether somebody's time was up, so that this was done for them."""
    spent: int = 0
    """How many milliseconds it took, where there is a clock."""
    whose: int = -1
    """Whose time that was, if chance has chosen and somebody was to throw."""


class Undo(Event, frozen=True, tag="undo", kw_only=True):
    """A seat has taken its last choice back, and with it those that others have made since."""

    seat: int
    back: int = 1
    """How many choices are taken back."""
    agreed: bool = False
    """Whether the others were asked."""


class Plea(Event, frozen=True, tag="plea", kw_only=True):
    """A seat asks the others whether it may take its last choice back, and with it those that were made since."""

    seat: int
    back: int


class Reply(Event, frozen=True, tag="reply", kw_only=True):
    """Somebody has answered a plea: one who does not agree ends it; when the last one agrees, it is an undo."""

    seat: int
    yes: bool


class Sit(Event, frozen=True, tag="sit", kw_only=True):
    """A person has sat down on an open seat."""

    seat: int
    name: str
    by_hand: bool = False
    sealed: str = ""
    also: list[int] = []
    """Other open seats that were kept for people on the same device, who sit down with it."""


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


class Close(Event, frozen=True, tag="close", kw_only=True):
    """Closure of a match by the operator of the server, or because its log is full: it ends without a winner."""


class Replace(Event, frozen=True, tag="replaced", kw_only=True):
    """A bot from outside may play no longer; one of ours plays on where it sat."""

    seats: list[int]


class Away(Event, frozen=True, tag="away", kw_only=True):
    """A person did not come, and a bot plays in their place until they do."""

    seats: list[int]


class Back(Event, frozen=True, tag="back", kw_only=True):
    """A person plays again where a bot has played in their place."""

    seats: list[int]
    aside: bool = False
    """Whether somebody else is waited for, whose time runs on."""


class Gift(Event, frozen=True, tag="gift", kw_only=True):
    """A person has given a rival more time, in milliseconds."""

    seat: int
    to: int
    given: int


class Outage(Event, frozen=True, tag="outage", kw_only=True):
    """The server was away: clocks get so many milliseconds back."""

    given: int


class Give(Event, frozen=True, tag="give", kw_only=True):
    """Somebody has given the bytes that they had sealed, as hexadecimal digits."""

    given: str


class Miss(Event, frozen=True, tag="miss", kw_only=True):
    """What some had sealed did not come in time; the match goes on without it."""

    shares: list[int]


class HintTaken(Event, frozen=True, tag="hint", kw_only=True):
    """A person has asked for a hint about the choice that their seat must make; what it says is not in the log."""

    seat: int


class Contest(Event, frozen=True, tag="contest", kw_only=True):
    """Somebody says that real dice fell otherwise; the throw is taken back, and what was done with it."""

    seat: int
    back: int
    """How many choices are taken back."""


class Confirm(Event, frozen=True, tag="confirm", kw_only=True):
    """A device has signed the record of the match once it was over."""

    share: int
    """The number of what the device added to the luck."""
    signed: str


Anything = (
    Choice
    | Undo
    | Plea
    | Reply
    | Sit
    | Fill
    | Rename
    | Resign
    | Close
    | Replace
    | Away
    | Back
    | Gift
    | Outage
    | Give
    | Miss
    | Contest
    | HintTaken
    | Confirm
)

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
