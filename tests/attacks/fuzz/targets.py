"""What is fuzzed. A target takes any bytes and comes back; whatever it raises is a defect."""

from __future__ import annotations

import contextlib
import json
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

import msgspec

from ludoteca import rules
from ludoteca.dialects.catalogue import DIALECTS
from ludoteca.dialects.house import connection, messages
from ludoteca.dialects.house.http import NewTable
from ludoteca.dialects.house.problems import Trouble
from ludoteca.house import commands, options, replays, verification
from ludoteca.house.refusals import Refused
from ludoteca.house.replays import InvalidReplay
from ludoteca.rules.masters.notation import cards
from tests.house.tables import started

from .dialects import read_lines, some_lines
from .frames import mutated_frames, read_frames, some_frames
from .javastream import read_javastream, some_javastreams
from .mutating import mutated

FEW = 20  # decisions in a game that was loaded


@dataclass(frozen=True)
class Target:
    run: Callable[[bytes], None]
    seeds: Callable[[], list[bytes]]
    mutate: Callable[[bytes, int], bytes] = mutated


# ---------------------------------------------------------------- messages


def read_message(body: bytes) -> None:
    """It is a message, or there are words for what is wrong with it, and they can be sent."""
    try:
        message = connection.read_from_client(body)
    except Trouble as trouble:
        refused = messages.Refused(
            code=trouble.code,
            sentence=trouble.sentence,
            id=connection.claimed_id(body),
            parameters=trouble.parameters,
        )
        assert connection.read_from_server(connection.encode(refused)) == refused
    else:
        assert connection.read_from_client(connection.encode(message)) == message


def some_messages() -> list[bytes]:
    said: list[messages.FromClient] = [
        messages.Hello(id="1", key="a key", seen=3, heard=2),
        messages.Sit(name="Ada", key="a key", nonce="n"),
        messages.Act(action={"do": "play_assistant", "value": 4}),
        messages.TakeBack(to=3),
        messages.Say(text="well"),
        messages.Mute(name="Ada", muted=False),
        messages.SitBot(level="greedy", name="Bot"),
    ]
    return [connection.encode(message) for message in said]


# ---------------------------------------------------------------- replays


def check_replay(body: bytes) -> None:
    """It is no replay, or every check comes to an end."""
    try:
        replay = replays.read(body)
    except InvalidReplay:
        return
    report = verification.verify(replay)
    assert str(report)


def some_replays() -> list[bytes]:
    found = []
    for game in ("eriantys", "masters"):
        evening = started(game)
        for choice in range(6):
            evening.act(choice % len(evening.table.game.legal_actions()))  # type: ignore[union-attr]
        evening.do(commands.Resign(0))
        found.append(replays.write(replays.export(evening.table.code, evening.table.secret, evening.log)))
    return found


# ---------------------------------------------------------------- positions


def load_position(body: bytes) -> None:
    """It is no position, or one from which the game goes on."""
    try:
        position = json.loads(body)
    except (ValueError, RecursionError):
        return
    try:
        game = rules.load(position)
    except rules.InvalidPosition:
        return
    assert rules.load(game.position()).position() == game.position()
    for decision in range(FEW):
        legal = game.legal_actions()
        if game.over or not legal:
            break
        assert str(game)
        for seat in range(len(game.view(None).get("order", ()))):
            game.view(seat)
        game.apply(legal[decision % len(legal)])


def some_positions() -> list[bytes]:
    found = []
    for game in (
        rules.new("eriantys", players=2, seed=1, expert=True),
        rules.new("eriantys", players=4, seed=1),
        rules.new("masters", players=1, seed=1),
        rules.new("masters", players=3, seed=1),
    ):
        for decision in range(30):
            found.append(json.dumps(game.position()).encode())
            legal = game.legal_actions()
            game.apply(legal[decision % len(legal)])
    return found[::6]


# ---------------------------------------------------------------- tables and card sets


def set_up_table(body: bytes) -> None:
    """A table as somebody wants it opened."""
    with contextlib.suppress(msgspec.DecodeError, UnicodeError, RecursionError, Refused):
        options.check(msgspec.json.decode(body, type=NewTable).options)


def some_tables() -> list[bytes]:
    return [
        b'{"options": {"game": "eriantys", "players": 2, "settings": {"expert": true}, "first": 0}}',
        b'{"options": {"game": "masters", "players": 4, "clock": {"per": "game", "seconds": 60}, "delay": 9}}',
        json.dumps({"options": {"game": "masters", "players": 2, "settings": {"cards": cards.shipped()}}}).encode(),
    ]


def check_cards(body: bytes) -> None:
    with contextlib.suppress(UnicodeDecodeError):
        cards.check(body.decode())


def some_cards() -> list[bytes]:
    return [json.dumps(cards.shipped()).encode()]


TARGETS = {
    "frames": Target(read_frames, some_frames, mutated_frames),
    "javastream": Target(read_javastream, some_javastreams),
    "message": Target(read_message, some_messages),
    "replay": Target(check_replay, some_replays),
    "position": Target(load_position, some_positions),
    "table": Target(set_up_table, some_tables),
    "cards": Target(check_cards, some_cards),
    **{name: Target(partial(read_lines, name), partial(some_lines, name)) for name in DIALECTS},
}
