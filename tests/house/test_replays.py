"""Replays: out, in, and checked."""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from ludoteca.house import commands, entries, fairness, keys, replays, views
from ludoteca.house.apply import apply_entry, rebuild
from ludoteca.house.decide import TableOrigin
from ludoteca.house.entries import Entry, Look, Practice
from ludoteca.house.options import ClockSettings
from ludoteca.house.refusals import Refused
from ludoteca.house.replays import InvalidReplay, Replay, export, read, write
from ludoteca.house.verification import verify
from ludoteca.rules.eriantys import Game

from .tables import SECOND, SECRET, Evening, started


def exported(evening: Evening, until: int | None = None) -> Replay:
    return export(evening.table.code, SECRET, evening.log, until)


def finished(game: str = "eriantys", people: int = 2, bots: int = 0) -> Evening:
    evening = started(game, people, bots)
    chance = Random(1)
    while evening.table.to_decide is not None and evening.table.game is not None:
        evening.act(chance.randrange(len(evening.table.game.legal_actions())))
    evening.wait(0)
    return evening


@pytest.fixture(scope="module", name="eriantys")
def finished_game_of_eriantys() -> Evening:
    return finished()


@pytest.fixture(scope="module", name="replay")
def its_replay(eriantys: Evening) -> Replay:
    return exported(eriantys)


def eventful() -> Evening:
    """Everything that can happen at a table, once."""
    evening = Evening("eriantys", 3, origin=TableOrigin("group31", settled=False), clock=ClockSettings("move", 40))
    evening.do(commands.Sit("Session"))
    evening.sit("Anna", looks={"Anna": Look("grey")})
    evening.do(commands.HandOver(0, "Anna"))
    evening.do(commands.Depart(0))
    evening.wait(1)  # the guest has no key and is gone
    evening.do(commands.Sit("Bea", keys.token_of("key of Bea")))
    evening.do(commands.AddNonce(1, "late"))
    evening.do(commands.Dress(1, Look("white", 4)))
    evening.sit("Carl")
    evening.do(commands.Remove(0, "Carl"))
    evening.sit("Carl")
    evening.do(commands.Rise(2))
    evening.do(commands.Arrange(0, 4, {"expert": True}))
    evening.do(commands.Sit("Dora", chooses=True, consents=False))
    evening.do(commands.Arrange(0, 2, shrink=True))
    evening.do(commands.Arrange(0, 3, {}))
    evening.do(commands.Sit("Dora", chooses=True))
    evening.do(commands.Choose(0))
    evening.do(commands.Dress(2, Look(wizard=2)))
    evening.do(commands.Confirm(2, fill=True))
    evening.do(commands.Rise(2))
    evening.sit_bots("Rob")
    evening.do(commands.Start(0))
    evening.wait(41)
    while evening.table.to_decide != 0 or evening.table.game.view(None)["phase"] != "action":  # type: ignore[union-attr]
        evening.act()
    evening.act(id="a1")
    evening.do(commands.TakeBack(0))
    evening.do(commands.Rekey(0, keys.token_of("another")))
    evening.do(commands.AskEnd(1))
    evening.do(commands.Answer(0, False))
    evening.do(commands.Interrupt())
    evening.do(commands.Arrive(0))
    evening.do(commands.Arrive(1))
    evening.do(commands.Resign(1))
    evening.wait(0)
    evening.do(commands.AskEnd(0))
    evening.do(commands.Rematch(0, "ABCDEF"))
    evening.do(commands.Close(None, "old"))
    return evening


class TestExport:
    def test_a_finished_game_has_its_entries_and_its_secret_and_no_tokens(self, eriantys: Evening) -> None:
        replay = exported(eriantys)
        body = write(replay)
        assert replay.finished
        assert SECRET.hex().encode() in body
        assert keys.token_of("key of Anna").encode() not in body
        assert read(body) == replay

    def test_a_running_game_has_what_a_watcher_may_see(self) -> None:
        evening = started("masters", 2)
        evening.act()
        replay = exported(evening)
        body = write(replay)
        assert not replay.finished
        assert replay.entries == []
        assert evening.table.game is not None
        for secret in (
            SECRET.hex(),
            "nonce of Anna",
            evening.table.game.position()["seed"],
            '"decisions":[',
            '"draws":[',
        ):
            assert secret.encode() not in body
        assert read(body) == replay

    def test_what_watchers_do_not_know_yet_is_left_out(self) -> None:
        evening = started()
        evening.wait(10)
        evening.do(commands.Resign(0))
        replay = exported(evening, until=9 * SECOND)
        assert len(replay.log) == len(evening.log) - 1
        assert not replay.finished

    @pytest.mark.parametrize("game", ["eriantys", "masters"])
    def test_the_log_alone_plays_the_game_back(self, game: str) -> None:
        evening = started(game, 2)
        for _ in range(12):
            evening.act()
        shown: dict[str, Any] = {}
        for line in exported(evening).log:
            shown |= line.game
            for key in line.gone:
                del shown[key]
        assert shown == msgspec.to_builtins(views.view(evening.table, None))["game"]

    def test_a_table_that_never_played_has_no_rules(self) -> None:
        assert exported(Evening()).rules_version is None

    def test_entries_unfold_to_the_same_table(self, eriantys: Evening) -> None:
        table = rebuild("KDTWPQ", SECRET, read(write(exported(eriantys))).entries)
        assert table.digest == eriantys.table.digest
        assert table.game == eriantys.table.game


