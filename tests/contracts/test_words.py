"""Both languages are complete: same keys, same values, nothing left out."""

import re
import string
from pathlib import Path

import pytest

from sobremesa import find, names
from sobremesa.core.words import LANGUAGES, Words, catalogue

OURS = ["sobremesa.core", "sobremesa.cli", "sobremesa.client", "sobremesa.server"]
PACKAGES = [*OURS, *(find(name).package for name in names())]


@pytest.mark.parametrize("package", PACKAGES)
def test_every_sentence_is_there_in_both_languages(package: str) -> None:
    spanish, english = (catalogue(package, language) for language in LANGUAGES)

    assert set(spanish) == set(english)
    assert all(spanish.values())
    assert all(english.values())


@pytest.mark.parametrize("package", PACKAGES)
def test_a_sentence_mentions_the_same_values_in_both_languages(package: str) -> None:
    spanish, english = (catalogue(package, language) for language in LANGUAGES)

    for key in english:
        assert mentioned(spanish[key]) == mentioned(english[key]), key


def mentioned(sentence: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(sentence) if name} | set(
        re.findall(r"%\(\w+\)\w", sentence)
    )


@pytest.mark.parametrize("name", names())
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_game_has_a_name_a_pitch_and_a_meaning_for_every_option(name: str, language: str) -> None:
    game = find(name)
    words = Words(language, game.package)

    keys = ["name", "pitch"]
    keys += [f"options.{option.name}.{part}" for option in game.options for part in ("name", "meaning")]

    assert all(words.has(key) for key in keys)


@pytest.mark.parametrize("name", names())
@pytest.mark.parametrize("language", LANGUAGES)
def test_notes_are_about_numbers_of_seats_that_can_be_chosen(name: str, language: str) -> None:
    game = find(name)

    notes = [key for key in catalogue(game.package, language) if key.startswith("seats_note.")]

    assert set(notes) <= {f"seats_note.{seats}" for seats in game.seats}
    # The set-up page shows them as they stand, with nothing to fill in.
    assert not any(mentioned(catalogue(game.package, language)[note]) for note in notes)


@pytest.mark.parametrize("name", names())
@pytest.mark.parametrize("language", LANGUAGES)
def test_values_that_are_words_have_names_and_meanings_mention_nothing_else(name: str, language: str) -> None:
    game = find(name)
    words = catalogue(game.package, language)

    for option in game.options:
        values = {value for value in option.values if isinstance(value, str)}
        assert all(f"options.{option.name}.values.{value}" in words for value in values), option.name
        meaning = words[f"options.{option.name}.meaning"]
        # A number that has a name is called by it, here as on its button.
        called = {value for value in option.values if f"options.{option.name}.values.{value}" in words} - values
        assert mentioned(meaning) <= values | {f"n{value}" for value in called}, option.name
        assert not any(re.search(rf"\b{value}\b", meaning) for value in called), option.name


@pytest.mark.parametrize("name", names())
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_fault_of_a_position_has_words(name: str, language: str) -> None:
    game = find(name)
    words = Words(language, game.package, "sobremesa.core")
    source = Path(str(vars(game.notation)["__file__"])).read_text(encoding="utf-8")

    faults = re.findall(r"\bfault\(\s*\"(\w+)\"", source)

    assert [fault for fault in faults if not words.has(f"position.{fault}")] == []
