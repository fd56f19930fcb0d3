"""Weights from a file, as they play in the arena."""

from __future__ import annotations

from pathlib import Path

import pytest

from ludoteca.bots.contestants import UnknownBot, contestant
from ludoteca.bots.levels import LEVELS
from ludoteca.bots.python_file import BotFault
from ludoteca.search import shipped

from .games import new


@pytest.mark.parametrize(("game", "variant"), [("eriantys", "eriantys-2"), ("masters", "masters-2")])
def test_the_shipped_weights_decide_like_a_level(game: str, variant: str) -> None:
    found = contestant(f"{shipped.path(game)}:8")
    table = new(variant, seed=4)
    player = found.sit()
    for seed in range(6):
        (decided,) = player.decide(table, seed)
        assert decided == LEVELS["level-8"].limited(8, None).bot.choose(table, seed, 60.0)
        table.apply(decided)


def test_other_weights_are_another_bot(tmp_path: Path) -> None:
    other = tmp_path / "other.weights"
    other.write_bytes(shipped.path("eriantys").read_bytes())
    shipped_one = contestant(f"{shipped.path('masters')}:8").fingerprint("masters")
    before = contestant(f"{other}:8").fingerprint("masters")
    other.write_bytes(shipped.path("masters").read_bytes())
    assert contestant(f"{other}:8").fingerprint("masters") == shipped_one != before


def test_weights_need_a_limit() -> None:
    with pytest.raises(UnknownBot) as why:
        contestant("best.weights")
    assert why.value.sentence == (
        "Say how long best.weights may think: best.weights:500 (iterations), best.weights:0.5s."
    )


def test_files_that_are_no_weights(tmp_path: Path) -> None:
    with pytest.raises(BotFault) as why:
        contestant(f"{tmp_path / 'none.weights'}:5")
    assert why.value.sentence == f"{tmp_path / 'none.weights'} cannot be read: No such file or directory."
    (tmp_path / "bad.weights").write_text("{}\n")
    with pytest.raises(BotFault) as why:
        contestant(f"{tmp_path / 'bad.weights'}:5")
    assert why.value.sentence == f"{tmp_path / 'bad.weights'}: This is not a file of weights of this kind."


def test_weights_of_another_game() -> None:
    file = shipped.path("masters")
    with pytest.raises(BotFault) as why:
        contestant(f"{file}:5").sit().decide(new("eriantys-2", seed=4), 1)
    assert why.value.sentence == f"{file} is for masters, not for eriantys."
