"""Streams: where the lucks of a match come from.

Every luck of a match follows from its seed, from what it is for, and from a number. It cannot be followed back: whoever
holds one, a bot for instance, learns nothing of the seed or of any other.
"""

import hashlib

import numpy as np

from sobremesa.core.errors import InvalidSeed
from sobremesa.kit.luck import MAX_SEED, Luck, settled

CHANCE_STREAM = "chance"
BOT_STREAM = "bot"
GUESS_STREAM = "guess"


def luck_of(seed: int, stream: str, number: int) -> Luck:
    """This is the luck of a match for a purpose and a number."""
    digest = hashlib.blake2b(f"{seed}/{stream}/{number}".encode(), digest_size=8).digest()
    return settled(np.frombuffer(digest, dtype=np.uint64))


def check_seed(seed: object) -> int:
    """This lets a seed pass and refuses anything else."""
    if type(seed) is not int or not 0 <= seed <= MAX_SEED:
        raise InvalidSeed(given=repr(seed))
    return seed
