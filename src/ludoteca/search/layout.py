"""Words for what each input of a network and each row of its policy is; docs/features.md is made from them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Block:
    """Neighbouring numbers that mean alike. `each` says what counts them."""

    start: int
    length: int
    meaning: str
    each: str = ""

    @property
    def end(self) -> int:
        return self.start + self.length


@dataclass(frozen=True)
class Repeated:
    """Blocks that come several times, at the same distance: one set for each player, for example."""

    start: int
    distance: int
    times: int
    words: str  # what they are repeated for
    blocks: tuple[Block, ...]  # counted from the start of the set


Part = Block | Repeated


def blocks(parts: Sequence[Part]) -> Iterator[Block]:
    """Every single block, at its own place."""
    for part in parts:
        if isinstance(part, Block):
            yield part
        else:
            for k in range(part.times):
                for block in part.blocks:
                    start = part.start + k * part.distance + block.start
                    yield Block(start, block.length, f"{part.words} {k}: {block.meaning}", block.each)


def table(parts: Sequence[Part]) -> str:
    """The parts as tables of Markdown."""
    lines: list[str] = []
    for part in parts:
        if isinstance(part, Block):
            if not lines or lines[-1] == "":
                lines += ["| from | to | meaning |", "|---|---|---|"]
            lines.append(row(part, 0))
            continue
        if lines and lines[-1] != "":
            lines.append("")
        last = part.start + (part.times - 1) * part.distance
        where = f"{part.start} + {part.distance} *k* (the last at {last})"
        lines += [
            f"{part.words.capitalize()} *k* from 0 to {part.times - 1} begins at {where}; counted from there:",
            "",
            "| from | to | meaning |",
            "|---|---|---|",
            *(row(block, 0) for block in part.blocks),
            "",
        ]
    return "\n".join(lines).strip() + "\n"


def row(block: Block, offset: int) -> str:
    by = f", by {block.each}" if block.each else ""
    return f"| {block.start + offset} | {block.end - 1 + offset} | {block.meaning}{by} |"
