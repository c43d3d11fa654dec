"""The wire: every message that a client may send over its socket, and every message that it may get."""

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, Literal

import msgspec
from msgspec import UNSET, Meta, Raw, Struct, UnsetType

from sobremesa.core.words import Phrase

VERSION = 1
MAX_BYTES = 4096
"""A message that is longer is not read."""
MAX_NAME = 40

MAX_ID = 64
Id = Annotated[str, Meta(min_length=1, max_length=MAX_ID)]
Seq = Annotated[int, Meta(ge=-1, le=1 << 53)]
SeatNumber = Annotated[int, Meta(ge=0, le=63)]
Text = Annotated[str, Meta(max_length=1000)]
Name = Annotated[str, Meta(max_length=MAX_NAME)]
Digest = Annotated[str, Meta(pattern=r"^([0-9a-f]{64})?(?!\n)$")]
"""What somebody has sealed; nothing if they have not."""
Given = Annotated[str, Meta(pattern=r"^[0-9a-f]{32}([0-9a-f]{64})?(?!\n)$")]
"""What somebody adds to the luck, and the key with which they sign the record, if they mean to."""
Theme = Literal["light", "dark"]
Json = dict[str, Any]
Row = Sequence[Any]
"""A thing that lies on the table: its id, look and target, x and y of its middle, scale, and turn in degrees."""


class Said(Struct, frozen=True, tag_field="t"):
    """This is anything that a client says."""


class Hello(Said, frozen=True, tag="hello"):
    """A client has come: the protocol it speaks, the seat it looks from, what it saw last, the theme of its pictures.

    Without a seat it looks from the actor's if it holds that, else from its first, else as a spectator. Whether its
    dice fall by themselves it says here, because the first throw may follow at once.
    """

    v: int
    seat: SeatNumber | None = None
    seq: Seq = -1
    theme: Theme | None = None
    roll: bool = True
    short: bool = False
    """Whether it reads shorthand; that takes pictures, which hold the book."""


class Ping(Said, frozen=True, tag="ping"):
    """A client asks whether somebody is there."""


class Command(Said, frozen=True, kw_only=True):
    """This is what a client wants done; it gets exactly one answer, which names its id."""

    id: Id


class MoveCommand(Command, frozen=True, tag="move", kw_only=True):
    """A move, by its text, made at a moment of the match."""

    seq: Seq
    move: Text


class UndoCommand(Command, frozen=True, tag="undo", kw_only=True):
    """Taking the last move back."""

    seq: Seq


class RollCommand(Command, frozen=True, tag="roll", kw_only=True):
    """Throwing the dice, or whatever chance does next."""

    seq: Seq


class GoCommand(Command, frozen=True, tag="go", kw_only=True):
    """Not wanting the last move back."""

    seq: Seq


class SitCommand(Command, frozen=True, tag="sit", kw_only=True):
    """Looking from another of one's seats."""

    seat: SeatNumber


class BotCommand(Command, frozen=True, tag="bot", kw_only=True):
    """Giving an open seat to a bot of a level."""

    seat: SeatNumber
    level: Name = "normal"


class NameCommand(Command, frozen=True, tag="name", kw_only=True):
    """Calling oneself differently."""

    seat: SeatNumber
    name: Name


class ResignCommand(Command, frozen=True, tag="resign", kw_only=True):
    """Giving up: with one seat, or with all that one holds."""

    seat: int | None = None


class HintCommand(Command, frozen=True, tag="hint", kw_only=True):
    """Asking for the best moves."""


class AutoCommand(Command, frozen=True, tag="auto", kw_only=True):
    """Whether dice fall by themselves when one's throw comes."""

    roll: bool


class GiveCommand(Command, frozen=True, tag="give", kw_only=True):
    """Giving the bytes that one has sealed, as hexadecimal digits."""

    given: Given


class SayCommand(Command, frozen=True, tag="say", kw_only=True):
    """Saying one of the quick phrases, by its name."""

    phrase: Name


