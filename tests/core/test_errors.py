"""The error tree at the top of its file is the tree there is, and everybody can say every error in both languages."""

import inspect
import pickle
import re

import sobremesa
from sobremesa.core import errors
from sobremesa.core.words import LANGUAGES, Phrase, Words


def classes() -> list[type[errors.SobremesaError]]:
    members = (member for _, member in inspect.getmembers(errors, inspect.isclass))
    return [member for member in members if issubclass(member, errors.SobremesaError)]


def test_the_tree_is_drawn_as_it_is() -> None:
    drawn = re.findall(r"[├└]── (\w+)", errors.__doc__ or "")
    first_level = [member.__name__ for member in classes() if member.__bases__ == (errors.SobremesaError,)]

    assert sorted(drawn) == sorted(first_level)


def test_every_error_has_words_in_both_languages() -> None:
    for language in LANGUAGES:
        words = Words(language, "sobremesa.core")
        assert all(words.has(member.key) for member in classes() if member is not errors.SobremesaError)


def test_errors_of_the_tree_are_public() -> None:
    drawn = re.findall(r"[├└]── (\w+)", errors.__doc__ or "")

    assert {"SobremesaError", *drawn} <= set(sobremesa.__all__)


def test_an_error_without_a_game_speaks_for_itself() -> None:
    fault = errors.FileFault(path="evening.jsonl", reason="gone")

    assert str(fault) == fault.say("es") == "evening.jsonl: gone"
    assert errors.UnknownBot(given="'x'", known=["random"]).say("es") == "no hay ningún bot 'x'; hay random"
    assert isinstance(errors.NothingToUndo(), sobremesa.SobremesaError)


def test_errors_travel_between_processes() -> None:
    faults = [
        errors.UnknownGame(given="'x'", known=["a"]),
        errors.IllegalMove("x", ["a", "b"]),
        errors.IllegalMoveInRow(3, ["a"], row=7),
        errors.InvalidRecord(4, Phrase("record.check")),
        errors.InvalidPosition([Phrase("position.no_game")]),
    ]

    for fault in faults:
        again = pickle.loads(pickle.dumps(fault))
        assert type(again) is type(fault)
        assert str(again) == str(fault)
        assert vars(again).keys() == vars(fault).keys()
