"""Girumgo in words: what the draws and the attacks are told as."""

import pytest

import sobremesa

ATTACK = ("turn 1,-1 -", "turn 1,-1 -", "turn -1,0 -", "turn -1,0 -", "turn 0,-1 +", "turn 0,-1 +")


def test_the_draws_of_the_set_up_are_announced() -> None:
    match = sobremesa.position({"game": "girumgo"})

    assert match.view().prompt().name == "setup"


@pytest.mark.parametrize(("advances", "told"), [(6, "loss"), (3, "home")])
def test_an_attack_is_told_by_what_it_costs(advances: int, told: str) -> None:
    match = sobremesa.position(
        {
            "game": "girumgo",
            "options": {"setup": "aligned"},
            "turn": 0,
            "die": 6,
            "rot": {"1,0": 2},
            "tokens": [[3, 0], [0, 0]],
            "advances": [0, advances],
        }
    )

    for move in ATTACK:
        match.push(move)

    assert told in [phrase.name for phrase in match.story()]