class PleaCommand(Command, frozen=True, tag="plead", kw_only=True):
    """Asking the others whether one may take the last move back."""

    seq: Seq


class ReplyCommand(Command, frozen=True, tag="reply", kw_only=True):
    """Agreeing, or not, to what somebody asked for, by its number."""

    plea: Seq
    yes: bool


class BackCommand(Command, frozen=True, tag="back", kw_only=True):
    """Being here: no bot takes one's seat for now, and one that has done so gives it back."""


class TimeCommand(Command, frozen=True, tag="time", kw_only=True):
    """Giving a rival more time."""

    seat: SeatNumber


class TypeCommand(Command, frozen=True, tag="type", kw_only=True):
    """Saying what real dice show."""

    seq: Seq
    throw: Text


class ContestCommand(Command, frozen=True, tag="contest", kw_only=True):
    """Saying that real dice fell otherwise than was typed."""

    seq: Seq


AnyCommand = (
    MoveCommand
    | UndoCommand
    | RollCommand
    | GoCommand
    | BotCommand
    | NameCommand
    | ResignCommand
    | HintCommand
    | AutoCommand
    | GiveCommand
    | SayCommand
    | PleaCommand
    | ReplyCommand
    | BackCommand
    | TimeCommand
    | TypeCommand
    | ContestCommand
)
"""What can be wanted by whoever looks on or not; to look from another seat takes somebody who does."""

Incoming = Hello | Ping | SitCommand | AnyCommand


class Told(Struct, frozen=True, tag_field="t", omit_defaults=True):
    """This is anything that the server says."""


class Ok(Told, frozen=True, tag="ok", kw_only=True):
    """A command has been carried out; the last that has happened by then has this number."""

    id: str
    seq: int
    hints: list[Json] | UnsetType = UNSET


class Dup(Told, frozen=True, tag="dup", kw_only=True):
    """A command has been carried out before, with this number."""

    id: str
    seq: int


class No(Told, frozen=True, tag="no", kw_only=True):
    """A command has been refused, and why; nothing has changed. The id is null where none could be read."""

    id: str | None
    seq: int
    why: Json
    text: str
    retry_after: int | UnsetType = UNSET
    """For one who was too fast: after how many seconds it may ask again."""


Answer = Ok | Dup | No
"""The one answer to a command."""


class Seats(Told, frozen=True, tag="seats", kw_only=True):
    """Somebody has come or gone."""

    seats: list[Json]


class Status(Told, frozen=True, tag="status", kw_only=True):
    """What the server is doing has changed, or what may be taken back."""

    status: Json | None
    undo: bool | UnsetType = UNSET
    hold: float | UnsetType = UNSET
    roller: int | UnsetType | None = UNSET
    real: Json | UnsetType | None = UNSET
    clock: Json | UnsetType = UNSET
    plea: Json | UnsetType | None = UNSET
    absent: Json | UnsetType | None = UNSET
    kept: Json | UnsetType | None = UNSET


class Wanted(Told, frozen=True, tag="give", kw_only=True):
    """Everybody has sealed: now what this client has sealed is wanted. All that is sealed is told first."""

    seal: str
    sealed: list[str | None]


class Spoken(Told, frozen=True, tag="say", kw_only=True):
    """Somebody at a seat has said one of the quick phrases."""

    seat: int
    phrase: str


class Rematch(Told, frozen=True, tag="rematch", kw_only=True):
    """Somebody who sat at a seat of this match, which is over, plays again: there."""

    match: str
    seat: int


class Pong(Told, frozen=True, tag="pong"):
    """Somebody is there."""


class Changed(Told, frozen=True, tag="ev", kw_only=True):
    """Something happened: what is told of it, the ways that things walked, and what is different now."""

    seq: int
    log: list[Json]
    paths: dict[str, list[str]]
    glimpse: list[Row] = []
    """Things that were to be seen only for a moment."""
    thrown: list[str | int | None] | UnsetType = UNSET
    """A throw of the sealed luck as the record will tell it: what fell, and the seat whose throw it was."""
    d: Json
    """It stands last, so that what differs for one seat alone can be added."""


