import pickle
from typing import Annotated, Any

import numpy as np
import pytest

from sobremesa.core.table import (
    Int8,
    Int16,
    Ints64,
    alone,
    blank,
    copy,
    dtype_of,
    fields_of,
    is_same,
    light,
    once,
    packed,
    remembered,
    set_aside,
    settle,
)


class Table:
    turn: Annotated[Int8, "seat whose turn it is"]
    turns: Annotated[Int16, "turns finished"]
    board: Annotated[Ints64, (2, 3), "what lies where"]


def test_one_declaration_gives_layout_types_and_documentation() -> None:
    assert [(field.name, field.type, field.shape, field.doc) for field in fields_of(Table)] == [
        ("turn", np.int8, (), "seat whose turn it is"),
        ("turns", np.int16, (), "turns finished"),
        ("board", np.int64, (2, 3), "what lies where"),
    ]
    assert dtype_of(Table).itemsize == 1 + 2 + 6 * 8


def test_tables_are_written_through_and_copies_are_apart() -> None:
    tables = blank(Table, 2)
    t = tables[1]
    t.turn = 3
    t.board[1, 2] = 9

    kept = copy(t)
    t.board[1, 2] = 7

    assert tables[1].turn == 3
    assert tables[1].board[1, 2] == 7
    assert kept.board[1, 2] == 9
    assert alone(kept)[0].tobytes() == kept.tobytes()


def test_tables_can_be_sent_to_another_process() -> None:
    tables = blank(Table, 2)
    tables[1].turn = 3

    sent = pickle.loads(pickle.dumps(tables))

    assert sent.dtype == tables.dtype
    assert (sent[1].turn, sent[1].board.shape) == (3, (2, 3))


def test_what_is_not_declared_cannot_be_written() -> None:
    with pytest.raises(ValueError, match="no field of name tunr"):
        blank(Table)[0].tunr = 3


def test_a_field_without_type_or_meaning_is_refused() -> None:
    class Undocumented:
        turn: Int8

    class Untyped:
        turn: Annotated[int, "seat whose turn it is"]

    for declared in (Undocumented, Untyped):
        with pytest.raises(TypeError, match="field 'turn' of a table must be declared as"):
            dtype_of(declared)


def test_a_light_table_holds_what_its_record_holds() -> None:
    t = blank(Table)[0]
    t.turn = 3
    t.board[1, 2] = 5

    lightly = light(t)

    assert (lightly.turn, lightly["turn"], type(lightly.turn)) == (3, 3, int)
    assert lightly.board[1, 2] == 5
    assert lightly.tobytes() == t.tobytes()
    lightly["turn"] = 4
    lightly.board[0, 0] = 7
    again = lightly.record()
    assert (again.turn, again.board[0, 0], t.turn, t.board[0, 0]) == (4, 7, 3, 0)


def test_tables_are_the_same_if_all_their_bytes_are() -> None:
    t = blank(Table)[0]
    t.turn = 3
    other = light(t)

    assert is_same(t, other)
    assert is_same(other, t)
    assert is_same(other, copy(other))
    other.board[0, 0] = 1
    assert not is_same(t, other)
    assert not is_same(light(t), other)
    other = light(t)
    other.turn = 2
    assert not is_same(light(t), other)


def test_copies_of_a_light_table_never_meet_again() -> None:
    t = light(blank(Table)[0])

    for other in (copy(t), light(t)):
        other.turn = 1
        other.board[0, 0] = 1

    assert (t.turn, t.board[0, 0]) == (0, 0)


def test_a_table_that_was_set_aside_is_as_it_was_to_whoever_reads_it() -> None:
    t = light(blank(Table)[0])
    t.turn = 3
    t.board[1, 2] = 5
    whole, changed = copy(t), copy(t)
    changed.turn = 4

    def aside() -> Any:
        found = copy(t)
        set_aside(found, packed(found))
        assert len(vars(found)) == 1
        return found

    assert (aside().turn, aside()["turn"], aside().board[1, 2]) == (3, 3, 5)
    assert aside().tobytes() == whole.tobytes()
    assert is_same(aside(), whole)
    assert not is_same(changed, aside())
    again = copy(aside())
    again.board[1, 2] = 6
    assert again.board[1, 2] == 6
    with pytest.raises(KeyError, match="nothing"):
        aside()["nothing"]
    with pytest.raises(AttributeError, match="nothing"):
        aside().nothing  # noqa: B018 - reading is all there is to it


def test_what_follows_from_a_settled_table_is_made_once_and_not_for_its_copies() -> None:
    made: list[int] = []

    @once
    def doubled(t: Any, times: int) -> int:
        made.append(int(t.turn))
        return int(t.turn) * times

    t = light(blank(Table)[0])
    assert [doubled(t, 2), doubled(t, 2)] == [0, 0]
    assert made == [0, 0]

    settle(t)
    assert [doubled(t, 2), doubled(t, 2), doubled(t, 3)] == [0, 0, 0]
    assert made == [0, 0, 0, 0]

    other = copy(t)
    other.turn = 5
    assert doubled(other, 2) == 10
    assert not is_same(other, t)
    settle(t)
    assert doubled(t, 2) == 0
    assert made == [0, 0, 0, 0, 5, 0]


def test_a_full_memory_forgets_a_few_of_the_oldest_and_keeps_the_others() -> None:
    made: list[int] = []

    @remembered(32, "turn", "turns")
    def square(t: Any) -> int:
        made.append(int(t.turn))
        return int(t.turn) ** 2

    t = blank(Table)[0]
    for turn in [*range(33), *range(2, 33), 0]:
        t.turn = turn
        assert square(t) == turn**2

    assert made == [*range(33), 0]


def test_what_was_made_of_a_table_is_made_anew_when_too_much_is_remembered() -> None:
    made: list[int] = []

    @remembered(2, "turn", "turns")
    def square(t: Any) -> int:
        made.append(int(t.turn))
        return int(t.turn) ** 2

    t = blank(Table)[0]
    for turn in (3, 3, 4, 3, 5, 3):
        t.turn = turn
        assert square(t) == turn**2

    assert made == [3, 4, 5, 3]
