import pytest

from sobremesa.core.words import Phrase, Seat, Words


@pytest.fixture
def words() -> Words:
    return Words("en", "sobremesa.games.sequence_dice", "sobremesa.core")


def test_seats_are_spoken_by_name(words: Words) -> None:
    phrase = Phrase("log.place", seat=Seat(1), square="1,4")

    assert words.say(phrase) == "Player 2 puts a chip on 1,4."
    assert words.say(phrase, ["Ana", "Luis"]) == "Luis puts a chip on 1,4."


def test_lists_numbers_and_phrases_are_spoken(words: Words) -> None:
    tie = Phrase("log.tie", players=[Seat(0), Seat(2)])
    reasons = (Phrase("position.opening_alone"), Phrase("position.opening_order"))

    assert words.say(tie) == "Player 1, Player 3 are tied and throw again."
    assert words("errors.position", reasons=reasons).count("; ") == 1
    assert words("errors.option_value", option="x", expected=(True, 5), given=()) == (
        "option x must be one of on, 5, not "
    )
    assert words("errors.file", path="x", reason=tie) == f"x: {words.say(tie)}"


def test_a_sentence_may_depend_on_a_number(words: Words) -> None:
    one, two = (Phrase("prompt.line", players=[Seat(0)] * count, count=count, side="A") for count in (1, 2))

    assert words.say(one) == "Player 1 has a line of A and wins."
    assert words.say(two) == "Player 1, Player 1 have a line of A and win."
    assert words.has("prompt.line")
    assert not words.has("prompt.lines")


def test_what_has_no_words_is_an_error(words: Words) -> None:
    with pytest.raises(KeyError, match=r"no words for 'log\.fly' in 'en'"):
        words("log.fly")
    with pytest.raises(ValueError, match="es or en expected"):
        Words("fr", "sobremesa.core")


def test_phrases_compare_hash_and_travel() -> None:
    phrase = Phrase("log.tie", players=[Seat(0)], inner=Phrase("seat", number=1))

    assert phrase == Phrase("log.tie", players=[Seat(0)], inner=Phrase("seat", number=1))
    assert phrase != Phrase("log.tie")
    assert len({phrase, Phrase("log.tie")}) == 2
    assert phrase.name == "tie"
    assert phrase.json() == {"say": "log.tie", "players": [{"seat": 0}], "inner": {"say": "seat", "number": 1}}