class Short(Told, frozen=True, tag="ev", kw_only=True):
    """The same in shorthand, for those who said that they read it."""

    seq: int
    log: list[Any] = []
    paths: dict[str, list[int]] = {}
    glimpse: list[Row] = []
    thrown: list[str | int | None] | UnsetType = UNSET
    d: Json


class Whole(Struct, frozen=True, tag_field="t", tag="snap", kw_only=True):
    """This is everything that a client shows."""

    seq: int
    seat: int | None
    mine: list[int]
    secret: bool
    seats: list[Json]
    stage: Raw | None
    things: list[Row]
    looks: dict[str, str]
    actor: int | str
    phase: str
    gestures: list[Json]
    prompt: Json
    rule: str
    roller: int | None
    undo: bool
    hold: float
    status: Json | None
    places: list[int] | None
    scores: list[int]
    seal: str
    over: bool
    last: list[Json]
    real: Json | None = None
    clock: Json | None = None
    """Whose time runs, in how many milliseconds it begins to, and how many everybody has; null without a clock."""
    plea: Json | None = None
    """Whether the last move can be taken back if the others agree, or who asks for that."""
    absent: Json | None = None
    """In how many milliseconds a bot takes the seat of whoever looks, unless they are heard; null if none does."""
    kept: Json | None = None
    """Which seats of a rematch are kept for those who sat there, and for how many milliseconds; null if none is."""
    rematch: str | UnsetType = UNSET
    """For a match that is over: the one in which the same people play again, if there is one."""
    later: bool = False
    hints: bool = True
    """Whether people may ask for hints at this table."""
    v: int = VERSION


class Named(Struct):
    """This is what is read of a message that cannot be read: its id, if it has one."""

    id: Any = None


_incoming: msgspec.json.Decoder[Said] = msgspec.json.Decoder(Incoming)
_named = msgspec.json.Decoder(Named)


def _json(value: Any) -> Json:
    if isinstance(value, Phrase):
        return value.json()
    if isinstance(value, Mapping):
        return dict(value)
    raise NotImplementedError(f"{type(value).__name__} is not sent")


_encoder = msgspec.json.Encoder(enc_hook=_json)


def read(text: str) -> Said:
    """This reads what a client says; msgspec.DecodeError if it is nothing that a client says."""
    return _incoming.decode(text)


def id_of(text: str) -> str | None:
    """This is the id of a message that could not be read as a whole; None if it has none that a command may have."""
    try:
        found = _named.decode(text).id
    except (msgspec.DecodeError, RecursionError):
        return None
    return found if isinstance(found, str) and 0 < len(found) <= MAX_ID else None


def dump(message: Struct | Json) -> bytes:
    """This is a message as it is sent."""
    return _encoder.encode(message)


def add(message: bytes, **more: Any) -> bytes:
    """This adds keys to a message that has been written already, so that what many get is written once.

    >>> add(b'{"t":"ev","seq":4}', by="a1")
    b'{"t":"ev","seq":4,"by":"a1"}'
    """
    return message[:-1] + b"," + dump(more)[1:]


def add_changes(message: bytes, changes: Json) -> bytes:
    """This adds to what differs after an event, where that has been written already for all who see the same.

    >>> add_changes(b'{"t":"ev","seq":4,"d":{"actor":1}}', {"undo": True})
    b'{"t":"ev","seq":4,"d":{"actor":1,"undo":true}}'
    >>> add_changes(b'{"t":"ev","seq":4,"d":{}}', {"undo": True})
    b'{"t":"ev","seq":4,"d":{"undo":true}}'
    """
    if not changes:
        return message
    common = message[:-2]
    return common + (b"" if common.endswith(b"{") else b",") + dump(changes)[1:] + b"}"
