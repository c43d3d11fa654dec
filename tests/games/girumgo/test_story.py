"""Girumgo in words: what the draws and the attacks are told as."""

import re

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


def test_a_token_that_steps_goes_to_the_next_wheel() -> None:
    match = sobremesa.position(
        {
            "game": "girumgo",
            "options": {"setup": "aligned"},
            "turn": 1,
            "die": 1,
            "rot": {"-3,0": 2},
            "advances": [0, 1],
        }
    )

    match.push("step -2,0")

    assert match.paths() == {"token-1": ["board/-2,0"]}
    assert match.view().rule() == "GI-9"


def test_an_opening_throw_is_seen_for_a_moment() -> None:
    match = sobremesa.start("girumgo", seats=2, seed=1, options={"setup": "aligned"})
    before = match.view()
    match.push("5")
    after = match.view()

    seen = match.game.scenery.glimpse(before.table, 5, after.table)

    assert [(thing.id, thing.face) for thing in seen] == [("die", "5")]
    assert match.paths() == {}


def test_the_names_of_wheels_can_be_read_on_a_phone() -> None:
    drawn = sobremesa.start("girumgo", seats=2, seed=1).svg()
    box = re.search(r'viewBox="\S+ \S+ (\S+) ', drawn)
    written = re.findall(r'scale\((\S+)\)" font-size="(\S+)"[^>]*>(-?\d,-?\d)<', drawn)

    assert box is not None
    assert len(written) == 37
    phone = 390 / float(box[1])
    assert min(phone * float(scale) * float(size) for scale, size, _ in written) > 6
