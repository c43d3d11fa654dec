from typing import Annotated, Any

import numpy as np
import pytest

from sobremesa.core.table import Int8, Int16, Ints64, Reading, alone, blank, copy, dtype_of, fields_of


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


def test_a_field_without_type_or_meaning_is_refused() -> None:
    class Undocumented:
        turn: Int8

    class Untyped:
        turn: Annotated[int, "seat whose turn it is"]

    for declared in (Undocumented, Untyped):
        with pytest.raises(TypeError, match="field 'turn' of a table must be declared as"):
            dtype_of(declared)


def test_a_reading_says_what_the_table_says() -> None:
    t = blank(Table)[0]
    t.turn = 3
    t.board[1, 2] = 5

    reading: Any = Reading(t)

    assert (reading.turn, reading["turn"], type(reading.turn)) == (3, 3, int)
    assert reading.board[1, 2] == 5
    with pytest.raises(AttributeError):
        reading.hat  # noqa: B018
