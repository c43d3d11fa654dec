"""The library: what is the same for everybody, of every game: facts, words, rules and a picture."""

from collections.abc import Mapping
from functools import cache
from importlib import resources
from typing import Any

import msgspec
from markdown_it import MarkdownIt

from sobremesa.core.game import find, names
from sobremesa.core.match import start
from sobremesa.core.words import LANGUAGES, catalogue
from sobremesa.server.asking import JSON
from sobremesa.server.assets import CLIENT, THEMES, Asset, asset
from sobremesa.server.refusals import WORDS, Refused

PICTURED = {"seed": 5, "choices": 60}
"""How far a random match has gone that is shown in a game's picture."""


def facts() -> list[dict[str, Any]]:
    """This is what can be chosen in every game."""
    return [
        {
            "name": game.name,
            "seats": game.seats,
            "usual_seats": game.usual_seats,
            "options": [
                {
                    "name": option.name,
                    "values": option.values,
                    "default": option.default,
                    "only_seats": option.only_seats,
                }
                for option in game.options
            ],
        }
        for game in map(find, names())
    ]


@cache
def client_words(language: str) -> Asset:
    """This is all that the client says by itself, or says for the server."""
    _check_language(language)
    known: dict[str, str] = {}
    for package in ("sobremesa.core", WORDS, CLIENT):
        known |= _sentences(package, language)
    return asset(msgspec.json.encode(known), JSON)


@cache
def game_words(language: str, game: str) -> Asset:
    """This is what a game says."""
    _check_language(language)
    return asset(msgspec.json.encode(catalogue(find(game).package, language)), JSON)


@cache
def rulebook(language: str, game: str) -> Asset:
    """This is the rulebook of a game as HTML, with an anchor at every rule."""
    _check_language(language)
    text = resources.files(find(game).package).joinpath(f"rulebook.{language}.md").read_text(encoding="utf-8")
    # Only our own files are rendered, so what they hold of HTML is meant.
    html = MarkdownIt("commonmark", {"html": True}).enable("table").render(text)
    return asset(msgspec.json.encode({"html": html}), JSON)


@cache
def picture(game: str, theme: str, language: str) -> Asset:
    """This is a game as it looks some way into a match."""
    if theme not in THEMES:
        raise Refused("unknown_page", status=404)
    match = start(game, seed=PICTURED["seed"])
    for _ in range(PICTURED["choices"]):
        match.settle()
        if match.actor < 0:
            break
        match.push(match.default())
    return asset(match.svg(theme=theme, language=language).encode(), "image/svg+xml")


def _sentences(package: str, language: str) -> Mapping[str, str]:
    try:
        return catalogue(package, language)
    except FileNotFoundError:
        return {}


def _check_language(language: str) -> None:
    if language not in LANGUAGES:
        raise Refused("unknown_page", status=404)
