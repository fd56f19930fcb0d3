"""What a person is told: what differs between two views, and a whole view, in sentences. People count from 1."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from ludoteca.rules.eriantys.text import words

Shown = Mapping[str, Any]  # newView, or an object in it


def plural(count: int, noun: str) -> str:
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"


def students(colours: Iterable[str]) -> str:
    """ "2 red and 1 blue", or "none"."""
    counted = Counter(colour.lower() for colour in colours)
    return words.listed(f"{count} {colour}" for colour, count in counted.items()) if counted else "none"


def island(entry: Shown) -> str:
    return words.island([tile + 1 for tile in entry["tiles"]])


def character(number: int) -> str:
    return f"the {words.text(f'character.{number}')}"


# ---------------------------------------------------------------- what has changed


def differences(before: Shown, now: Shown) -> Iterator[str]:
    """Sentences about what happened between two views."""
    mover = before["currentPlayer"] or ""
    for old, new in zip(before["players"], now["players"], strict=True):
        yield from _of_a_player(old, new)
    if now["characterUsed"] and not before["characterUsed"]:
        yield f"{mover} uses {_used(before, now)}."
    yield from _of_the_islands(before, now)
    for old, new in zip(before["clouds"], now["clouds"], strict=True):
        if old["students"] and old["students"] != new["students"]:
            yield f"{mover} takes cloud {old['cloudID'] + 1}: {students(old['students'])}."
    for old, new in zip(before["players"], now["players"], strict=True):
        yield from _presence(old, new)
    if now["paused"] and not before["paused"]:
        yield "The game is paused: nobody else is there."
    if now["round"] != before["round"]:
        yield f"Round {now['round']}. {now['firstPlayer']} opens it."
    if now["lastRound"] and not before["lastRound"]:
        yield "This is the last round."
    if now["currentPlayer"] not in (None, mover):
        yield f"It is {now['currentPlayer']}'s turn."


def _of_a_player(old: Shown, new: Shown) -> Iterator[str]:
    name = new["nickname"]
    if new["lastAssistant"] not in (None, old["lastAssistant"]):
        yield f"{name} plays assistant {new['lastAssistant']}."
    for colour, count in new["diningRoom"].items():
        more = count - old["diningRoom"][colour]
        if more > 0:
            yield f"{name} seats {plural(more, f'{colour.lower()} student')} in the dining room."
        elif more < 0:
            yield f"{name} loses {plural(-more, f'{colour.lower()} student')} of the dining room."
    for colour in new["professors"]:
        if colour not in old["professors"]:
            yield f"{name} takes the {colour.lower()} professor."
    if new["coins"] != old["coins"]:
        yield f"{name} has {plural(new['coins'], 'coin')}."


def _presence(old: Shown, new: Shown) -> Iterator[str]:
    if new["connected"] != old["connected"]:
        yield f"{new['nickname']} is {'back' if new['connected'] else 'away'}."
    if new["standIn"] and not old["standIn"]:
        yield f"A stand-in plays for {new['nickname']}."


def _used(before: Shown, now: Shown) -> str:
    """Which character was used, as far as the views tell."""
    for effect in (now["unfinished"], now["activeCharacter"]):
        if effect is not None:
            return character(effect["character"])
    for old, new in zip(before["characters"], now["characters"], strict=True):
        if old != new:
            return character(new["character"])
    return "a character"


def _of_the_islands(before: Shown, now: Shown) -> Iterator[str]:
    came: Counter[str] = Counter()
    groups = {tile: entry for entry in before["islands"] for tile in entry["tiles"]}
    for entry in now["islands"]:
        old = [groups[tile] for tile in entry["tiles"]]
        joined = {first["islandID"]: first for first in old}
        there = Counter(student for first in joined.values() for student in first["students"])
        came = Counter(entry["students"]) - there
        for colour in came.elements():
            yield f"A {colour.lower()} student goes to {island(entry)}."
        if entry["tower"] not in (None, *(first["tower"] for first in joined.values())) or (
            entry["tower"] and {first["tower"] for first in joined.values()} != {entry["tower"]}
        ):
            yield f"{entry['tower'].capitalize()} towers rise on {island(entry)}."
        if len(joined) > 1:
            yield f"{island(entry).capitalize()} belong together now."
        if entry["noEntryTiles"] != sum(first["noEntryTiles"] for first in joined.values()):
            yield f"No-entry tiles on {island(entry)}: {entry['noEntryTiles']}."
    if now["motherNature"] != before["motherNature"]:
        there_now = next(entry for entry in now["islands"] if entry["islandID"] == now["motherNature"])
        yield f"Mother nature is on {island(there_now)}."


# ---------------------------------------------------------------- the whole table


def table(now: Shown) -> Iterator[str]:
    """The table in sentences, for whoever wants to hear it whole."""
    yield f"Round {now['round']}{', the last one' if now['lastRound'] else ''}. {now['bag']} students are in the bag."
    if now["currentPlayer"] is not None:
        yield f"It is {now['currentPlayer']}'s turn. Order: {', '.join(now['order'])}."
    for entry in now["islands"]:
        told = [f"{island(entry).capitalize()}: {students(entry['students'])}"]
        if entry["tower"]:
            told.append(plural(entry["numTowers"], f"{entry['tower'].lower()} tower"))
        if entry["noEntryTiles"]:
            told.append(plural(entry["noEntryTiles"], "no-entry tile"))
        if entry["islandID"] == now["motherNature"]:
            told.append("mother nature")
        yield f"{', '.join(told)}."
    for cloud in now["clouds"]:
        yield f"Cloud {cloud['cloudID'] + 1}: {students(cloud['students'])}."
    for card in now["characters"]:
        yield from _card(card)
    for player in now["players"]:
        yield from _player(player, now["expert"])
    if now["expert"]:
        yield f"The supply has {plural(now['coins'], 'coin')}."


def _card(card: Shown) -> Iterator[str]:
    number = card["character"]
    told = f"Character {number}, {character(number)}, costs {card['cost']}: {words.text(f'effect.{number}')}"
    if card["students"]:
        told += f"; on it {students(card['students'])}"
    if card["noEntryTiles"]:
        told += f"; on it {plural(card['noEntryTiles'], 'no-entry tile')}"
    yield f"{told}."


def _player(player: Shown, expert: bool) -> Iterator[str]:
    seated = [colour for colour, count in player["diningRoom"].items() for _ in range(count)]
    told = [
        f"{player['nickname']}, {player['tower'].lower()}: entrance {students(player['entrance'])}",
        f"dining room {students(seated)}",
        f"professors {_list(player['professors'])}",
        f"{plural(player['towersLeft'], 'tower')} left",
        f"assistants {', '.join(map(str, player['assistants'])) or 'none'}",
    ]
    if player["lastAssistant"] is not None:
        told.append(f"plays {player['lastAssistant']}")
    if expert:
        told.append(plural(player["coins"], "coin"))
    yield f"{'; '.join(told)}."


def _list(colours: Sequence[str]) -> str:
    return ", ".join(colour.lower() for colour in colours) or "none"
