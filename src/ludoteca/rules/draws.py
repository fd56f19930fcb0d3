"""Where chance comes from: one stream of 32-bit words, made by one of two generators.

*Keyed* draws (HMAC-SHA-256) decide a table's game: whoever holds the 32 secret bytes can check every draw
afterwards. *Fast* draws (a mixed counter) serve playouts, perft and research environments; there, chance can also be
*given*, word by word. All are random-access:
word `n` depends on the seed and on `n` alone, so "which seed, how many words used" is all that a position has to
remember. docs/draws.md has the exact definition with test vectors.
"""

from __future__ import annotations

import hmac

from . import const
from .arrays import row
from .recorder import SILENT, Recorder

INTERPRETED = __file__.endswith(".py")

M32 = 0xFFFFFFFF
M64 = 0xFFFFFFFFFFFFFFFF
STEP = 0x9E3779B97F4A7C15  # odd, near 2**64 / golden ratio: consecutive counters land far apart
MIX_1 = 0xBF58476D1CE4E5B9
MIX_2 = 0x94D049BB133111EB
NOT_LOADED = M64  # no stream is long enough to reach this block

STREAM_LABEL = b"ludoteca/draws/1"
KEY_BYTES = 32


class Draws:
    """Numbers below a bound, each taken from the next word of the stream."""

    def __init__(self, seed: int = 0) -> None:
        if INTERPRETED:  # pragma: no branch  # compiled, the arrays are there from birth
            self.block: list[int] = row(const.WORDS_PER_BLOCK)
        self.recorder: Recorder = SILENT
        self.key: bytes = b""
        self.keyed: bool = False
        self.given: list[int] | None = None  # words in place of those of a key
        self.seed: int = seed
        self.count: int = 0
        self.loaded: int = NOT_LOADED

    def reseed(self, seed: int) -> None:
        """Start a fast stream from its first word."""
        self.keyed = False
        self.seed = seed
        self.count = 0

    def use_key(self, key: bytes) -> None:
        """Start a keyed stream from its first word."""
        self.key = key
        self.given = None
        self.keyed = True
        self.count = 0
        self.loaded = NOT_LOADED

    def use_words(self, words: list[int]) -> None:
        """Start a stream that hands out these words, then some that depend on nothing but their number."""
        self.given = words
        self.keyed = True
        self.count = 0
        self.loaded = NOT_LOADED

    def copy_from(self, other: Draws) -> None:
        """Go on as `other` would; the recorder stays one's own."""
        self.key = other.key
        self.keyed = other.keyed
        self.given = other.given
        self.seed = other.seed
        self.count = other.count
        self.loaded = NOT_LOADED

    def word(self) -> int:
        if self.keyed:
            if self.loaded != self.count // const.WORDS_PER_BLOCK:
                self.load_block()
            word = self.block[self.count % const.WORDS_PER_BLOCK]
            self.count += 1
            return word
        self.count += 1
        z = (self.seed + self.count * STEP) & M64
        z = ((z ^ (z >> 30)) * MIX_1) & M64
        z = ((z ^ (z >> 27)) * MIX_2) & M64
        return (z ^ (z >> 31)) >> 32

    def load_block(self) -> None:
        self.loaded = self.count // const.WORDS_PER_BLOCK
        if self.given is not None:
            first = self.loaded * const.WORDS_PER_BLOCK
            spare = Draws(self.loaded)
            for i in range(const.WORDS_PER_BLOCK):
                at = first + i
                self.block[i] = self.given[at] if at < len(self.given) else spare.word()
            return
        digest = hmac.digest(self.key, STREAM_LABEL + self.loaded.to_bytes(8, "big"), "sha256")
        for i in range(const.WORDS_PER_BLOCK):
            self.block[i] = int.from_bytes(digest[4 * i : 4 * i + 4], "big")

    def below(self, bound: int, label: int) -> int:
        """A number from 0 to `bound - 1`, each equally likely: the high half of word x bound. Bounds go up to 2**31.

        Words whose low half falls into the incomplete last stretch (2**32 mod bound of them) are passed over.
        """
        product = self.word() * bound
        if (product & M32) < bound:
            while (product & M32) < (M32 + 1 - bound) % bound:
                product = self.word() * bound
        if self.recorder.on:
            self.recorder.note(const.DRAWN, label, self.count - 1, bound, product >> 32)
        return product >> 32


def word_for(result: int, bound: int) -> int:
    """A word from which `below` draws this result."""
    return (result * (M32 + 1) + bound - 1) // bound + 1


def mixed(seed: int, index: int) -> int:
    """The seed of the `index`-th of many games: unrelated streams for neighbouring seeds."""
    z = (seed + (index + 1) * MIX_1) & M64
    z = ((z ^ (z >> 31)) * MIX_2) & M64
    return z ^ (z >> 29)
