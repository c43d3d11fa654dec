"""Whatever the server says has words."""

import re
from pathlib import Path

import pytest

import sobremesa.server
from sobremesa.core.words import LANGUAGES, Words
from sobremesa.server.language import reader
from sobremesa.server.refusals import WORDS, Refused

SOURCES = [path.read_text(encoding="utf-8") for path in Path(sobremesa.server.__file__).parent.glob("*.py")]
SAID = {
    *(f"server.{name}" for source in SOURCES for name in re.findall(r'Refused\(\s*"(\w+)"', source)),
    *(key for source in SOURCES for key in re.findall(r'Phrase\(\s*"([\w.]+)"', source)),
}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_sentence_is_in_the_words(language: str) -> None:
    words = Words(language, WORDS, "sobremesa.core")

    assert len(SAID) > 25
    assert {key for key in SAID if not words.has(key)} == set()


def test_a_refusal_is_said_in_both_languages() -> None:
    refused = Refused("illegal", move="jump")

    assert refused.say("en") == "jump is not possible now."
    assert refused.say("es") == "jump no es posible ahora."


@pytest.mark.parametrize(
    ("accepted", "language"),
    [("", "en"), ("es", "es"), ("es-MX,es;q=0.9,en;q=0.8", "es"), ("fr,de;q=0.5", "en"), ("en;q=x,es;q=0.2", "es")],
)
def test_the_readers_language_is_the_one_it_likes_best(accepted: str, language: str) -> None:
    assert reader(accepted) == language
