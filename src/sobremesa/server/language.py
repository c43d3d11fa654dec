"""The language of a reader, as browsers ask for it, and what the server says in it."""

from functools import cache

from sobremesa.core.words import LANGUAGES, Words
from sobremesa.server.refusals import WORDS

USUAL = "en"


def reader(accepted: str) -> str:
    """This is the best of our languages for somebody who accepts some, in the words of HTTP.

    >>> reader("de-CH, es-MX;q=0.8, en;q=0.5"), reader("fr"), reader("en;q=0.1,es;q=oops")
    ('es', 'en', 'en')
    """
    best, liked = USUAL, 0.0
    for wish in accepted.split(","):
        name, _, quality = wish.strip().partition(";q=")
        language = name.partition("-")[0].lower()
        try:
            how_much = float(quality or 1)
        except ValueError:
            continue
        if language in LANGUAGES and how_much > liked:
            best, liked = language, how_much
    return best


@cache
def words(language: str, *more: str) -> Words:
    """This is a language as the server speaks it, and others before it."""
    return Words(language, *more, WORDS, "sobremesa.core")
