"""Bots by what people type."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import inf
from pathlib import Path

import pytest

from ludoteca import rules
from ludoteca.bots import BOTS, contestants
from ludoteca.bots.contestants import Kind, Limit, OneByOne, UnknownBot, contestant
from ludoteca.bots.levels import Level

from .games import new
from .test_bots import SLOW


@dataclass(frozen=True)
class Thinker:
    limit: Limit

    def decide(self, seen: rules.Game, seed: int) -> Sequence[int]:
        raise AssertionError("nobody plays here")


@pytest.fixture
def thinker(monkeypatch: pytest.MonkeyPatch) -> None:
    """A bot that can be told how long to think."""
    kind = Kind("thinker", limited=True, sit=Thinker, fingerprint=lambda game: f"weights of {game}")
    monkeypatch.setitem(contestants.KINDS, "thinker", kind)


def refused(typed: str) -> str:
    with pytest.raises(UnknownBot) as why:
        contestant(typed)
    return why.value.sentence


@pytest.mark.parametrize("name", BOTS)
def test_every_bot_of_the_house_is_known_by_its_name(name: str) -> None:
    found = contestant(name)
    game = new("eriantys-2", seed=4)
    assert found.name == name
    (decided,) = found.sit().decide(game, 9)
    if name in SLOW:  # it depends on the time that it has
        assert decided in game.legal_actions()
    else:
        assert decided == BOTS[name].choose(game, 9)


@pytest.mark.parametrize(
    ("typed", "limit"),
    [
        ("thinker", Limit()),
        ("thinker:500", Limit(iterations=500)),
        ("thinker:0.5s", Limit(seconds=0.5)),
        ("thinker:2s", Limit(seconds=2.0)),
        ("thinker:200ms", Limit(seconds=0.2)),
        ("thinker:500,0.5s", Limit(500, 0.5)),
        ("thinker:0.5s,500", Limit(500, 0.5)),
    ],
)
@pytest.mark.usefixtures("thinker")
def test_limits(typed: str, limit: Limit) -> None:
    found = contestant(typed)
    assert found.name == typed
    assert found.sit() == Thinker(limit)
    assert found.fingerprint("masters") == "weights of masters"


@pytest.mark.parametrize("part", ["", "fast", "0", "0s", "-5", "1.5", "5m", "1e9", "5 s", "²"])
@pytest.mark.usefixtures("thinker")
def test_what_is_no_limit(part: str) -> None:
    assert refused(f"thinker:{part}") == (
        f"{part!r} in thinker:{part} is no limit. Say 500 (iterations), 0.5s or 200ms."
    )


@pytest.mark.parametrize("typed", ["thinker:500,600", "thinker:1s,200ms"])
@pytest.mark.usefixtures("thinker")
def test_one_limit_of_each_kind(typed: str) -> None:
    assert refused(typed) == f"{typed} has two limits of the same kind."


def test_a_bot_that_takes_no_limit_says_so() -> None:
    assert refused("greedy:500") == "greedy takes no limit: it thinks as long as it thinks. Say greedy alone."


@pytest.mark.parametrize("typed", ["wise", "wise:500", ""])
def test_who_is_not_there(typed: str) -> None:
    name = typed.partition(":")[0]
    names = ", ".join((*BOTS, "beginner"))
    assert refused(typed) == f"There is no bot {name}. There are {names}, and Python files such as my_bot.py."


@pytest.mark.parametrize(
    ("typed", "iterations", "seconds"),
    [
        ("level-3", 1, 0.5),
        ("level-3:20", 20, inf),
        ("level-8:0.01s", None, 0.01),
        ("level-8:20,0.5s", 20, 0.5),
    ],
)
def test_a_level_with_limits_of_its_own_or_others(typed: str, iterations: int | None, seconds: float) -> None:
    found = contestant(typed)
    player = found.sit()
    assert isinstance(player, OneByOne)
    level = player.bot.decide
    assert isinstance(level, Level)
    assert (level.name, level.iterations, level.seconds) == (typed.partition(":")[0], iterations, seconds)
    game = new("eriantys-2", seed=4)
    (decided,) = player.decide(game, 9)
    assert decided in game.legal_actions()


def test_what_a_level_has_learned_of_a_game_is_part_of_its_fingerprint() -> None:
    found = {
        contestant(typed).fingerprint(game) for typed in ("level-1", "level-2") for game in ("eriantys", "masters")
    }
    assert len(found) == 4
    assert contestant("greedy").fingerprint("masters") == ""


def test_a_python_file_is_a_bot(tmp_path: Path) -> None:
    file = tmp_path / "my_bot.py"
    file.write_text("def choose(view):\n    return view.legal[-1]\n")
    found = contestant(str(file))
    game = new("masters-2", seed=4)
    assert list(found.sit().decide(game, 1)) == [game.legal_actions()[-1]]
    file.write_text("def choose(view):\n    return view.legal[0]\n")
    assert contestant(str(file)).fingerprint("eriantys") != found.fingerprint("eriantys")
