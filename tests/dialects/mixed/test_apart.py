"""People who speak different dialects play together at different servers."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from ludoteca.dialects.catalogue import DIALECTS
from tests.postgres import Postgres

from .apart import play_apart
from .tables import Mixture

GAMES = [
    Mixture(("group31", "house")),
    Mixture(("psp24", "house"), expert=True),
    Mixture(("am24", "group31"), expert=True),
    Mixture(("am28", "am24", "psp24")),
    Mixture(("house", "group31", "psp24", "am28"), expert=True),
    Mixture(("psp38", "house"), game="masters"),
    Mixture(("house", "psp38", "psp38"), game="masters"),
]


@pytest.mark.parametrize("mixture", GAMES, ids=str)
def test_a_game_with_its_seats_at_different_servers(postgres: Postgres, tmp_path: Path, mixture: Mixture) -> None:
    assert asyncio.run(play_apart(postgres.empty_place(), tmp_path, mixture, seed=len(str(mixture)))) > 0


def test_with_a_server_for_each_of_four(postgres: Postgres, tmp_path: Path) -> None:
    mixture = Mixture(("am24", "am28", "group31", "psp24"))
    assert asyncio.run(play_apart(postgres.empty_place(), tmp_path, mixture, seed=3, servers=4)) > 0


def test_every_dialect_founds_a_table_and_comes_to_one_elsewhere() -> None:
    assert {mixture.seats[0] for mixture in GAMES} == {*DIALECTS, "house"}
    assert {seat for mixture in GAMES for seat in mixture.seats[1:]} == {*DIALECTS, "house"}
