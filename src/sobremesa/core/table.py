"""Tables: one declaration gives the layout, the types and the documentation of a game's record.

A game declares what lies on its table as an annotated class:

    class Table:
        "Everything on the table."
        turn: Annotated[Int8, "seat whose turn it is"]
        board: Annotated[Ints8, (6, 6), "who holds each square"]

At run time a table is a NumPy record of that layout: bytes without pointers, so that copying is assignment and
equality is equality of bytes. The type checker reads the same class. A field whose name a NumPy record uses for itself
(`size`, `flags`, …) is read as t["size"], plain and native; as t.size a plain run would answer with the record's own.
"""

import copyreg
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, partial, wraps
from itertools import islice
from operator import itemgetter
from typing import Annotated, Any, TypeVar, get_args, get_type_hints

import numpy as np
import numpy.typing as npt

Int8 = Annotated[int, np.int8]
Int16 = Annotated[int, np.int16]
Int32 = Annotated[int, np.int32]
Int64 = Annotated[int, np.int64]
Ints8 = Annotated[npt.NDArray[np.int8], np.int8]
Ints16 = Annotated[npt.NDArray[np.int16], np.int16]
Ints32 = Annotated[npt.NDArray[np.int32], np.int32]
Ints64 = Annotated[npt.NDArray[np.int64], np.int64]

Made = TypeVar("Made")

Tables = npt.NDArray[Any]
"""An array of tables of one game."""


@dataclass(frozen=True)
class Field:
    """This is one thing that lies on a table."""

    name: str
    type: type[np.generic]
    shape: tuple[int, ...]
    doc: str


def fields_of(declared: type) -> tuple[Field, ...]:
    """This lists the fields that a class declares, in order."""
    return tuple(_field(name, hint) for name, hint in get_type_hints(declared, include_extras=True).items())


def _field(name: str, hint: Any) -> Field:
    scalar, shape, doc = None, (), ""
    for note in get_args(hint)[1:]:
        if isinstance(note, str):
            doc = note
        elif isinstance(note, tuple):
            shape = note
        else:
            scalar = note
    if scalar is None or not doc:
        raise TypeError(f"field {name!r} of a table must be declared as Annotated[<Int…>, <shape>, <what it is>]")
    return Field(name, scalar, shape, doc)


class RecordType(type):
    """This is the type of the types of records, by which another process finds out how to make the same."""

    declared: type


@cache
def record_of(declared: type) -> RecordType:
    """This is the type of the records that a class declares.

    A record of NumPy's searches itself for every name before it looks among its fields, and plain rules take most of
    their time for reading. Here every field has a way of its own, except those whose names a record uses for itself.
    """
    names = [field.name for field in fields_of(declared)]
    ways: dict[str, Any] = {name: property(itemgetter(name)) for name in names if not hasattr(np.record, name)}
    ways |= {"__getattribute__": object.__getattribute__, "__getitem__": np.void.__getitem__}
    ways |= {"__setattr__": np.void.__setitem__, "declared": declared}
    return RecordType("Record", (np.record,), ways)


copyreg.pickle(RecordType, lambda record: (record_of, (record.declared,)))


@cache
def dtype_of(declared: type) -> np.dtype[Any]:
    """This is the layout of the records that a class declares, packed so that every byte means something."""
    layout = [(field.name, field.type, field.shape) for field in fields_of(declared)]
    return np.dtype((record_of(declared), layout))


def blank(declared: type, count: int = 1) -> Tables:
    """This makes an array of empty tables."""
    return np.zeros(count, dtype=dtype_of(declared))


def alone(t: Any) -> Tables:
    """This copies a table into an array of its own."""
    tables = np.empty(1, dtype=t.dtype)
    tables[0] = t
    return tables


class Light:
    """This is a table whose fields are Python's own numbers, and arrays: plain rules read it ten times as fast.

    It is made of a record in little more time than reading one field of that record takes. Rules, notation and scenes
    do not notice the difference; whoever needs the record, or its bytes, gets them.
    """

    def __init__(self, dtype: np.dtype[Any], values: dict[str, Any]) -> None:
        vars(self).update(values)
        vars(self)[DTYPE] = dtype
        vars(self)[ARRAYS] = tuple(name for name, value in values.items() if isinstance(value, np.ndarray))

    def __getattr__(self, name: str) -> Any:
        # Python asks here for what it has not found: one that was set aside is made again.
        if name not in _fields(self):
            raise AttributeError(name)
        return getattr(self, name)

    def __getitem__(self, name: str) -> Any:
        return _fields(self)[name]

    def __setitem__(self, name: str, value: Any) -> None:
        vars(self)[name] = value

    def record(self) -> Any:
        """This is the record that it stands for."""
        fields = _fields(self)
        tables = np.empty(1, dtype=fields[DTYPE])
        tables[0] = tuple([fields[name] for name in fields[DTYPE].names])
        return tables[0]

    def tobytes(self) -> bytes:
        """This is the bytes of the record."""
        return bytes(self.record().tobytes())

    def copy(self) -> "Light":
        """This copies it; the copy and the original never meet again."""
        return self.share(_fields(self)[ARRAYS])

    def share(self, own: tuple[str, ...]) -> "Light":
        """This copies some of its arrays and shares the others, which nobody may change from now on."""
        made = Light.__new__(Light)
        fields = _fields(self).copy()
        fields.pop(NOTES, None)
        fields.pop(AGAIN, None)
        for name in own:
            fields[name] = fields[name].copy()
        made.__dict__ = fields
        return made


