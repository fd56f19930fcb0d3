"""`ludoteca export`: replays as files; of games that go on only what watchers may see."""

from __future__ import annotations

import asyncio
import resource
import time
from pathlib import Path

import pytest

from ludoteca.commands.export import exported, write_new
from ludoteca.commands.output import CommandError
from ludoteca.commands.show import taken
from ludoteca.commands.store_option import InAFolder
from ludoteca.house import keys, replays
from ludoteca.house.replays import Replay
from ludoteca.rules.eriantys import Game

from .running import start
from .stores import Desk, Party, furnish, playing, serving


def test_a_finished_game_into_a_file(desk: Desk, house: Path, over: Party, tmp_path: Path) -> None:
    furnish(house, over)
    file = tmp_path / "game.json"
    assert desk.run("export", "kdtwpq", "-o", file) == 0
    assert (desk.out, desk.err) == ("", f"Table KDTWPQ up to entry {len(over.log)}: the whole game.\n")
    assert replays.read(file.read_bytes()) == over.replay
    assert desk.run("verify", file) == 0


def test_standard_output_has_the_replay_and_nothing_else(house: Path, over: Party) -> None:
    furnish(house, over)
    written, problems = start("export", "KDTWPQ", "--data", str(house)).communicate()
    assert replays.read(written) == over.replay
    assert problems.startswith(b"Table KDTWPQ up to entry ")


def test_a_file_is_not_replaced(desk: Desk, house: Path, over: Party, tmp_path: Path) -> None:
    furnish(house, over)
    (tmp_path / "precious").write_text("precious")
    assert desk.run("export", "KDTWPQ", "--output", tmp_path / "precious") == 2
    assert desk.err == f"{tmp_path / 'precious'} is there already. Move it away first, or choose another name.\n"
    assert (tmp_path / "precious").read_text() == "precious"
    assert desk.run("export", "KDTWPQ", "--output", tmp_path / "nowhere" / "game.json") == 2
    assert desk.err == f"{tmp_path / 'nowhere' / 'game.json'} cannot be written: No such file or directory.\n"


def test_half_a_replay_is_not_left_behind(tmp_path: Path) -> None:
    """As when the disk is full: for a moment no file may be larger than some bytes."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (4096, hard))
    try:
        with pytest.raises(CommandError, match=r"game\.json cannot be written: File too large\."):
            write_new(tmp_path / "game.json", bytes(10_000))
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    assert not list(tmp_path.iterdir())


def test_a_game_that_goes_on_is_exported_as_watchers_see_it(
    desk: Desk, house: Path, masters_playing: Party, tmp_path: Path
) -> None:
    furnish(house, masters_playing)
    file = tmp_path / "game.json"
    with serving(house):
        assert desk.run("export", "HANDSX", "-o", file) == 0
    assert desk.err == f"Table HANDSX up to entry {len(masters_playing.log)}: the game is not over.\n"
    body = file.read_bytes()
    assert replays.read(body) == masters_playing.replay
    assert not replays.read(body).finished
    table = masters_playing.table
    secrets = [table.secret.hex(), keys.token_of("key of Anna"), "nonce of Anna"]
    assert not [secret for secret in secrets if secret.encode() in body]


def at(house: Path, code: str, now: int) -> Replay:
    return exported(asyncio.run(taken(InAFolder(house), code)), now)


def test_watchers_who_are_behind_do_not_get_ahead(house: Path) -> None:
    party = playing("GAMXNG", delay=60)
    furnish(house, party)
    last = party.log[-1].time
    assert len(at(house, "GAMXNG", last + 60_000).log) == len(party.log)
    assert len(at(house, "GAMXNG", last + 59_999).log) == len(party.log) - 1
    with pytest.raises(CommandError, match="Watchers of table GAMXNG are 60 s behind and have seen nothing yet"):
        at(house, "GAMXNG", party.log[0].time + 59_999)


def test_the_delay_counts_from_now(desk: Desk, house: Path) -> None:
    furnish(house, playing("GAMXNG", delay=3600, opened=int(time.time() * 1000) - 120_000))
    assert desk.run("export", "GAMXNG") == 2
    assert (desk.out, desk.err) == ("", "Watchers of table GAMXNG are 3600 s behind and have seen nothing yet.\n")


def test_a_finished_game_keeps_nobody_waiting(house: Path) -> None:
    party = playing("GAMXNG", delay=3600)
    party.play()
    furnish(house, party)
    assert at(house, "GAMXNG", party.log[-1].time) == party.replay


def test_nobody_may_watch(desk: Desk, house: Path) -> None:
    party = playing("GAMXNG", watching=False)
    furnish(house, party)
    assert desk.run("export", "GAMXNG") == 2
    assert desk.err == "Nobody may watch table GAMXNG. It can be exported when the game is over.\n"
    party.play()
    furnish(house.with_name("later"), party)
    assert desk.run("export", "GAMXNG", "--data", house.with_name("later")) == 0


def test_a_game_under_other_rules(desk: Desk, house: Path, over: Party, monkeypatch: pytest.MonkeyPatch) -> None:
    party = over.cut(len(over.log))
    party.keep()
    furnish(house, party)
    monkeypatch.setattr(Game, "rules_version", "99")
    assert desk.run("export", "KDTWPQ") == 2
    assert desk.err.startswith("Table KDTWPQ cannot be made again from its log. That game was played under version 1")