class TestReading:
    @pytest.mark.parametrize(
        "body",
        [b"", b"{}", b"[]", b"\xff", b'{"format":1}', b'{"format":"x","code":"A","rules_version":null,"log":[]}'],
    )
    def test_what_is_no_replay_is_refused_with_a_sentence(self, body: bytes) -> None:
        with pytest.raises(InvalidReplay, match="replay"):
            read(body)

    def test_a_deep_one_too(self) -> None:
        with pytest.raises(InvalidReplay):
            read(b'{"format":"x","code":"A","rules_version":null,"log":' + b"[" * 100_000)

    @given(st.binary(max_size=300))
    def test_any_bytes(self, body: bytes) -> None:
        with pytest.raises(InvalidReplay):
            read(body)


class TestVerifying:
    @pytest.mark.parametrize(("game", "people", "bots"), [("eriantys", 2, 1), ("masters", 1, 0), ("masters", 2, 0)])
    def test_a_finished_game_passes(self, game: str, people: int, bots: int) -> None:
        report = verify(exported(finished(game, people, bots)))
        assert report.passed, report
        assert [check.name for check in report.checks] == ["commitment", "chain", "draws", "entries", "log"]
        assert "FAILED" not in str(report)

    def test_so_does_one_in_which_everything_happened(self) -> None:
        evening = eventful()
        kinds = {type(entry.what) for entry in evening.log}
        assert kinds == set(entries.Happening.__args__)
        report = verify(exported(evening))
        assert report.passed, report

    def test_so_does_one_in_which_somebody_came_to_another_server_too(self) -> None:
        evening = started(people=2)
        evening.do(commands.Arrive(0, anew=True))
        evening.do(commands.Resign(1))
        assert verify(exported(evening)).passed

    def test_so_do_games_that_people_ended(self) -> None:
        agreed, alone, closed = started(people=2), started(people=2), started(people=2)
        agreed.do(commands.AskEnd(0))
        agreed.do(commands.Answer(1, True))
        alone.do(commands.Depart(1))
        alone.wait(50)
        closed.do(commands.Close(None, "night"))
        for evening in (agreed, alone, closed):
            assert verify(exported(evening)).passed

    def test_a_running_game_cannot_be_checked(self) -> None:
        report = verify(exported(started()))
        assert not report.passed
        assert str(report).startswith("FAILED commitment: no entry shows a commitment: only a finished game")


def changed(replay: Replay, number: int, **members: Any) -> Replay:
    """The replay with an entry changed and the chain mended, as somebody would who wants to deceive."""
    log, previous = [], ""
    for entry in replay.entries:
        what = msgspec.structs.replace(entry.what, **members) if entry.number == number else entry.what
        log.append(Entry(entry.number, entry.time, what, previous))
        previous = entries.digest(log[-1])
    return msgspec.structs.replace(replay, entries=log)


def failures(replay: Replay) -> dict[str, str]:
    return {check.name: check.sentence for check in verify(replay).checks if not check.passed}


def number_of(evening: Evening, kind: type[entries.What]) -> int:
    return next(entry.number for entry in evening.log if isinstance(entry.what, kind))


