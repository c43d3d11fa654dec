"""The stage: a view cut into parts that a browser puts together and moves.

The board is drawn once, and so is each look of things: a kind with a face and an owner. After that it is enough to say
where things lie. Everything is ready to become JSON, and follows from the view alone; equal views give equal parts.
"""

from functools import lru_cache
from typing import Any

from sobremesa.core.scene import Caption, Place, Scene, Zone
from sobremesa.core.view import View
from sobremesa.draw import ink
from sobremesa.draw.brush import SCOPE, Brush, scope_of
from sobremesa.draw.layout import ROW_FORMS, Lying, Row, look_name, named_piece, rows
from sobremesa.draw.marks import form, form_name
from sobremesa.draw.paints import check_theme
from sobremesa.draw.shapes import board
from sobremesa.draw.things import draw

PAD = 0.1
"""How much room there is around a scene."""
LOOKS = 4096
"""How many looks are remembered."""
BOARDS = 64
BADGE = 0.8


def stage(view: View, theme: str = "light") -> dict[str, Any]:
    """This is what stays as it is during a match: the board as SVG, and where its places are and what they are called.

    Its parts are the `box` that the drawing needs, `defs` and `board` as SVG, `captions`, `zones`, `plates` where the
    scene has them, `cues` by the key of what is told, form and size of the `kinds` of things, and for every seat its
    colour, the name of its form and a badge.
    """
    check_theme(theme)
    scene = view.scene()
    defs, drawn = _board(scene, theme)
    owners = [view.game.scenery.owner(view.reading, seat) for seat in range(view.reading.seats)]
    brush = Brush(scene, theme)
    parts: dict[str, Any] = {
        "box": [-PAD, -PAD, _near(scene.size[0] + 2 * PAD), _near(scene.size[1] + 2 * PAD)],
        "defs": defs,
        "board": drawn,
        "captions": [_caption(caption) for caption in scene.captions],
        "zones": [_zone(zone) for zone in scene.zones],
        "colours": [brush.owned(owner) for owner in owners],
        "forms": [form_name(owner) for owner in owners],
        "badges": [_badge(scene, owner, theme) for owner in owners],
        "cues": dict(scene.cues),
        "kinds": {kind.id: {"form": kind.form, "size": list(kind.size)} for kind in scene.kinds},
    }
    if scene.plates:
        parts["plates"] = [list(plate) for plate in scene.plates[: len(owners)]]
    return parts


def things(view: View) -> list[Row]:
    """This is everything that lies on the table, from below to above: id, look, target, x, y, scale and turn."""
    return list(things_by_id(view).values())


def things_by_id(view: View, like: Lying | None = None) -> Lying:
    """This is everything that lies on the table, from below to above, by the ids of things.

    It is found sooner where most of it lies as in another view of the same match.
    """
    return rows(view.scene(), view.game.scenery.things(view.reading), like)


def cards(view: View) -> set[str]:
    """This is the names of the looks of all cards that there are, whether any of them can be seen or not."""
    kinds = [kind for kind in view.scene().kinds if kind.form in ROW_FORMS]
    return {look_name(kind.id, face.text, None) for kind in kinds for face in kind.faces}


def glimpse(before: View, choice: int, after: View) -> list[Row]:
    """This is what was to be seen only for a moment between two views of a seat, in the form of `things`."""
    found = tuple(after.game.scenery.glimpse(before.reading, choice, after.reading))
    return list(rows(after.scene(), found).values()) if found else []


def look(view: View, key: str, theme: str = "light") -> str:
    """This draws a look around the origin, by its name as `things` gives it.

    The gradients that it needs are inside, under names that no other look and no board has.
    """
    check_theme(theme)
    return _look(view.scene(), key, theme)


@lru_cache(BOARDS)
def _board(scene: Scene, theme: str) -> tuple[str, str]:
    brush = Brush(scene, theme)
    drawn = board(brush, scene)
    scope = scope_of(theme, drawn)
    return brush.defs().replace(SCOPE, scope), drawn.replace(SCOPE, scope)


@lru_cache(LOOKS)
def _look(scene: Scene, key: str, theme: str) -> str:
    brush = Brush(scene, theme)
    return _alone(brush, draw(brush, named_piece(scene, key)), key, theme)


@lru_cache(LOOKS)
def _badge(scene: Scene, owner: int, theme: str) -> str:
    brush = Brush(scene, theme)
    colour = brush.owned(owner)
    body = form(owner, BADGE, fill=brush.sheen(colour), stroke=brush.rim(colour), stroke_width=0.12)
    return _alone(brush, body, str(owner), theme)


def _alone(brush: Brush, drawn: str, *names: str) -> str:
    """This is a drawing with all that it needs, so that it may stand anywhere."""
    whole = (ink.tag("defs", brush.defs()) if brush.gradients else "") + drawn
    inside = whole.replace(SCOPE, scope_of(*names, whole))
    return ink.group(inside, font_family=ink.SANS, text_anchor=ink.MIDDLE, font_weight="bold")


def _caption(caption: Caption) -> dict[str, Any]:
    return {"say": caption.say.json(), "at": list(caption.at), "side": caption.side, "zone": caption.zone}


def _zone(zone: Zone) -> dict[str, Any]:
    places = [_place(place) for place in zone.places]
    return {"id": zone.id, "name": zone.name.json(), "tray": zone.tray, "places": places}


def _place(place: Place) -> dict[str, Any]:
    return {
        "id": place.id,
        "at": [_near(part) for part in place.at],
        "size": [_near(part) for part in place.size],
        "name": place.name.json(),
        "label": place.label,
    }


def _near(value: float) -> float:
    # As exact as a picture needs, and short to send.
    return round(value, 3)
