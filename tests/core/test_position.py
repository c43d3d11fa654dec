import pytest

import sobremesa
from sobremesa import InvalidPosition, UnknownGame

EMPTY = ["......"] * 6


def reasons(position: object) -> list[str]:
    with pytest.raises(InvalidPosition) as caught:
        sobremesa.position(position)  # type: ignore[arg-type]
    assert caught.value.say("es")
    return [reason.name for reason in caught.value.reasons]


@pytest.mark.parametrize(
    ("position", "expected"),
    [
        ([], ["not_an_object"]),
        ({}, ["no_game"]),
        ({"game": 7}, ["no_game"]),
        ({"game": "sequence-dice", "rolls": 7}, ["unknown_key"]),
        ({"game": "sequence-dice", "seats": 5}, ["seats"]),
        (
            {"game": "sequence-dice", "seats": 5, "options": {"line": 7}, "board": []},
            ["seats", "option_value", "row_count"],
        ),
        ({"game": "poleana", "players": "Q", "options": {"partners": True}, "pos": 1}, ["players", "not_an_object"]),
        (
            {"game": "poleana", "players": "RB", "options": {"partners": True}, "pos": 1},
            ["option_seats", "not_an_object"],
        ),
        ({"game": "sequence-dice", "options": []}, ["options_not_an_object"]),
        ({"game": "sequence-dice", "options": {"line": 7, "chips": 3, "x": 1}}, ["option_value"] * 2 + ["option_name"]),
        ({"game": "sequence-dice", "turn": 0, "board": EMPTY[:5]}, ["row_count"]),
        ({"game": "sequence-dice", "turn": 0, "board": ["......."] * 6}, ["row_width"] * 6),
        ({"game": "sequence-dice", "turn": 0, "board": [7, ".....D", *EMPTY[2:]]}, ["row_width", "row_letters"]),
        ({"game": "sequence-dice", "turn": 0, "board": ["....C.", *EMPTY[1:]]}, ["row_letters"]),
        (
            {"game": "sequence-dice", "turn": 2, "turns": 2001, "roll": 1, "board": ["AABAAB"] * 6},
            ["too_many_chips", "whole", "whole", "whole", "two_lines", "roll_after_end"],
        ),
        (
            {"game": "sequence-dice", "roll": 7, "turns": 3, "board": ["A.....", *EMPTY[1:]]},
            ["before_the_first_turn"] * 3,
        ),
        ({"game": "sequence-dice", "turn": 0, "opening": [[], []]}, ["opening_and_turn"]),
        ({"game": "sequence-dice", "opening": [[]]}, ["by_seat"]),
        ({"game": "sequence-dice", "opening": [[1], []]}, ["opening_throws"]),
        ({"game": "sequence-dice", "opening": [None, []]}, ["opening_alone"]),
        ({"game": "sequence-dice", "opening": [[9], [5]]}, ["opening_order"]),
    ],
)
def test_all_reasons_are_named_at_once(position: object, expected: list[str]) -> None:
    assert reasons(position) == expected


def test_the_message_is_one_line_with_every_reason() -> None:
    with pytest.raises(InvalidPosition) as caught:
        sobremesa.position({"game": "sequence-dice", "turn": 0, "what": 1, "board": ["AAABAB", "AABABA"] * 3})

    assert str(caught.value) == (
        "this position cannot be: unknown key what (known: game, seats, options, board, turns, opening, turn, roll); "
        "side A has 24 chips on the board, 20 at most"
    )


def test_an_unknown_game_is_refused() -> None:
    with pytest.raises(UnknownGame, match=r"no game 'chess' is installed; there is .*sequence-dice"):
        sobremesa.position({"game": "chess"})
