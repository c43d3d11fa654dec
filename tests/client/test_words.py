"""The browser says phrases exactly as Python does, and everything that it says has words."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

import sobremesa.client
from sobremesa import find, names
from sobremesa.core.words import LANGUAGES, Words, catalogue, read_phrase

CASES = json.loads(Path(__file__).with_name("words.json").read_text(encoding="utf-8"))
CLIENT = Path(sobremesa.client.__file__).parent
KEY = re.compile(r"\b(?:say|tell|named|said)\(\s*\"(\w+(?:\.\w+)+)\"")
BEGUN = re.compile(r"\b(?:say|tell|said)\(\s*`([\w.]+)\.\$\{")


@pytest.mark.parametrize("case", CASES, ids=lambda case: str(case["why"]))
def test_phrases_are_said_as_in_the_browser(case: dict[str, Any]) -> None:
    words = Words("en")
    words.catalogues = case["words"]

    if case["said"] is None:
        with pytest.raises(KeyError):
            words.say(read_phrase(case["phrase"]), case["names"])
    else:
        assert words.say(read_phrase(case["phrase"]), case["names"]) == case["said"]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("script", sorted(CLIENT.glob("*.js")), ids=lambda script: str(script.name))
def test_whatever_a_page_says_has_words(script: Path, language: str) -> None:
    words = Words(language, "sobremesa.client", "sobremesa.core")
    source = script.read_text(encoding="utf-8")

    assert [key for key in KEY.findall(source) if not words.has(key)] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_words_are_left_over(language: str) -> None:
    source = "\n".join(script.read_text(encoding="utf-8") for script in CLIENT.glob("*.js"))
    stems = ("preferences.", *(f"{stem}." for stem in BEGUN.findall(source)))
    keys = {key.removesuffix(".one").removesuffix(".other") for key in catalogue("sobremesa.client", language)}

    assert [key for key in sorted(keys) if f'"{key}"' not in source and not key.startswith(stems)] == []


def test_the_browser_knows_no_game() -> None:
    sources = {
        path.name: path.read_text(encoding="utf-8").lower() for path in CLIENT.glob("*.*") if path.suffix != ".py"
    }
    spellings = {spelling for name in names() for spelling in (name, name.replace("-", "_"), name.replace("-", " "))}
    spellings |= {catalogue(find(name).package, language)["name"].lower() for name in names() for language in LANGUAGES}

    assert [(name, spelling) for name in sources for spelling in sorted(spellings) if spelling in sources[name]] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_words_of_the_page_hide_none_of_the_core(language: str) -> None:
    assert set(catalogue("sobremesa.client", language)) & set(catalogue("sobremesa.core", language)) == set()
