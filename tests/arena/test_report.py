"""Results in words: tables for people, the same for programs."""

from __future__ import annotations

import json

from ludoteca.arena.contest import Contest
from ludoteca.arena.report import as_json, distinct, report, text

from .results import contest, results

TWO = """\
Eriantys, 2 players, seed 1

bot     against  games  won  drawn  lost   share   95 % interval
greedy  random       8    6      0     2  75.0 %  28.9 - 100.0 %

bot     decisions  ms each
greedy         24        2
random         16      0.5"""


def test_two_bots() -> None:
    held = contest()
    assert text(report(held, ["greedy", "random"], results(held, 8, lambda fixture: fixture.deal > 0))) == TWO


def test_one_among_three_stands_beside_the_fair_share() -> None:
    held = contest("masters", 4)
    told = text(report(held, ["greedy", "random"], results(held, 8, lambda fixture: fixture.place < 2))).splitlines()
    assert told[0] == "Masters of Renaissance, 4 players, seed 1"
    assert told[2].split()[:2] == ["bot", "among"]
    assert told[2].endswith("fair share")
    assert told[3].startswith("greedy  3 x random      8    4      0     4  50.0 %")
    assert told[3].endswith("25.0 %")


def test_teams_are_called_teams() -> None:
    assert report(contest("eriantys", 4), ["greedy", "random"], []).title == "Eriantys, 2 teams, seed 1"


def test_expert_games_are_called_so() -> None:
    held = Contest("eriantys", 3, expert=True, seed=9, contestants=2)
    assert report(held, ["greedy", "random"], []).title == "Eriantys, 3 players, expert, seed 9"


def test_alone_it_is_against_lorenzo_and_there_are_no_draws() -> None:
    held = contest("masters", 1)
    told = text(report(held, ["greedy", "random"], results(held, 4, lambda fixture: fixture.first == 0))).splitlines()
    assert told[2].split() == ["bot", "against", "games", "won", "lost", "share", "95", "%", "interval"]
    assert told[3].split()[:6] == ["greedy", "Lorenzo", "4", "4", "0", "100.0"]
    assert told[4].split()[:6] == ["random", "Lorenzo", "4", "0", "4", "0.0"]


def test_three_are_rated() -> None:
    held = contest(contestants=3)
    found = report(held, ["strong", "weak", "weak"], results(held, 40, lambda fixture: True))
    told = text(found).splitlines()
    assert told[-4].split() == ["bot", "decisions", "ms", "each", "Elo", "95", "%", "interval"]
    assert told[-3].startswith("strong")
    assert "+" in told[-3].split()[3]
    assert told[-1].startswith("weak#2")


def test_before_the_first_game_there_are_no_figures() -> None:
    told = text(report(contest(), ["greedy", "random"], [])).splitlines()
    assert told[3].split() == ["greedy", "random", "0", "0", "0", "0", "-", "-"]
    assert told[-1].split() == ["random", "0", "-"]


def test_games_that_do_not_count_are_mentioned() -> None:
    held = contest()
    told = text(report(held, ["greedy", "random"], results(held, 4, lambda fixture: True)[:-1]))
    assert told.endswith("Left out: 1 game, because its deal is not played from every side yet.")


def test_namesakes_are_told_apart() -> None:
    assert distinct(["random", "greedy", "random", "random"]) == ["random", "greedy", "random#2", "random#3"]


def test_programs_get_the_same_figures() -> None:
    held = contest(contestants=3)
    found = report(held, ["a", "b", "c"], results(held, 8, lambda fixture: fixture.deal > 0))
    told = json.loads(json.dumps(as_json(found)))
    assert {name: told[name] for name in ("game", "players", "expert", "seed", "fair_share", "left_out")} == {
        "game": "eriantys",
        "players": 2,
        "expert": False,
        "seed": 1,
        "fair_share": 0.5,
        "left_out": 0,
    }
    assert [(each["bot"], each["against"]) for each in told["pairings"]] == [("a", "b"), ("a", "c"), ("b", "c")]
    assert told["pairings"][0] == {
        "bot": "a",
        "against": "b",
        "games": 8,
        "won": 6,
        "drawn": 0,
        "lost": 2,
        "share": 0.75,
        "interval": list(found.tallies[0].interval or ()),
    }
    assert found.ratings is not None
    assert [each["elo"] for each in told["bots"]] == [rating.points for rating in found.ratings]
    assert [each["decisions"] for each in told["bots"]] == [48, 40, 32]


def test_alone_and_unrated_programs_get_null() -> None:
    held = contest("masters", 1)
    told = as_json(report(held, ["a", "b"], results(held, 4, lambda fixture: True)))
    assert told["fair_share"] is None
    assert told["pairings"][0]["against"] is None
    assert told["bots"][0]["elo"] is None
