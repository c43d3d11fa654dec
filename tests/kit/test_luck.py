import numpy as np
import pytest

from sobremesa.kit import luck as kit
from sobremesa.kit.luck import Luck, below, draw, pick, sow


def test_the_sequence_of_a_seed_is_fixed() -> None:
    luck = sow(7, 1)[0]

    assert [int(draw(luck)) for _ in range(4)] == [3843594792, 1114391085, 2566841659, 3667265547]


def test_lucks_depend_on_seed_and_number_alone() -> None:
    assert sow(3, 10)[4:6].tolist() == sow(3, 2, first=4).tolist()
    assert len(np.unique(np.concatenate([sow(seed, 1000) for seed in range(5)]))) == 5000
    assert sow(kit.MAX_SEED, 1).shape == (1, 1)


def test_draws_below_a_bound_are_even() -> None:
    luck = sow(1, 1)[0]
    counts = np.bincount([below(luck, 6) for _ in range(60_000)], minlength=6)

    assert len(counts) == 6
    assert ((counts - 10_000) ** 2 / 10_000).sum() < 20.5  # chi-square, 5 degrees, 1 in 1,000


def test_uneven_draws_are_drawn_again(monkeypatch: pytest.MonkeyPatch) -> None:
    # Scaled to 3, the draws 0 and 1 would both give 0, which then had one draw more than 1 and 2; so 0 is refused.
    draws = iter([0, 1])
    monkeypatch.setattr(kit, "draw", lambda luck: np.uint64(next(draws)))

    assert below(np.zeros(1, dtype=np.uint64), 3) == 0
    assert list(draws) == []


def test_picks_follow_the_weights() -> None:
    luck = sow(2, 1)[0]
    weights = np.array([1, 3, 2, 99])

    counts = np.bincount([pick(luck, weights, 3) for _ in range(12_000)], minlength=3)

    assert len(counts) == 3
    assert counts[0] == pytest.approx(2000, rel=0.1)
    assert counts[1] == pytest.approx(6000, rel=0.1)


def test_picks_among_equals_are_draws_below_their_number() -> None:
    ones, two = sow(4, 2)[:1].repeat(2, axis=0)

    assert [pick(ones, np.ones(5, dtype=np.int64), 5) for _ in range(50)] == [below(two, 5) for _ in range(50)]


@pytest.mark.parametrize("spread", [0, 1])
def test_neighbouring_lucks_are_unrelated(spread: int) -> None:
    lucks = [sow(seed, 1, first=seed * spread)[0] for seed in range(2000)]

    firsts = np.array([below(luck, 36) for luck in lucks])

    assert abs(np.corrcoef(firsts[:-1], firsts[1:])[0, 1]) < 0.08
    assert len(set(firsts.tolist())) == 36


def test_a_luck_never_stands_still() -> None:
    luck: Luck = sow(0, 1)[0]
    seen = {int(luck[0])}
    for _ in range(1000):
        draw(luck)
        seen.add(int(luck[0]))

    assert len(seen) == 1001
