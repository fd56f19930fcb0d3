"""`ludoteca show`: a table from outside, and nothing that is hidden before the game is over."""

from __future__ import annotations

import json
import re
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from ludoteca.house import commands, keys
from ludoteca.house.options import ClockSettings
from ludoteca.rules.eriantys import Game
from ludoteca.rules.masters.notation import cards
from ludoteca.store import files

from .running import start
from .stores import Desk, Party, furnish, playing, serving

KNOWN_LEADERS = re.compile(r"in hand: \d+ [a-z]")  # by name, not by how many there are


def given_up(code: str) -> Party:
    """A game of Masters of Renaissance that was ended while everybody had leaders in hand."""
    party = playing(code, "masters", 2, decisions=6)
    party.do(commands.AskEnd(0))
    party.do(commands.Answer(1, True))
    return party


def test_a_finished_game(desk: Desk, house: Path, over: Party) -> None:
    furnish(house, over)
    assert desk.run("show", "kdt wpq") == 0
    head, times, anna, bea, empty, *board, gap, result = desk.out.splitlines()
    assert head == "Table KDTWPQ: Eriantys for 2, expert; over."
    assert re.fullmatch(r"Opened [-\d]+ [:\d]+, last change [-\d]+ [:\d]+ \(entry \d+\)\.", times)
    assert anna.split() == ["A", "Anna", "here,", "hosts"]
    assert bea.split() == ["B", "Bea", "here"]
    assert empty == gap == ""
    assert "\n".join(board) == str(over.table.game)
    assert over.table.result is not None
    assert result == f"{' and '.join(over.table.seats[seat].name for seat in over.table.result.winners)} won."


def test_a_table_before_the_start(desk: Desk, house: Path) -> None:
    party = Party("WAXTXG", public=False)
    party.sit(1)
    furnish(house, party)
    assert desk.run("show", "WAXTXG") == 0
    head, _, anna = desk.out.splitlines()
    assert head == "Table WAXTXG: Eriantys for 2, private; open."
    assert anna.split() == ["Anna", "here,", "hosts"]


def test_what_is_going_on_at_a_table(desk: Desk, house: Path) -> None:
    party = Party("GAMXNG", players=3, clock=ClockSettings("move", 40))
    party.sit(2)
    party.do(commands.SitBot(0, "random", "Rob"))
    party.do(commands.Start(0))
    party.do(commands.AskEnd(1))
    furnish(house, party)
    assert desk.run("show", "GAMXNG") == 0
    assert "A Anna                 here, hosts, to decide, 40 s left when the turn began" in desk.out
    assert "C Rob                  bot (random), 40 s left\n" in desk.out
    assert desk.out.endswith("\nBea asks: end.\n")
    party.do(commands.Depart(0))
    party.do(commands.Resign(1))
    furnish(house.with_name("later"), party)
    assert desk.run("show", "GAMXNG", "--data", house.with_name("later")) == 0
    assert re.search(r"A Anna +away since [-\d]+ [:\d]+, hosts", desk.out)
    assert re.search(r"B Bea +here, a stand-in plays \(resigned\)", desk.out)


def test_a_game_that_is_paused(desk: Desk, house: Path) -> None:
    party = playing("GAMXNG")
    party.do(commands.Depart(1))
    furnish(house, party)
    assert desk.run("show", "GAMXNG") == 0
    assert re.search(r"\nThe game is paused since [-\d]+ [:\d]+: only one player is there\.\n$", desk.out)


def test_after_the_end(desk: Desk, house: Path) -> None:
    party = given_up("GAMXNG")
    party.do(commands.Rematch(1, "AGAXNX"))
    party.do(commands.Close(None, "tidy\x1b[2J"))
    furnish(house, party)
    assert desk.run("show", "GAMXNG") == 0
    assert desk.out.splitlines()[-3:] == [
        "The game is ended by agreement. Nobody won.",
        "The rematch is at table AGAXNX.",
        r"The table is closed: tidy\x1b[2J.",
    ]


# Secrets


def outputs(desk: Desk, code: str) -> Iterator[str]:
    """All that the command can be made to print of a table."""
    for seat in ([], ["--seat", "Anna"], ["--seat", "Bea"]):
        for log in ([], ["--log"]):
            for form in ([], ["--json"]):
                assert desk.run("show", code, *seat, *log, *form) == 0
                yield desk.out + desk.err


