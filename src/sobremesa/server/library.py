"""The library: what is the same for everybody, of every game: facts, words, rules and a picture."""

from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from html import escape
from importlib import resources
from typing import TYPE_CHECKING, Any

import msgspec

from sobremesa.bots.levels import LEVELS
from sobremesa.core.game import find, names
from sobremesa.core.match import start
from sobremesa.core.view import View
from sobremesa.core.words import LANGUAGES, Words, catalogue
from sobremesa.draw import ink
from sobremesa.draw import stage as drawing
from sobremesa.draw.brush import Brush
from sobremesa.draw.paints import THEMES
from sobremesa.kit.luck import below, sow
from sobremesa.server.asking import JSON
from sobremesa.server.assets import CLIENT, Asset, asset
from sobremesa.server.diagrams import Diagram
from sobremesa.server.examples import SCHEME, box_of, examples_of
from sobremesa.server.lessons import lesson_of
from sobremesa.server.refusals import WORDS, Refused

if TYPE_CHECKING:
    from markdown_it.renderer import RendererHTML
    from markdown_it.token import Token
    from markdown_it.utils import EnvType, OptionsDict

PICTURED = 5
"""The seed of the random match that is shown in a game's picture."""
PICTURED_MOVES = 50
PIXELS = 44
"""How large a unit of an example is where there is room."""


@cache
def installed() -> tuple[str, ...]:
    """Return the names of the games that can be played here; they are looked for once."""
    return tuple(names())


@lru_cache(64)
def games(preparing: tuple[str, ...]) -> bytes:
    """Return what can be played as JSON, and which games are still being prepared; written once for each of these."""
    levels = list(LEVELS)
    told = {"games": facts(), "levels": levels, "languages": LANGUAGES, "preparing": list(preparing)}
    return msgspec.json.encode(told)


def facts() -> list[dict[str, Any]]:
    """This is what can be chosen in every game."""
    return [
        {
            "name": game.name,
            "seats": game.seats,
            "usual_seats": game.usual_seats,
            "dice": bool(game.dice),
            "hands": not game.is_open,
            "lesson": bool(lesson_of(game.name).steps),
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


def warm_up() -> None:
    """This reads what the first page asks for: the games, and what is said in every language."""
    for language in LANGUAGES:
        client_words(language)


@cache
def client_words(language: str) -> Asset:
    """This is all that the client says by itself, or for the server, and what each game is called."""
    _check_language(language)
    known = {
        f"games.{game}.{part}": catalogue(find(game).package, language)[part]
        for game in names()
        for part in ("name", "pitch")
    }
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
    # It takes longer to load than to use, and few matches need it.
    from markdown_it import MarkdownIt

    # Only our own files are rendered, so what they hold of HTML is meant.
    markdown = MarkdownIt("commonmark", {"html": True}).enable("table")
    markdown.add_render_rule("image", _image)
    return asset(msgspec.json.encode({"html": markdown.render(text, {"game": game})}), JSON)


def _image(
    renderer: "RendererHTML", tokens: "Sequence[Token]", place: int, options: "OptionsDict", env: "EnvType"
) -> str:
    """This writes an image of a rulebook: an example with its size, so that the page knows at once how long it is.

    In which theme it is drawn only the page knows, and so it asks for it.
    """
    address, alt = str(tokens[place].attrs["src"]), escape(tokens[place].content)
    if not address.startswith(SCHEME):
        return renderer.image(tokens, place, options, env)
    name = address.removeprefix(SCHEME)
    _, _, width, height = box_of(env["game"], name)
    size = f'width="{round(PIXELS * width)}" height="{round(PIXELS * height)}"'
    return f'<img class="example" data-example="{name}" {size} alt="{alt}">'


@cache
def picture(game: str, theme: str, language: str) -> Asset:
    """This is a game as it looks some way into a match: the board alone, without the table that it lies on."""
    _check_language(language)
    if theme not in THEMES:
        raise Refused("unknown_page", status=404)
    view = _pictured(game)
    words = Words(language, view.game.package, "sobremesa.core")
    return asset(drawn(view, words, theme).encode(), "image/svg+xml")


@cache
def example(game: str, name: str, theme: str, language: str) -> Asset:
    """This is a table that a rulebook shows."""
    _check_language(language)
    known = examples_of(game)
    if theme not in THEMES or name not in known.examples:
        raise Refused("unknown_page", status=404)
    diagram = Diagram(game, known.examples[name], known.names.get(language, ()))
    words = Words(language, diagram.view.game.package, "sobremesa.core")
    things = diagram.plates(theme, words) + diagram.things(theme)
    return asset(_framed(diagram.view, words, theme, things, box_of(game, name)).encode(), "image/svg+xml")


@cache
def _pictured(game: str) -> View:
    match = start(game, seed=PICTURED)
    luck = sow(PICTURED, 1)[0]
    for _ in range(PICTURED_MOVES):
        match.settle()
        moves = match.moves()
        if not moves:
            break
        match.push(moves[below(luck, len(moves))])
    return match.view()


def drawn(view: View, words: Words, theme: str) -> str:
    """This puts the parts of a stage together as one picture."""
    things = (
        ink.group(drawing.look(view, key, theme), at=(x, y), scale=scale, turn=turn)
        for _, key, _, x, y, scale, turn in drawing.things(view)
    )
    return _framed(view, words, theme, "".join(things), drawing.stage(view, theme)["box"])


def _framed(view: View, words: Words, theme: str, things: str, box: Sequence[float]) -> str:
    """This lays things that are drawn on their board."""
    stage, scene = drawing.stage(view, theme), view.scene()
    faint = Brush(scene, theme).around.faint
    filled = {row[2].partition("/")[0] for row in drawing.things(view)}
    captions = [
        ink.text(words.say(each.say), each.at, 0.26, faint, side=each.side)
        for each in scene.captions
        if not each.zone or each.zone in filled
    ]
    return ink.tag(
        "svg",
        ink.tag("defs", stage["defs"]) + stage["board"] + "".join(captions) + things,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=" ".join(ink.number(part) for part in box),
        font_family=ink.SANS,
        text_anchor=ink.MIDDLE,
        role="img",
    )


def _sentences(package: str, language: str) -> Mapping[str, str]:
    try:
        return catalogue(package, language)
    except FileNotFoundError:
        return {}


def _check_language(language: str) -> None:
    if language not in LANGUAGES:
        raise Refused("unknown_page", status=404)
