"""Aside: a search is compiled where nobody waits for it, in a process of its own, and then loaded beside the thinking.

A compiler in this process would take turns with whoever thinks here, and make them late. What it makes is kept on the
disk, so loading it takes a few seconds instead of half a minute. Where it fails, one goes on thinking plainly.
"""

import contextlib
import fcntl
import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from threading import Thread

from sobremesa.core import native
from sobremesa.core.errors import FileFault
from sobremesa.core.game import Game

COMPILE = """
import json, sys
sys.path = json.loads(sys.argv[2])
from sobremesa import find
from sobremesa.search.aside import one_at_a_time
from sobremesa.search.thinker import warm_up
with one_at_a_time():
    warm_up(find(sys.argv[1]))
"""
"""What the other process does; it finds games where this one finds them."""
NICE = 10
"""How much the other process lets those go first who do not compile."""


def compile_aside(game: Game, load: Callable[[Game], None]) -> None:
    """This has the search of a game compiled, and then loaded, while this process goes on."""
    # Whoever ends meanwhile need not wait for the compiler, which goes on alone.
    Thread(target=_follow, args=(game, load), daemon=True).start()


def _follow(game: Game, load: Callable[[Game], None]) -> None:
    if _is_compiled_by_another(game):
        # What is half loaded cannot be left: this takes seconds, and whoever ends waits for it.
        Thread(target=_load, args=(game, load), daemon=False).start()


def _load(game: Game, load: Callable[[Game], None]) -> None:
    with contextlib.suppress(FileFault):
        load(game)


def _is_compiled_by_another(game: Game) -> bool:
    # The cache is the same even where it is a passing folder.
    environment = os.environ | {"SOBREMESA_CACHE": str(native.cache_folder())}
    quiet = subprocess.DEVNULL
    try:
        # In a session of its own: who interrupts this process does not mean the compiler.
        done = subprocess.run(  # noqa: S603 - our own interpreter with our own source
            [sys.executable, "-c", COMPILE, game.name, json.dumps(sys.path)],
            check=False,
            stdin=quiet,
            stdout=quiet,
            stderr=quiet,
            env=environment,
            start_new_session=True,
        )
    except OSError:
        return False
    return done.returncode == 0


@contextlib.contextmanager
def one_at_a_time() -> Iterator[None]:
    """This waits until nobody else compiles for the same cache, and lets everything else on the machine go first."""
    os.nice(NICE)
    folder = native.cache_folder()
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / "compiling").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield
