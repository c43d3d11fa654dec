"""Solutions: what every table of a small game is worth, to be asked, to be kept in a file, and to be played by."""

import io
import json
import os
import zipfile
import zlib
from pathlib import Path
from typing import Any

import numpy as np

from sobremesa.core import files
from sobremesa.core.engine import zeros
from sobremesa.core.errors import EndlessMatch, FileFault, NotNow, NotSolved, SobremesaError
from sobremesa.core.game import find
from sobremesa.core.streams import check_seed
from sobremesa.core.table import alone, copy
from sobremesa.core.view import actor_name
from sobremesa.core.words import Phrase
from sobremesa.kit.luck import sow
from sobremesa.lab.atlas import Atlas
from sobremesa.lab.expand import NOBODY, SIDES, Bytes, Floats

FORMAT = "sobremesa-solution-1"


class Solution:
    """This is the value of every table that can come about: the chance that seat 0 wins if both play their best.

    sweeps, error (no value is further off), residual (how much one more backup would change a value) and seconds tell
    how it was found.
    """

    def __init__(
        self,
        atlas: Atlas,
        keys: Bytes,
        values: Floats,
        *,
        sweeps: int,
        error: float,
        residual: float,
        seconds: float,
    ) -> None:
        self.atlas = atlas
        self.game = atlas.game
        self.options = atlas.options
        self.keys = keys
        self.values = values
        self.sweeps = sweeps
        self.error = error
        self.residual = residual
        self.seconds = seconds
        self._slots = atlas.slots_of(keys, len(keys), len(keys))

    def __len__(self) -> int:
        """This is how many tables can come about."""
        return len(self.keys)

    def table(self, number: int) -> Any:
        """This is a table by its number; 0 is the start."""
        return self.atlas.table_of(self.keys[number])

    def value(self, t: Any) -> float:
        """This is the chance that seat 0 wins from a table on if both play their best."""
        number = self.atlas.drivers.number_of(self.atlas.key_of(t), self.keys, self._slots) if self.atlas.has(t) else -1
        if number == NOBODY:
            raise NotSolved(game=self.game.name)
        return float(self.values[number])

    def values_of_moves(self, t: Any) -> dict[int, float]:
        """This is, for every legal move by number, the chance that seat 0 wins after it."""
        if self.game.rules.actor(t) < 0:
            raise NotNow(actor=actor_name(int(self.game.rules.actor(t))))
        moves, judged = zeros(self.game.width), np.zeros(self.game.width)
        listed = 0
        if self.atlas.has(t):
            listed = self.atlas.drivers.judge_moves(copy(t), *self._known(), moves, judged)
        if listed == 0 or np.isnan(judged[:listed]).any():
            raise NotSolved(game=self.game.name)
        return dict(zip(moves[:listed].tolist(), judged[:listed].tolist(), strict=True))

    def best(self, t: Any) -> int:
        """This is the number of the actor's best move; the lowest of equals."""
        losses = self.regrets(t)
        return min(losses, key=lambda move: (losses[move], move))

    def regret(self, t: Any, move: int) -> float:
        """This is how much of its winning chance the actor loses by a move, against the best one."""
        return self.regrets(t)[move]

    def regrets(self, t: Any) -> dict[int, float]:
        """This is the regret of every legal move by number."""
        values = self.values_of_moves(t)
        sign = 1 if self.game.rules.actor(t) == 0 else -1
        best = max(sign * value for value in values.values())
        return {move: best - sign * value for move, value in values.items()}

    def _known(self) -> tuple[Any, ...]:
        return *self.atlas.desk(), self.atlas.columns, self.keys, self._slots, self.values

    def play(self, matches: int, *, seed: int, t: Any = None) -> Floats:
        """This is what matches between best players, from a table or the start on, were worth to seat 0."""
        worth = np.zeros(matches)
        start = alone(self.atlas.start if t is None else t)
        lucks = sow(check_seed(seed), matches)
        judged = np.zeros(self.game.width)
        self.atlas.drivers.play_best(
            start, *self._known(), lucks, self.game.longest, *self.atlas.lists(), judged, worth
        )
        if np.isnan(worth).any():
            raise EndlessMatch(game=self.game.name, longest=self.game.longest)
        return worth

    def summary(self) -> dict[str, Any]:
        """This is the solution as JSON."""
        value = self.value(self.atlas.start)
        return {
            "game": self.game.name,
            "rules": self.game.version,
            "seats": SIDES,
            "options": self.options,
            "tables": len(self),
            "sweeps": self.sweeps,
            "error": self.error,
            "residual": self.residual,
            "seconds": round(self.seconds, 3),
            "values": [value, 1 - value],
        }

    def save(self, path: str | os.PathLike[str]) -> None:
        """This writes the solution to a file, all of it or nothing."""
        packed = io.BytesIO()
        head = json.dumps({"format": FORMAT} | self.summary())
        np.savez_compressed(packed, head=np.array(head), keys=self.keys, values=self.values)
        files.write(path, packed.getvalue())


def load(path: str | os.PathLike[str]) -> Solution:
    """This reads a solution from a file; one of other rules is refused."""
    try:
        with np.load(io.BytesIO(Path(path).read_bytes()), allow_pickle=False) as packed:
            head, keys, values = json.loads(str(packed["head"])), packed["keys"], packed["values"]
        _check(head["format"] == FORMAT)
        game = find(head["game"])
        if head["rules"] != game.version:
            reason = Phrase("record.rules", game=game.name, expected=game.version, given=head["rules"])
            raise FileFault(path=os.fspath(path), reason=reason)
        atlas = Atlas(game, head["options"])
        _check(keys.dtype == np.uint8 and keys.ndim == 2 and keys.shape[1] == len(atlas.columns))
        _check(values.dtype == np.float64 and values.shape == keys.shape[:1] and len(values) > 0)
        known = {name: head[name] for name in ("sweeps", "error", "residual", "seconds")}
        return Solution(atlas, np.ascontiguousarray(keys), values, **known)
    except OSError as fault:
        raise FileFault(path=os.fspath(path), reason=files.reason_of(fault)) from fault
    except SobremesaError:
        raise
    except (ValueError, KeyError, TypeError, EOFError, zipfile.BadZipFile, zlib.error) as fault:
        raise FileFault(path=os.fspath(path), reason=Phrase("solution.damaged")) from fault


def _check(is_so: bool) -> None:  # noqa: FBT001
    if not is_so:
        raise ValueError
