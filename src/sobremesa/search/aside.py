"""Aside: a search is compiled where nobody waits for it, in a process of its own, and then loaded beside the thinking.

A compiler in this process would take turns with whoever thinks here, and make them late. What it makes is kept on the
disk, so loading it takes a few seconds instead of half a minute.
"""

import os
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor

from sobremesa.core import native
from sobremesa.core.game import Game

COMPILE = "import sys, sobremesa, sobremesa.search.thinker as it; it.warm_up(sobremesa.find(sys.argv[1]))"


class Aside:
    """This compiles the search of one game aside; `load` compiles it here, or loads what is on the disk."""

    def __init__(self, game: Game, load: Callable[[Game], None]) -> None:
        self._load = lambda: load(game)
        # A process finds the cache of this one even where that is a passing folder.
        environment = os.environ | {"SOBREMESA_CACHE": str(native.cache_folder())}
        quiet = subprocess.DEVNULL
        self._compiling = subprocess.Popen(  # noqa: S603 - our own interpreter with our own source
            [sys.executable, "-c", COMPILE, game.name], stdin=quiet, stdout=quiet, stderr=quiet, env=environment
        )
        self._loading: Future[None] | None = None

    def look(self) -> None:
        """This sees to it that what is compiled is loaded; what keeps it from that is raised."""
        if self._loading:
            if self._loading.done():
                self._loading.result()
        elif self._compiling.poll() is not None:
            # Should the other process have failed, it is compiled here after all.
            self._loading = _loader.submit(self._load)


_loader = ThreadPoolExecutor(1)
