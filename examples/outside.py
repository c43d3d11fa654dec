"""A bot from outside: `python outside.py INVITATION TOKEN` sits down, and makes any move that it is offered."""

import json
import sys
from random import choice
from typing import Any
from urllib.request import Request, urlopen


def play(invitation: str, token: str) -> dict[str, Any]:
    """This plays a match to its end, or as long as its token is good, and returns what was shown last."""
    site, match, code = invitation.replace("/join/", "/").rsplit("/", 2)
    now: dict[str, Any] = {}

    def ask(what: str, **wish: Any) -> Any:
        body = json.dumps(wish).encode() if wish else None
        return urlopen(Request(f"{site}/api/matches/{match}/{what}", body, {"Authorization": f"Bearer {token}"}))

    ask("join", token=code, name="Outsider")
    for told in (json.loads(line[6:]) for line in ask("events") if line.startswith(b"data: ")):
        now |= told if told["t"] == "snap" else told.get("d", {}) | {"seq": told.get("seq", now["seq"])}
        if now["actor"] == "over" or not now["mine"]:
            return now
        if told["t"] in ("snap", "ev") and now["actor"] in now["mine"] and now["gestures"]:
            ask("commands", t="move", id=f"{now['seq']}", seq=now["seq"], move=choice(now["gestures"])["move"])
    raise ConnectionError(match)


if __name__ == "__main__":
    print(play(*sys.argv[1:])["places"] or sys.exit("No result: the match was closed, or this token was revoked."))
