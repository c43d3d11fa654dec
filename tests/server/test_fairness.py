"""Sealed luck: fixed by its number, exactly weighted, and worth nothing to whoever guesses."""

import hmac
from collections import Counter
from hashlib import sha256

import pytest

from sobremesa.server import fairness

KEY = fairness.key_of(bytes(range(32)), "match")


def test_the_seal_is_the_digest_of_the_secret() -> None:
    secret = fairness.new_secret()

    assert len(secret) == 32
    assert fairness.seal_of(secret) == sha256(secret).hexdigest()
    assert fairness.new_secret() != secret


def test_the_key_needs_the_secret_the_match_and_what_players_gave() -> None:
    keys = {
        fairness.key_of(b"s" * 32, "match"),
        fairness.key_of(b"t" * 32, "match"),
        fairness.key_of(b"s" * 32, "other"),
        fairness.shared_key(b"s" * 32, "match", []),
        fairness.shared_key(b"s" * 32, "match", [""]),
        fairness.shared_key(b"s" * 32, "match", ["00" * 16]),
        fairness.shared_key(b"s" * 32, "match", ["00" * 16, ""]),
        fairness.shared_key(b"s" * 32, "match", ["", "00" * 16]),
        fairness.shared_key(b"s" * 32, "other", ["00" * 16]),
    }

    assert len(keys) == 9


def test_the_key_is_as_it_is_written_down() -> None:
    message = b"sobremesa/2/abc/" + b"0f" * 16 + b"/-"

    assert fairness.shared_key(b"s" * 32, "abc", ["0f" * 16, ""]) == hmac.digest(b"s" * 32, message, "sha256")


@pytest.mark.parametrize("total", [1, 2, 3, 6, 36, 37, 1000])
def test_a_ticket_is_the_first_word_below_the_total(total: int) -> None:
    for number in range(50):
        digest = hmac.digest(KEY, f"outcome/{number}/0".encode(), "sha256")
        words = [int.from_bytes(digest[at : at + 4], "big") for at in range(0, 32, 4)]
        cut = [word >> (32 - (total - 1).bit_length()) for word in words]
        fitting = [word for word in cut if word < total]

        assert fairness.ticket(KEY, number, total) == (fitting[0] if fitting else pytest.approx(total / 2, abs=total))


def test_outcomes_come_as_often_as_their_weights_say() -> None:
    weights = [1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1]

    seen = Counter(fairness.outcome(KEY, number, weights) for number in range(18_000))

    expected = [500 * weight for weight in weights]
    chi_squared = sum((seen[index] - each) ** 2 / each for index, each in enumerate(expected))
    assert chi_squared < 29.6  # 10 degrees of freedom, one in a thousand; the key is fixed, so it never varies


def test_an_outcome_without_weight_never_comes() -> None:
    assert {fairness.outcome(KEY, number, [0, 1, 0]) for number in range(20)} == {1}
    with pytest.raises(ValueError, match="tickets"):
        fairness.outcome(KEY, 0, [])


def test_lucks_differ_by_purpose_and_number() -> None:
    lucks = {int(fairness.luck_for(KEY, purpose, number)[0]) for purpose in ("bot", "hint") for number in range(50)}

    assert len(lucks) == 100
