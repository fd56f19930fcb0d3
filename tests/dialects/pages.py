"""What the pages about dialects show of the tests: an example of each message, where it is shown, a session by hand."""

from __future__ import annotations

import asyncio
import json
import re
from collections import defaultdict
from collections.abc import Iterator
from contextlib import AsyncExitStack
from pathlib import Path

import msgspec

from ludoteca.dialects.docs import Evidence, Page, defined, shortened
from ludoteca.dialects.messages import Message, name

from .transcripts import HERE, Reading, transcripts_of

DOCS = Path(__file__).parents[2] / "docs" / "dialects"
SHORT = 300  # characters of a line of the session
SIGNED = re.compile(r"([A-Z]?)([<>]) (.*)")
REFUSED = re.compile(r'"isRetry": ?true|Done": ?false|"errorMessage"|"type": ?"(?:\w*Error\w*|nack)"')
BOUND = re.compile(r"\$[a-z]+")


def page(dialect: str) -> str:
    """The page as it should be."""
    return Page(dialect, evidence(dialect)).refreshed((DOCS / f"{dialect}.md").read_text(encoding="utf-8"))


def evidence(dialect: str) -> Evidence:
    return Evidence(examples(dialect), shown(dialect), asyncio.run(session(dialect)))


def vocabulary(dialect: str) -> Page:
    return Page(dialect, Evidence({}, {}, ""))


def shown(dialect: str) -> dict[str, list[str]]:
    """The transcripts that show a message, by its name."""
    words = vocabulary(dialect).vocabulary
    found: dict[str, set[str]] = defaultdict(set)
    for path in transcripts_of(dialect):
        for _, sign, line in exchanged(path.read_text(encoding="utf-8")):
            for each in words.shown_in(line, from_client=sign == ">"):
                found[each].add(path.stem)
    every = [name(kind) for kind in (*words.from_client, *words.from_server)]
    return {each: sorted(found[each]) for each in dict.fromkeys((*every, *sorted(found)))}


def examples(dialect: str) -> dict[str, str]:
    """For each message the line of the recorded game, or else of a transcript, that shows most of its members."""
    words = vocabulary(dialect).vocabulary
    kinds: dict[str, type[Message]] = {name(kind): kind for kind in (*words.from_client, *words.from_server)}
    found: dict[str, tuple[tuple[bool, bool, int], str]] = {}
    for path in (DOCS / f"{dialect}-game.txt", *transcripts_of(dialect)):
        for sign, line in worth_showing(path.read_text(encoding="utf-8")):
            for each in words.shown_in(line, from_client=sign == ">"):
                members = set(json.loads(line) if line.startswith("{") else ()) - {"type", "cmd", "..."}
                meant = each not in kinds or members <= defined(kinds[each])  # no members that mean nothing
                worth = (meant, '"..."' not in line and '"*"' not in line, len(members))
                if each not in found or worth > found[each][0]:
                    found[each] = worth, BOUND.sub("KQMWTB", line)
    return {each: line for each, (_, line) in found.items()}


def worth_showing(text: str) -> Iterator[tuple[str, str]]:
    """What was sent or received, but for lines of a client that were refused."""
    lines = exchanged(text)
    for place, (who, sign, line) in enumerate(lines):
        answers = (answer for whose, way, answer in lines[place + 1 :] if (whose, way) == (who, "<"))
        if sign == "<" or not REFUSED.search(next(answers, "")):
            yield sign, line


def exchanged(text: str) -> list[tuple[str, str, str]]:
    """The lines of a transcript that were sent or received: who, which way, what."""
    return [(found[1], found[2], found[3].strip()) for found in map(SIGNED.fullmatch, text.splitlines()) if found]


async def session(dialect: str) -> str:
    """What comes when the session by hand is typed."""
    (by_hand,) = (HERE / dialect / "transcripts").glob("*by?hand.txt")
    written: list[str] = []
    async with AsyncExitStack() as stack:
        reading = Reading(dialect, stack)
        for line in by_hand.read_text(encoding="utf-8").splitlines():
            if line.startswith("# "):
                written.append(line)
            if line.startswith("A> "):
                written.append(line[1:])
            if line.startswith("A< "):
                caller = reading._callers["A"]
                came = caller.lines[len(caller.lines) - caller.unread].decode()
                written.append(f"< {shortened(came, SHORT)}")
            await reading.step(line)
    return "\n".join(written)


def members_in(value: object) -> set[str]:
    """All names of members in a line, however deep."""
    if isinstance(value, dict):
        return set(value).union(*(members_in(inner) for inner in value.values()))
    return set().union(*(members_in(inner) for inner in value)) if isinstance(value, list) else set()


def said_members(dialect: str) -> tuple[set[str], set[str]]:
    """The names of members that clients have sent, and that they were told, in transcripts and the recorded game."""
    sent: set[str] = set()
    told: set[str] = set()
    for path in (DOCS / f"{dialect}-game.txt", *transcripts_of(dialect)):
        for _, sign, line in exchanged(path.read_text(encoding="utf-8")):
            try:
                (sent if sign == ">" else told).update(members_in(msgspec.json.decode(line)))
            except msgspec.DecodeError:  # sent to be refused
                continue
    return sent, told