def test_nothing_hidden_is_printed_while_a_game_goes_on(desk: Desk, house: Path, masters_playing: Party) -> None:
    furnish(house, masters_playing)
    table = masters_playing.table
    assert table.game is not None
    position = table.game.position()
    tokens = [keys.token_of(f"key of {seat.name}") for seat in table.seats]
    secrets = [table.secret.hex(), position["seed"], *tokens, *(seat.nonce for seat in table.seats)]
    hands = [position["players"][seat]["hand"] for seat in "AB"]
    assert all(map(len, hands))
    for printed in outputs(desk, table.code):
        assert not [secret for secret in secrets if secret in printed]
        assert not KNOWN_LEADERS.search(printed)
        assert not re.search(r"leaders? \d", printed)
    assert desk.run("show", table.code, "--seat", "Anna", "--json") == 0
    seen = json.loads(desk.out)
    assert seen["you"] == 0
    assert seen["game"] == json.loads(json.dumps(table.game.view(None)))
    assert seen["legal"] == []


def test_a_seat_of_a_game_that_goes_on_says_what_is_left_out(desk: Desk, house: Path, masters_playing: Party) -> None:
    furnish(house, masters_playing)
    assert desk.run("show", masters_playing.code, "--seat", "Anna") == 0
    assert desk.out.endswith("What only Anna may see is left out until the game is over.\n")
    assert desk.run("show", masters_playing.code) == 0
    assert "left out" not in desk.out


def test_where_nothing_is_hidden_a_seat_is_shown_as_it_is(desk: Desk, house: Path) -> None:
    furnish(house, playing("GAMXNG", decisions=2))
    assert desk.run("show", "GAMXNG", "--seat", "Anna") == 0
    assert "left out" not in desk.out
    assert desk.run("show", "GAMXNG", "--seat", "Anna", "--json") == 0
    mine = json.loads(desk.out)["legal"]
    assert desk.run("show", "GAMXNG", "--seat", "Bea", "--json") == 0
    assert sorted(map(bool, (mine, json.loads(desk.out)["legal"]))) == [False, True]


def test_after_the_end_all_hands_are_shown_or_those_that_a_seat_saw(desk: Desk, house: Path) -> None:
    party = given_up("GAMXNG")
    furnish(house, party)
    assert desk.run("show", "GAMXNG") == 0
    assert len(KNOWN_LEADERS.findall(desk.out)) == 2
    assert party.table.game is not None
    assert desk.run("show", "GAMXNG", "--seat", "Bea") == 0
    assert len(KNOWN_LEADERS.findall(desk.out)) == 1
    assert len(re.findall(r"in hand: 2$", desk.out, re.MULTILINE)) == 1
    assert desk.run("show", "GAMXNG", "--seat", "Bea", "--log") == 0
    assert re.search(r"Bea keeps leaders \d+ and \d+\.", desk.out)
    assert "Anna keeps 2 leaders." in desk.out


def test_a_name_that_nobody_has(desk: Desk, house: Path, over: Party) -> None:
    furnish(house, over)
    for options in ([], ["--log"]):
        assert desk.run("show", "KDTWPQ", "--seat", "Zoe", *options) == 2
        assert desk.err == "Nobody at this table is called Zoe. There sit: Anna, Bea.\n"


# The log


def test_the_log_has_a_line_for_each_entry(desk: Desk, house: Path, over: Party) -> None:
    furnish(house, over)
    assert desk.run("show", "KDTWPQ", "--log") == 0
    lines = desk.out.splitlines()
    assert len(lines) == len(over.log)
    assert all(re.fullmatch(r" {1,3}\d+  \d{4}-\d\d-\d\d \d\d:\d\d:\d\d  .*\.", line) for line in lines)
    assert lines[0].endswith("  The table is opened: Eriantys for 2, expert.")
    assert "  The game starts: A is Anna, B is Bea. Mother nature stands on island " in lines[3]
    assert lines[-1].endswith(" won.")


def test_the_log_for_programs(desk: Desk, house: Path, over: Party) -> None:
    furnish(house, over)
    assert desk.run("show", "KDTWPQ", "--log", "--json") == 0
    told = json.loads(desk.out)
    assert told["code"] == "KDTWPQ"
    assert [line["number"] for line in told["log"]] == [entry.number for entry in over.log]
    assert told["log"][1]["text"] == "Anna sits down."
    assert told["log"][1]["what"]["name"] == "Anna"
    assert "token" not in told["log"][1]["what"]