class TestForgery:
    def test_another_secret(self, eriantys: Evening, replay: Replay) -> None:
        replay = changed(replay, len(eriantys.log), secret=bytes(32).hex())
        found = failures(replay)
        assert found["commitment"] == "the secret shown at the end is not the one that the house was bound to."
        assert {"draws", "entries", "log"} <= set(found)

    @pytest.mark.parametrize("secret", ["", "xyz"])
    def test_no_secret(self, eriantys: Evening, replay: Replay, secret: str) -> None:
        assert "secret" in failures(changed(replay, len(eriantys.log), secret=secret))["commitment"]

    def test_another_commitment(self, replay: Replay) -> None:
        found = failures(changed(replay, 1, commitment=fairness.commitment(b"x")))
        assert "commitment" in found
        assert found["entries"] == "entry 1 is not one that the house could have made here."

    def test_another_nonce(self, replay: Replay) -> None:
        found = failures(changed(replay, 2, nonce="other"))
        assert found["draws"].startswith("entry 4: mother_nature below 12 should be")

    def test_another_draw(self, eriantys: Evening, replay: Replay) -> None:
        draws = [*eriantys.log[3].what.draws]  # type: ignore[union-attr]
        label, counter, bound, result = draws[5]
        draws[5] = (label, counter, bound, (result + 1) % bound)
        found = failures(changed(replay, 4, draws=tuple(draws)))
        assert set(found) == {"draws", "entries", "log"}

    @pytest.mark.parametrize("bound", [0, 2**31 + 1])
    def test_a_draw_that_cannot_be(self, replay: Replay, bound: int) -> None:
        found = failures(changed(replay, 4, draws=(("mother_nature", 0, bound, 0),)))
        assert found["draws"] == f"entry 4: there is no draw below {bound}."

    def test_a_draw_left_out(self, eriantys: Evening, replay: Replay) -> None:
        draws = eriantys.log[3].what.draws  # type: ignore[union-attr]
        assert set(failures(changed(replay, 4, draws=draws[1:]))) == {"draws", "entries", "log"}

    def test_another_winner(self, eriantys: Evening, replay: Replay) -> None:
        found = failures(changed(replay, len(eriantys.log), winners=(0, 1)))
        assert set(found) == {"entries", "log"}

    @pytest.mark.parametrize(
        "members",
        [
            {"decisions": (255,)},
            {"decisions": ()},
            {"decisions": (0, 1)},
            {"seat": 1},
            {"seat": 9},
            {"by": "bot"},
            {"by": "stand-in"},
            {"id": "x" * 65},
        ],
    )
    def test_another_action(self, replay: Replay, members: dict[str, Any]) -> None:
        found = failures(changed(replay, 5, **members))
        assert found["entries"] == "entry 5 is not one that the house could have made here."

    def test_an_entry_changed_without_mending_the_chain(self, replay: Replay) -> None:
        log = list(replay.entries)
        log[1] = msgspec.structs.replace(log[1], time=log[1].time + 1)
        found = failures(msgspec.structs.replace(replay, entries=log))
        assert found["chain"] == "entry 3 does not name the hash of the entry before it."

    def test_entries_left_out_or_out_of_time(self, replay: Replay) -> None:
        log = [*replay.entries[:2], *replay.entries[3:]]
        assert "stands where entry 3" in failures(msgspec.structs.replace(replay, entries=log))["chain"]
        evening = started()
        evening.wait(5)
        evening.do(commands.Resign(0))
        replay = exported(evening)
        early = msgspec.structs.replace(replay.entries[0], time=9 * SECOND)
        log = [early, msgspec.structs.replace(replay.entries[1], previous=entries.digest(early))]
        found = failures(msgspec.structs.replace(replay, entries=[*log, *replay.entries[2:]]))
        assert found["chain"] == "entry 2 is older than the entry before it."

    def test_a_stand_in_before_its_time(self) -> None:
        evening = started(people=3)
        evening.do(commands.Depart(0))
        evening.wait(30)
        evening.do(commands.AskEnd(1))
        evening.do(commands.Answer(2, True))
        log = list(evening.log)
        number = number_of(evening, entries.StoodIn)
        log[number - 1] = msgspec.structs.replace(log[number - 1], time=log[number - 1].time - 1)
        found = failures(msgspec.structs.replace(exported(evening), entries=[entries.shareable(e) for e in log]))
        assert found["entries"] == f"entry {number} is not one that the house could have made here."

    def test_what_a_stand_in_decided_was_legal(self) -> None:
        """Whoever keeps the table says what: any decision will do, chosen by the house's own hash or not."""
        evening = started(people=3)
        evening.do(commands.Depart(0))
        evening.wait(30)
        number, acted = evening.table.number, evening.last
        assert acted.by == "stand-in"
        evening.do(commands.AskEnd(1))
        evening.do(commands.Answer(2, True))
        replay = exported(evening)
        assert failures(replay) == {}
        for other in set(range(10)) - set(acted.decisions):  # it plays an assistant
            assert "entries" not in failures(changed(replay, number, decisions=(other,)))
        for wrong in ((255,), (), acted.decisions * 2):
            found = failures(changed(replay, number, decisions=wrong))
            assert found["entries"] == f"entry {number} is not one that the house could have made here."

    def test_another_story(self, replay: Replay) -> None:
        told = msgspec.structs.replace(replay, log=replay.log[:-1])
        assert failures(told) == {"log": "what the log tells is not what the entries say."}

    def test_other_rules(self, eriantys: Evening, replay: Replay, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(Game, "rules_version", "99")
        assert failures(replay)["entries"] == ("That game was played under version 1 of its rules, here is version 99.")
        with pytest.raises(Refused, match="other_rules"):
            rebuild("KDTWPQ", SECRET, eriantys.log)

    def test_no_beginning_no_start_no_end(self, replay: Replay) -> None:
        assert failures(msgspec.structs.replace(replay, entries=replay.entries[1:])).keys() > {"commitment", "chain"}
        ended = Evening()
        ended.do(commands.Close(None, "old"))
        replay = msgspec.structs.replace(exported(ended), entries=ended.log)
        found = failures(changed(replay, 2, secret=SECRET.hex()))
        assert found["draws"] == "the game was never started."
        assert found["entries"] == "entry 2 is not one that the house could have made here."

    def test_an_end_that_never_comes(self, replay: Replay) -> None:
        """The secret is known from elsewhere, the last entry is missing."""
        evening = Evening()
        evening.sit("Anna")
        forged = entries.Rematched("ABCDEF")
        log = [*map(entries.shareable, evening.log), Entry(3, 0, forged, evening.table.digest)]
        log.append(Entry(4, 0, entries.Ended("rules", (), SECRET.hex()), entries.digest(log[-1])))
        replay = msgspec.structs.replace(replay, entries=log)
        assert failures(replay)["entries"] == "entry 3 is not one that the house could have made here."

    KINDS = st.sampled_from(entries.Happening.__args__).flatmap(
        lambda kind: st.builds(
            kind,
            **{
                field.name: {
                    "seat": st.integers(0, 9),
                    "to": st.integers(0, 12),
                    "options": st.just(started().table.options),
                    "draws": st.just(()),
                    "look": st.builds(Look, st.sampled_from([None, "white", "pink"]), st.integers(0, 5)),
                    "looks": st.just(()),
                    "order": st.lists(st.integers(0, 9), max_size=4).map(tuple),
                    "winners": st.lists(st.integers(0, 9), max_size=4).map(tuple),
                    "decisions": st.lists(st.integers(0, 255), max_size=4).map(tuple),
                    "players": st.integers(0, 9),
                    "settings": st.sampled_from([{}, {"expert": True}, {"seed": 1}]),
                    "starts": st.sampled_from(entries.Starts),
                    "settled": st.booleans(),
                    "chooses": st.sampled_from([msgspec.UNSET, True, False]),
                    "consents": st.sampled_from([msgspec.UNSET, True, False]),
                    "yes": st.booleans(),
                    "here": st.booleans(),
                    "keyed": st.booleans(),
                    "bot": st.sampled_from([None, "random", ""]),
                    "token": st.none(),
                    "practice": st.sampled_from([None, Practice({}), Practice({"game": "eriantys"}, 1)]),
                    "secret": st.sampled_from(["", SECRET.hex(), "00"]),
                }.get(field.name, st.sampled_from(["", "Anna", "rules", "left", "player", "stand-in", "end"]))
                for field in msgspec.structs.fields(kind)
            },
        )
    )

    @given(forged=KINDS, place=st.integers(0, 12), time=st.integers(0, 60_000))
    @settings(max_examples=200, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
    def test_whatever_somebody_makes_up_is_answered_with_a_report(
        self, eriantys: Evening, replay: Replay, forged: entries.Happening, place: int, time: int
    ) -> None:
        log: list[Entry] = []
        whats = [entry.what for entry in map(entries.shareable, eriantys.log)]
        for what in [*whats[:place], forged, *whats[-1:]]:
            log.append(Entry(len(log) + 1, time, what, entries.digest(log[-1]) if log else ""))
        report = verify(msgspec.structs.replace(replay, entries=log))
        assert not report.passed


class TestUnfolding:
    def test_an_entry_that_does_not_follow_is_refused(self) -> None:
        evening = started()
        entry = evening.log[-1]
        following = Entry(entry.number + 1, evening.table.time, entries.Departed(0), evening.table.digest)
        for wrong in (
            entry,
            msgspec.structs.replace(following, number=entry.number + 2),
            msgspec.structs.replace(following, time=-1),
            msgspec.structs.replace(following, previous="0" * 64),
        ):
            with pytest.raises(Refused, match="stale"):
                apply_entry(evening.table, wrong)
        apply_entry(evening.table, following)

    def test_the_hash_of_an_entry_does_not_depend_on_tokens(self) -> None:
        entry = Entry(2, 0, entries.Sat(0, "Anna", keys.token_of("x"), keyed=True))
        assert entries.digest(entry) == entries.digest(entries.shareable(entry))
        assert entries.shareable(entry).what.token is None  # type: ignore[union-attr]

    def test_entries_are_read_strictly(self) -> None:
        for body in (
            b'{"number":-1,"time":0,"what":{"kind":"interrupted"}}',
            b'{"number":1,"time":0,"what":{"kind":"x"}}',
        ):
            with pytest.raises(msgspec.ValidationError):
                entries.decode(body)


def test_replays_are_in_a_named_format() -> None:
    assert replays.FORMAT == "ludoteca/replay/1"
