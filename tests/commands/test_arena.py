"""`ludoteca arena`: what it prints, draws and keeps, and how it goes on after it was stopped in whatever way."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import pytest

from ludoteca.bots import BOTS
from ludoteca.commands import arena

from .open_house import completed, environment
from .stores import Desk

# Does something in the game after so many, once: afterwards the file beside it is there.
ONCE = """
import os, pathlib, random, signal, sys

def choose(view):
    return random.choice(view.legal)

class Bot:
    games = 0

    def __init__(self):
        Bot.games += 1
        done = pathlib.Path(__file__).with_suffix(".done")
        if Bot.games > {games} and not done.exists():
            done.touch()
            {deed}

    def choose(self, view):
        return random.choice(view.legal)
"""


def bot(folder: Path, deed: str, games: int = 5) -> Path:
    file = folder / "my_bot.py"
    file.write_text(ONCE.format(deed=deed, games=games))
    return file


def games_in(file: Path) -> dict[str, Any]:
    """What is the same in every run: without the times."""
    heading, *lines = map(json.loads, file.read_text().splitlines())
    found = {json.dumps(game["fixture"]): (game["winners"], game["decisions"]) for game in lines}
    assert len(found) == len(lines), "a game is there twice"
    return {"heading": heading, **found}


def figures(out: str) -> Any:
    """The result as JSON, without the times."""
    result = json.loads(out)
    for each in result["bots"]:
        del each["seconds"]
    return result


def test_the_result_is_a_table(desk: Desk) -> None:
    assert desk.run("arena", "greedy", "random", "--game", "masters", "--games", "4", "--seed", "7") == 0
    lines = desk.out.splitlines()
    assert lines[0] == "Masters of Renaissance, 2 players, seed 7"
    assert lines[3].split()[:7] == ["greedy", "random", "4", "4", "0", "0", "100.0"]
    assert desk.err == ""


@pytest.mark.parametrize(
    ("options", "games"),
    [
        (["--players", "2", "--expert"], 4),
        (["--players", "3"], 6),
        (["--players", "4", "--expert"], 4),
        (["--game", "masters", "--players", "1"], 4),
        (["--game", "masters", "--players", "3"], 6),
        (["--game", "masters", "--players", "4"], 4),
    ],
)
def test_every_table_can_be_played(desk: Desk, options: list[str], games: int) -> None:
    assert desk.run("arena", "random", "random", *options, "--games", "4", "--json") == 0
    pairings = json.loads(desk.out)["pairings"]
    assert [pairing["games"] for pairing in pairings] == [games] * len(pairings)


def test_alone_one_bot_is_enough(desk: Desk) -> None:
    assert desk.run("arena", "random", "--game", "masters", "--players", "1", "--games", "3") == 0
    assert desk.out.splitlines()[3].split()[:5] == ["random", "Lorenzo", "3", "0", "3"]


def test_the_same_seed_gives_the_same_result_on_any_number_of_processes(desk: Desk) -> None:
    typed = ["arena", "random", "random", "random", "--games", "6", "--seed", "3", "--json"]
    results = []
    for processes in ("1", "2"):
        assert desk.run(*typed, "--processes", processes) == 0
        results.append(figures(desk.out))
    assert results[0] == results[1]
    assert desk.run(*typed[:-3], "--seed", "4", "--json") == 0
    assert figures(desk.out) != results[0] | {"seed": 4}


def test_the_chart_is_drawn(desk: Desk, tmp_path: Path) -> None:
    chart = tmp_path / "chart.svg"
    assert desk.run("arena", "random", "random", "--games", "4", "--chart", chart) == 0
    assert ET.fromstring(chart.read_text()).tag.endswith("svg")


# ---------------------------------------------------------------- going on


def test_more_games_are_added_to_those_that_are_kept(desk: Desk, tmp_path: Path) -> None:
    kept, whole = tmp_path / "kept.jsonl", tmp_path / "whole.jsonl"
    for games, file in (("4", kept), ("10", kept), ("10", whole)):
        assert desk.run("arena", "random", "random", "--games", games, "--save", file, "--json") == 0
    result = figures(desk.out)
    assert games_in(kept) == games_in(whole)
    lines = len(kept.read_text().splitlines())
    assert desk.run("arena", "random", "random", "--games", "10", "--save", kept, "--json") == 0
    assert figures(desk.out) == result
    assert len(kept.read_text().splitlines()) == lines


def test_fewer_games_than_are_kept_are_told_as_if_there_were_no_more(desk: Desk, tmp_path: Path) -> None:
    kept = tmp_path / "kept.jsonl"
    assert desk.run("arena", "random", "random", "--games", "8", "--save", kept) == 0
    assert desk.run("arena", "random", "random", "--games", "4", "--json") == 0
    fresh = figures(desk.out)
    assert desk.run("arena", "random", "random", "--games", "4", "--save", kept, "--json") == 0
    assert figures(desk.out) == fresh


@pytest.mark.skipif(os.name == "nt", reason="there is no SIGKILL")
@pytest.mark.parametrize(
    ("processes", "whom"), [("1", "os.getpid()"), ("2", "os.getppid()")], ids=["one process", "the first of several"]
)
def test_after_kill_9_the_same_command_goes_on(tmp_path: Path, processes: str, whom: str) -> None:
    """The other processes end with the first one, even in a game: nobody holds the other end of these pipes then."""
    file = bot(tmp_path, f"os.kill({whom}, signal.SIGKILL)" + "; signal.pause()" * (processes != "1"))
    kept, whole = tmp_path / "kept.jsonl", tmp_path / "whole.jsonl"
    typed = ["arena", str(file), "random", "--games", "30", "--processes", processes, "--save"]
    killed = completed(*typed, kept)
    assert killed.returncode == -9
    before = kept.read_bytes()
    assert 0 < len(before.splitlines()) < 31
    assert completed(*typed, kept).returncode == 0
    assert kept.read_bytes().startswith(before)
    assert completed(*typed, whole).returncode == 0
    assert games_in(kept) == games_in(whole)
    assert len(games_in(kept)) == 31


def test_ctrl_c_says_what_stands(desk: Desk, tmp_path: Path) -> None:
    file = bot(tmp_path, "raise KeyboardInterrupt")
    kept = tmp_path / "kept.jsonl"
    typed = ["arena", str(file), "random", "--games", "10"]
    assert desk.run(*typed, "--save", kept) == 130
    assert desk.out.splitlines()[3].split()[:3] == [str(file), "random", "4"]
    assert desk.out.endswith("Left out: 1 game, because its deal is not played from every side yet.\n")
    assert desk.err == "Stopped after 5 of 10 games. The same command goes on from there.\n"
    assert desk.run(*typed, "--save", kept) == 0
    file.with_suffix(".done").unlink()
    assert desk.run(*typed) == 130
    assert desk.err == "Stopped after 5 of 10 games. With --save FILE, the next run could go on.\n"


@pytest.mark.skipif(os.name == "nt", reason="Ctrl-C is another matter there")
def test_ctrl_c_ends_all_processes(tmp_path: Path) -> None:
    """As a terminal sends it: to the whole group of processes."""
    file = bot(tmp_path, "os.killpg(0, signal.SIGINT)")
    typed = [sys.executable, "-m", "ludoteca", "arena", str(file), "random", "--games", "1000", "--processes", "2"]
    done = subprocess.run(
        typed,
        capture_output=True,
        text=True,
        env=environment(),
        timeout=60,
        check=False,
        start_new_session=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),  # a shell's background jobs ignore Ctrl-C
    )
    assert done.returncode == 130
    assert done.stderr.startswith("Stopped after ")
    assert "Traceback" not in done.stderr
    assert done.stdout.startswith("Eriantys, 2 players, seed 1")


@pytest.mark.parametrize("processes", ["1", "2"])
def test_a_mistake_of_a_bot_ends_it_and_what_stands_is_told(desk: Desk, tmp_path: Path, processes: str) -> None:
    file = bot(tmp_path, "raise ValueError('no idea')", games=3)
    assert desk.run("arena", file, "random", "--games", "10", "--processes", processes) == 1
    assert desk.out.startswith("Eriantys, 2 players, seed 1")
    line = file.read_text().splitlines().index("            raise ValueError('no idea')") + 1
    assert desk.err.startswith(f"{file}, line {line}: ValueError: no idea\n")


@pytest.mark.skipif(os.name == "nt", reason="there is no SIGKILL")
def test_a_process_that_dies_ends_it(desk: Desk, tmp_path: Path) -> None:
    file = bot(tmp_path, "os.kill(os.getpid(), signal.SIGKILL)", games=2)
    assert desk.run("arena", file, "random", "--games", "10", "--processes", "2") == 1
    assert desk.err.startswith("A process of the arena died (code -9) after ")


def test_a_file_that_is_no_bot_is_told_before_the_first_game(desk: Desk, tmp_path: Path) -> None:
    file = tmp_path / "my_bot.py"
    file.write_text("def choose(view):\n    return 1 +\n")
    assert desk.run("arena", file, "random") == 1
    assert desk.err == f"{file}, line 2: invalid syntax\n    return 1 +\n"
    assert desk.out == ""


# ---------------------------------------------------------------- what cannot be


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        (
            ["greedy", "wise"],
            f"There is no bot wise. There are {', '.join(BOTS)}, beginner, and Python files such as my_bot.py.",
        ),
        (["greedy:500", "random"], "greedy takes no limit: it thinks as long as it thinks. Say greedy alone."),
        (["none.py", "random"], "There is no file none.py."),
        (["random", "random", "--chart", "."], ". cannot be written: name a file in a folder that you can write to."),
        (["random", "random", "--chart", "no/c.svg"], "no/c.svg cannot be written: name a file in a folder that"),
        (["random", "random", "--save", "."], ". cannot be written: Is a directory."),
        (["random", "random", "--save", "no/s"], "no/s cannot be written: No such file or directory."),
    ],
)
def test_obstacles(
    desk: Desk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, typed: list[str], sentence: str
) -> None:
    monkeypatch.chdir(tmp_path)
    assert desk.run("arena", *typed) == 2
    assert desk.err.startswith(sentence)
    assert desk.out == ""


@pytest.mark.parametrize(
    ("typed", "words"),
    [
        (["greedy"], "Name at least two bots; only alone (--game masters --players 1) one is enough."),
        (["greedy", "random", "--players", "1"], "eriantys is not a game for 1."),
        (["greedy", "random", "--game", "masters", "--expert"], "expert"),
        (["greedy", "random", "--games", "0"], "'0' is not a number of games from 1 to 1000000"),
        (["greedy", "random", "--processes", "many"], "'many' is not a number of processes from 1 to 256"),
        (["greedy", "random", "--seed", "-1"], "is not a whole number from 0"),
    ],
)
def test_wrong_use(desk: Desk, typed: list[str], words: str) -> None:
    assert words in desk.misuse("arena", *typed)


def test_a_file_with_games_of_another_contest(desk: Desk, tmp_path: Path) -> None:
    kept = tmp_path / "kept.jsonl"
    assert desk.run("arena", "random", "random", "--games", "2", "--save", kept) == 0
    assert desk.run("arena", "random", "random", "--games", "2", "--save", kept, "--seed", "2") == 2
    assert desk.err == f"{kept} has games of another contest: seed 1, not 2. Take another file.\n"


# ---------------------------------------------------------------- progress


def test_progress_tells_how_fast_and_how_long_still() -> None:
    now = 100.0
    clock = arena.Clock(1000, 500, lambda: now)
    assert clock.line() == "500 of 1,000 games"
    for _ in range(20):
        clock.count()
    now = 110.0
    assert clock.line() == "520 of 1,000 games, 2 games/s, 4 min 00 s left"


def test_progress_is_told_ten_times_a_second_at_most() -> None:
    now = 100.0
    clock = arena.Clock(1000, 0, lambda: now)
    told = []
    for step in range(100):
        now = 100.0 + step / 100
        told.append(clock.due())
    assert sum(told) in (9, 10)


@pytest.mark.parametrize(("seconds", "words"), [(0.2, "0 s"), (59, "59 s"), (61, "1 min 01 s"), (7384, "2 h 03 min")])
def test_times_as_people_say_them(seconds: float, words: str) -> None:
    assert arena.lasting(seconds) == words