# From what was written


def test_snapshot_and_tail_show_what_the_whole_log_shows(desk: Desk, house: Path) -> None:
    party = playing("GAMXNG", "masters", 3, decisions=30)
    furnish(house, party)
    assert desk.run("show", "GAMXNG") == 0
    whole = desk.out
    half = playing("GAMXNG", "masters", 3, decisions=15)
    half.keep()
    party.snapshot = half.snapshot
    furnish(house.with_name("other"), party)
    assert desk.run("show", "GAMXNG", "--data", house.with_name("other")) == 0
    assert desk.out == whole


def test_a_snapshot_that_cannot_be_read_is_no_obstacle(desk: Desk, house: Path, over: Party) -> None:
    party = over.cut(len(over.log))
    party.keep()
    furnish(house, party)
    assert desk.run("show", "KDTWPQ") == 0
    shown = desk.out
    with closing(sqlite3.connect(files.database(house))) as connection, connection:
        connection.execute("UPDATE snapshots SET body = '{}'")
    assert desk.run("show", "KDTWPQ") == 0
    assert desk.out == shown


def test_under_newer_rules_a_game_is_shown_from_what_was_kept(
    desk: Desk, house: Path, over: Party, monkeypatch: pytest.MonkeyPatch
) -> None:
    furnish(house, over)
    party = over.cut(len(over.log))
    party.keep()
    furnish(house.with_name("kept"), party)
    assert desk.run("show", "KDTWPQ", "--log") == 0
    log = desk.out
    assert desk.run("show", "KDTWPQ") == 0
    board = desk.out
    monkeypatch.setattr(Game, "rules_version", "99")
    assert desk.run("show", "KDTWPQ", "--data", house.with_name("kept")) == 0
    assert desk.out == board
    assert desk.run("show", "KDTWPQ", "--log") == 0
    assert desk.out == log
    assert desk.run("show", "KDTWPQ") == 2
    assert "played under version 1 of its rules, here is version 99" in desk.err
    assert desk.err.endswith("What happened can be told: ludoteca show KDTWPQ --log\n")


def test_events_that_nobody_knows_any_more_are_left_out(
    desk: Desk, house: Path, over: Party, monkeypatch: pytest.MonkeyPatch
) -> None:
    furnish(house, over)
    with closing(sqlite3.connect(files.database(house))) as connection, connection:
        connection.execute("""UPDATE entries SET events = '{"everybody": [{"event": "Thunder"}]}'""")
    monkeypatch.setattr(Game, "rules_version", "99")
    assert desk.run("show", "KDTWPQ", "--log") == 0
    assert desk.out.splitlines()[4].endswith("  Anna decides.")


def test_cards_of_the_house_are_known_to_a_new_process(house: Path) -> None:
    own = cards.shipped()
    for card in own["development_cards"]:
        card["cost"] = {"coin": 1}
    party = playing("GAMXNG", "masters", 2, decisions=6, settings={"cards": own})
    party.keep()
    furnish(house, party)
    shown, problems = start("show", "GAMXNG", "--data", str(house)).communicate()
    assert problems == b""
    assert shown.startswith(b"Table GAMXNG: Masters of Renaissance for 2, cards of the house; playing.")
    assert shown.count(b"costs 1co") == 12


def test_a_damaged_log_is_not_shown(desk: Desk, house: Path, over: Party) -> None:
    furnish(house, over)
    with closing(sqlite3.connect(files.database(house))) as connection, connection:
        connection.execute("UPDATE entries SET body = replace(body, 'Anna', 'Zoey') WHERE number = 2")
    assert desk.run("show", "KDTWPQ") == 1
    sentence = "The log of table KDTWPQ is damaged. Entry 2 is not what its digest says. Restore a backup.\n"
    assert (desk.out, desk.err) == ("", sentence)


def test_a_server_may_be_running(desk: Desk, house: Path, over: Party) -> None:
    furnish(house, over)
    with serving(house):
        assert desk.run("show", "KDTWPQ") == 0


def test_a_table_that_is_not_there(desk: Desk, house: Path, over: Party) -> None:
    furnish(house, over)
    assert desk.run("show", "N\x1bBODY") == 2
    assert desk.err == "There is no table N\\x1bBODY here. What there is: ludoteca tables --all\n"
