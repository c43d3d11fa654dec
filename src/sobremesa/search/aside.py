"""Aside: a search is compiled where nobody waits for it, in a process of its own, and then loaded beside the thinking.

A compiler in this process would take turns with whoever thinks here, and make them late. What it makes is kept on the
disk, so loading it takes a few seconds instead of half a minute.
"""

import json
import os
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor

from sobremesa.core import native
from sobremesa.core.game import Game

COMPILE = """
import json, sys
sys.path = json.loads(sys.argv[2])
from sobremesa import find
from sobremesa.search.thinker import warm_up
warm_up(find(sys.argv[1]))
"""
"""What the other process does; it finds games where this one finds them."""

_loader = ThreadPoolExecutor(1)


class Aside:
    """This compiles the search of one game aside; `load` compiles it here, or loads what is on the disk."""

    def __init__(self, game: Game, load: Callable[[Game], None]) -> None:
        self._game, self._load = game, load
        self._child = _begin(game)
        self._loading: Future[None] | None = None

    def look(self) -> None:
        """This sees to it that what is compiled is loaded; what keeps it from that is raised, and tried again."""
        if self._loading is None:
            # Should the other process have failed, it is compiled here after all.
            if self._child is None or self._child.poll() is not None:
                self._loading = _loader.submit(self._load, self._game)
        elif self._loading.done():
            done, self._loading = self._loading, None
            done.result()


def _begin(game: Game) -> "subprocess.Popen[bytes] | None":
    """This starts the process that compiles a game; None where no process can be had."""
    # The cache is the same even where it is a passing folder.
    environment = os.environ | {"SOBREMESA_CACHE": str(native.cache_folder())}
    quiet = subprocess.DEVNULL
    try:
        return subprocess.Popen(  # noqa: S603 - our own interpreter with our own source
            [sys.executable, "-c", COMPILE, game.name, json.dumps(sys.path)],
            stdin=quiet,
            stdout=quiet,
            stderr=quiet,
            env=environment,
        )
    except OSError:
        return None
