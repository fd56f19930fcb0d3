"""Games in several processes are the games of one; what happens to a process is noticed."""

from __future__ import annotations

import os
import signal
from pathlib import Path

import pytest

from ludoteca.arena.contest import Played
from ludoteca.arena.processes import ProcessDied, interrupts_held_back, played
from ludoteca.bots.python_file import BotFault

from .results import contest, without_times

BY_CHANCE = """
import random

class Bot:
    def __init__(self):
        self.asked = 0

    def choose(self, view):
        self.asked += 1
        return view.legal[self.asked % len(view.legal)] if self.asked % 2 else random.choice(view.legal)
"""


def games(bots: list[str], count: int, processes: int) -> list[Played]:
    held = contest(contestants=len(bots))
    return list(played(held, bots, held.fixtures(count), processes))


def bot(folder: Path, text: str) -> str:
    file = folder / "my_bot.py"
    file.write_text(text)
    return str(file)


@pytest.mark.parametrize("processes", [2, 3])
def test_the_number_of_processes_changes_no_game(tmp_path: Path, processes: int) -> None:
    bots = ["random", bot(tmp_path, BY_CHANCE), "random"]
    alone, together = games(bots, 4, 1), games(bots, 4, processes)
    assert len(together) == len(alone) == 12
    assert without_times(together) == without_times(alone)


def test_there_are_no_more_processes_than_games() -> None:
    assert len(games(["random", "random"], 2, 8)) == 2


def test_nothing_to_play_needs_no_process() -> None:
    held = contest()
    assert list(played(held, ["random", "random"], [], 2)) == []


@pytest.mark.parametrize("processes", [1, 2])
def test_a_mistake_of_a_bot_is_told_with_its_line(tmp_path: Path, processes: int) -> None:
    file = bot(tmp_path, "def choose(view):\n    return view.legal[len(view.legal)]\n")
    with pytest.raises(BotFault) as fault:
        games([file, "random"], 2, processes)
    assert fault.value.sentence == (
        f"{file}, line 2: IndexError: list index out of range\n    return view.legal[len(view.legal)]"
    )


@pytest.mark.skipif(os.name == "nt", reason="signals are another matter there")
def test_a_process_that_is_killed_is_noticed(tmp_path: Path) -> None:
    file = bot(tmp_path, "import os, signal\ndef choose(view):\n    os.kill(os.getpid(), signal.SIGKILL)\n")
    with pytest.raises(ProcessDied) as died:
        games([file, "random"], 2, 2)
    assert died.value.code == -signal.SIGKILL


@pytest.mark.skipif(os.name == "nt", reason="Ctrl-C is another matter there")
def test_ctrl_c_while_a_process_starts_waits_until_it_has_started() -> None:
    started = []

    def start() -> None:
        with interrupts_held_back():
            os.kill(os.getpid(), signal.SIGINT)
            started.append("a process")

    with pytest.raises(KeyboardInterrupt):
        start()
    assert started
    assert signal.SIGINT not in signal.pthread_sigmask(signal.SIG_BLOCK, ())
