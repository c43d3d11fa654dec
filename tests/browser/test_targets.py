"""Whatever can be clicked lies open: at random positions of every game, after every pick, at a desk and on a phone."""

import os
import random
from collections import Counter
from itertools import islice
from pathlib import Path

import pytest

from sobremesa.core.game import names
from tests.browser.conftest import Visit
from tests.browser.friend import ME, OPEN, Friend
from tests.browser.positions import Shown, walk

POSITIONS = int(os.environ.get("SOBREMESA_TARGETS", "4"))
"""How many positions of a game are looked at on a device."""
SELECTIONS = 40
"""How many partial selections of a position are looked at, those with few picks first."""
SIZES = {"desk": (1440, 900), "phone": (390, 844)}
WALK = (Path(__file__).parent / "targets.js").read_text()
SHOWN = 12


@pytest.mark.parametrize("device", SIZES)
@pytest.mark.parametrize("game", names())
def test_every_target_can_be_clicked(game: str, device: str, visit: Visit, friend: Friend) -> None:
    """Nothing covers the centre of a target, and a click there means it."""
    width, height = SIZES[device]
    positions = walk(game, random.Random(f"{game} {device}"))
    match = friend.make(game, ME, OPEN)
    person = visit("/", device=device, autoForced=False)
    person.page.set_viewport_size({"width": width, "height": height})
    shown = Shown(person, f"/t/{match}", next(positions))
    count: Counter[str] = Counter()
    faults: list[str] = []
    for number, position in enumerate(islice(positions, POSITIONS)):
        shown.show(position)
        found = person.page.evaluate(WALK, SELECTIONS)
        count += Counter({name: found[name] for name in ("targets", "selections", "left")})
        faults += [f"position {number}: {fault}" for fault in found["faults"]]
    print(f"{game} {device}: {POSITIONS} positions, {dict(count)}, {len(faults)} faults")
    assert count["targets"] >= POSITIONS, count
    assert not faults, "\n".join([f"{len(faults)} of {count['targets']}", *faults[:SHOWN]])
