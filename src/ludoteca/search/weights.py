"""Files of weights: a line of JSON that says what they are for, then whole numbers, the lowest byte first.

The first line has the game, the versions of its rules and of the features, the sizes of the layers and the SHA-256 of
what follows. Weights that do not fit are refused with a sentence.
"""

from __future__ import annotations

import hashlib
import json
import sys
from array import array
from dataclasses import asdict, dataclass

from . import const
from .games import KNOWN
from .network import Network

FORMAT = "ludoteca weights 1"
MOST_LINE = 4096
SHORT, LONG = "h", "i"


class UnfitWeights(ValueError):
    """A file that cannot serve as weights; its text is a sentence for people."""


@dataclass(frozen=True)
class Shape:
    """What the weights are for."""

    game: str
    rules: str
    features: str
    inputs: int
    hidden: int
    second: int
    outcomes: int
    rows: int

    @classmethod
    def of(cls, game: str, hidden: int, second: int) -> Shape:
        """The shape that fits the features as they are now."""
        known = KNOWN[game]
        return cls(game, known.rules, known.features, known.inputs, hidden, second, known.outcomes, known.rows)

    def parts(self) -> list[tuple[str, int]]:
        """Type and length of each array, in the order of the file and of `Network`."""
        heads = self.outcomes + self.rows
        return [
            (SHORT, self.inputs * self.hidden),
            (LONG, self.hidden),
            (SHORT, self.hidden * self.second),
            (LONG, self.second),
            (SHORT, self.second * heads),
            (LONG, heads),
        ]


def write(shape: Shape, parts: list[array[int]]) -> bytes:
    body = b"".join(in_file_order(part).tobytes() for part in parts)
    head = {"format": FORMAT, **asdict(shape), "sha256": hashlib.sha256(body).hexdigest()}
    return json.dumps(head).encode() + b"\n" + body


def read(content: bytes) -> tuple[Shape, Network]:
    """The network of a file's content, or UnfitWeights."""
    shape, parts = numbers(content)
    first, first_bias, then, then_bias, heads, heads_bias = parts
    network = Network(shape.hidden, shape.second, first, first_bias, then, then_bias, heads, heads_bias, shape.outcomes)
    return shape, network


def numbers(content: bytes) -> tuple[Shape, list[array[int]]]:
    """The arrays of a file's content, or UnfitWeights."""
    line, _, _ = content[:MOST_LINE].partition(b"\n")
    try:
        head = json.loads(line)
    except ValueError:
        head = None
    if not isinstance(head, dict) or head.pop("format", None) != FORMAT:
        raise UnfitWeights("This is not a file of weights of this kind.")
    body = content[len(line) + 1 :]
    if head.pop("sha256", None) != hashlib.sha256(body).hexdigest():
        raise UnfitWeights("The file of weights is damaged: its content does not have the hash that it names.")
    shape = shape_of(head)
    return shape, split(shape, body)


def shape_of(head: dict[str, object]) -> Shape:
    """The shape that a file names, if it is one for which there is a judge."""
    try:
        shape = Shape(**head)  # type: ignore[arg-type]
        known = Shape.of(shape.game, shape.hidden, shape.second)
    except (TypeError, KeyError):
        raise UnfitWeights("The file of weights is for a game that is not known here.") from None
    for name, expected in asdict(known).items():
        found = getattr(shape, name)
        if found != expected:
            raise UnfitWeights(f"The weights do not fit: {name} is {found!r} there and {expected!r} here.")
    if shape.hidden not in range(1, const.MOST_HIDDEN + 1) or shape.second not in range(1, const.MOST_SECOND + 1):
        raise UnfitWeights(f"The weights do not fit: layers of {shape.hidden!r} and {shape.second!r} units.")
    return shape


def split(shape: Shape, body: bytes) -> list[array[int]]:
    needed = sum(array(kind).itemsize * length for kind, length in shape.parts())
    if len(body) != needed:
        raise UnfitWeights(f"The file of weights has {len(body)} bytes of numbers where {needed} belong.")
    parts = []
    at = 0
    for kind, length in shape.parts():
        part = array(kind)
        part.frombytes(body[at : at + length * part.itemsize])
        at += length * part.itemsize
        parts.append(in_file_order(part))
    return parts


def in_file_order(part: array[int]) -> array[int]:
    if sys.byteorder == "little":
        return part
    swapped = array(part.typecode, part)
    swapped.byteswap()
    return swapped