DTYPE = "dtype"
"""The name under which a light table keeps its layout; no field may have it, for records use it for themselves."""
ARRAYS = "_arrays"
"""The name under which it keeps the names of its arrays: of those alone a copy is needed."""
AGAIN = "_again"
"""The name under which one that was set aside keeps how it is made again; until somebody reads it, that is all."""
NOTES = "_notes"
"""The name under which one that nobody changes any more keeps what was made of it."""
NOT_MADE: Any = object()
"""What is found there of something that was not made yet."""


def light(t: Any) -> Any:
    """This is a light copy of a table."""
    if isinstance(t, Light):
        return t.copy()
    return Light(t.dtype, dict(zip(t.dtype.names, alone(t)[0].item(), strict=True)))


def set_aside(t: Light, again: Callable[[], Light]) -> None:
    """This lets a table that nobody changes any more take little room, until somebody reads it: it is made again."""
    t.__dict__ = {AGAIN: again}


def put_back(t: Light) -> None:
    """This lets a table that was set aside, and made again because somebody read it, take little room again."""
    if again := again_of(t):
        t.__dict__ = {AGAIN: again}


def again_of(t: Light) -> Callable[[], Light] | None:
    """This is how a table that was set aside is made again."""
    return vars(t).get(AGAIN)


def packed(t: Light) -> Callable[[], Light]:
    """This is a table in a tenth of its room, to be made again."""
    return partial(_from_bytes, t[DTYPE], t.tobytes())


def _from_bytes(dtype: np.dtype[Any], content: bytes) -> Light:
    values = np.frombuffer(content, dtype=dtype)[0].item()
    return Light(dtype, dict(zip(dtype.names or (), values, strict=True)))


def _fields(t: Light) -> dict[str, Any]:
    """This is all that a light table keeps; one that was set aside is so no longer."""
    fields = vars(t)
    if DTYPE not in fields:
        again = fields[AGAIN]
        fields = vars(again()) | {NOTES: {}, AGAIN: again}
        # At one stroke: another thread may read it at this moment.
        t.__dict__ = fields
    return fields


def is_same(one: Any, other: Any) -> bool:
    """This tells whether two tables of a game are alike, byte for byte; light ones at the first difference."""
    if not (isinstance(one, Light) and isinstance(other, Light)):
        return bool(one.tobytes() == other.tobytes())
    fields, also = _fields(one), _fields(other)
    for name in fields[DTYPE].names:
        value = fields[name]
        if type(value) is np.ndarray:
            if value is not also[name] and value.tobytes() != also[name].tobytes():
                return False
        elif value != also[name]:
            return False
    return True


def settle(t: Any) -> None:
    """This says that nobody changes a table any more; what was noted of it is forgotten."""
    if isinstance(t, Light):
        vars(t)[NOTES] = {}


def once(make: Callable[..., Made]) -> Callable[..., Made]:
    """This lets a function of a table make what follows from it once, if it is a light one that was settled.

    It may follow from others too, by which it is remembered. Nobody may change what it makes.
    """

    @wraps(make)
    def recall(t: Any, *others: Any) -> Made:
        # This is asked dozens of times after every move, so it does without whatever it can.
        notes = t.__dict__.get(NOTES) if type(t) is Light else None
        if notes is None:
            return make(t, *others)
        key = make, *others
        found: Made = notes.get(key, NOT_MADE)
        if found is NOT_MADE:
            found = notes[key] = make(t, *others)
        return found

    return recall


FORGOTTEN = 16
"""What part of a full cache is forgotten at once: one in so many entries."""


def make_room(known: dict[Any, Any], size: int) -> None:
    """Forget a few of the oldest entries of a cache that is full.

    To forget all of them would let memory rise and fall, and where several caches do, rise a little more every time.

    >>> known = dict.fromkeys(range(32))
    >>> make_room(known, 33), len(known)
    (None, 32)
    >>> make_room(known, 32), sorted(known)[0], len(known)
    (None, 2, 30)
    """
    if len(known) >= size:
        for key in list(islice(known, max(size // FORGOTTEN, 1))):
            # Another thread may have forgotten it meanwhile.
            known.pop(key, None)


def remembered(size: int, *fields: str) -> Callable[[Callable[[Any], Made]], Callable[[Any], Made]]:
    """This lets a function of a table remember what it made of the same numbers: those of some fields, two or more.

    What it makes must follow from those fields, and nobody may change it.
    """
    pick = itemgetter(*fields)

    def remember(make: Callable[[Any], Made]) -> Callable[[Any], Made]:
        known: dict[tuple[Any, ...], Made] = {}

        @wraps(make)
        def recall(t: Any) -> Made:
            values = pick(_fields(t) if isinstance(t, Light) else t)
            key = tuple([value.tobytes() if type(value) is np.ndarray else value for value in values])
            found = known.get(key)
            if found is None:
                make_room(known, size)
                found = known[key] = make(t)
            return found

        return recall

    return remember


def copy(t: Any) -> Any:
    """This copies a table; the copy and the original never meet again."""
    return t.copy() if isinstance(t, Light) else alone(t)[0]
