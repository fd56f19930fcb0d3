"""Before the game: seats, hosts, looks, the start, and seats that are given up."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from ludoteca.house import commands, entries, keys, replays, verification
from ludoteca.house.decide import decide, open_table
from ludoteca.house.duties import next_duty
from ludoteca.house.entries import Look
from ludoteca.house.options import (
    LEAST_WITH_STRANGERS,
    ClockSettings,
    Options,
    Patience,
    need_patience_with_strangers,
    patient_with_strangers,
)
from ludoteca.house.refusals import Refusal, Refused
from ludoteca.house.table import Phase, Table

from .tables import SECOND, SECRET, Evening, started

TOKEN = keys.token_of("a key")


class TestOpening:
    @pytest.mark.parametrize(
        ("options", "field"),
        [
            (Options("chess", 2), "game"),
            (Options("eriantys", 5), "players"),
            (Options("eriantys", 2, {"expert": "yes"}), "expert"),
            (Options("eriantys", 2, {"colour": 1}), "colour"),
            (Options("masters", 2, {"cards": {}}), "schema"),
            (Options("eriantys", 2, {"seed": 1}), "settings.seed"),
            (Options("eriantys", 2, {"game": "masters"}), "settings.game"),
            (Options("eriantys", 2, {"recorder": None}), "settings.recorder"),
            (Options("eriantys", 2, first=2), "first"),
            (Options("eriantys", 2, clock=ClockSettings("week", 60)), "clock.per"),
            (Options("eriantys", 2, clock=ClockSettings("move", 4)), "clock.seconds"),
            (Options("eriantys", 2, clock=ClockSettings("game", 60, 86401)), "clock.increment"),
            (Options("eriantys", 2, delay=86401), "delay"),
            (Options("eriantys", 2, patience=Patience(alone=86401)), "patience.alone"),
        ],
    )
    def test_a_table_at_which_no_game_could_start_is_not_opened(self, options: Options, field: str) -> None:
        with pytest.raises(Refused) as caught:
            open_table(Table("KDTWPQ", SECRET), options, 0)
        assert caught.value.code is Refusal.BAD_OPTIONS
        assert caught.value.parameters["field"] == field
        assert caught.value.sentence.startswith(f"{field}: ")

    @pytest.mark.parametrize("field", ["turn", "alone", "clock"])
    def test_a_public_table_waits_for_a_lost_connection(self, field: str) -> None:
        least = getattr(LEAST_WITH_STRANGERS, field)
        hasty, enough = (Options("eriantys", 2, patience=Patience(**{field: least - less})) for less in (1, 0))
        with pytest.raises(Refused) as caught:
            need_patience_with_strangers(hasty)
        assert caught.value.code is Refusal.BAD_OPTIONS
        assert caught.value.sentence == f"patience.{field}: at a public table it is at least {least} seconds."
        need_patience_with_strangers(enough)
        need_patience_with_strangers(msgspec.structs.replace(hasty, public=False))
        assert patient_with_strangers(hasty) == enough
        assert patient_with_strangers(enough) == enough

    def test_friends_wait_as_long_as_they_like(self) -> None:
        hasty = Options("eriantys", 2, public=False, patience=Patience(0, 0, 0, 0))
        assert patient_with_strangers(hasty) == hasty

    def test_a_game_that_was_played_without_patience_can_be_checked(self) -> None:
        evening = started(patience=Patience(0, 0, 0, 0))
        evening.do(commands.Resign(0))
        replay = replays.read(replays.write(replays.export("KDTWPQ", SECRET, evening.log)))
        assert all(check.passed for check in verification.verify(replay).checks)

    def test_the_first_entry_has_the_options_and_the_commitment(self) -> None:
        evening = Evening("masters", 3)
        assert evening.last.options.game == "masters"
        assert len(evening.last.commitment) == 64
        assert evening.table.phase is Phase.OPEN


class TestSitting:
    def test_a_seat_keeps_name_token_and_nonce(self) -> None:
        evening = Evening()
        evening.do(commands.Sit("Anna", TOKEN, "n1", Look("black", 3)))
        (seat,) = evening.table.seats
        assert (seat.name, seat.token, seat.nonce, seat.look) == ("Anna", TOKEN, "n1", Look("black", 3))
        assert seat.connected

    @pytest.mark.parametrize("name", ["", "a" * 21, "Änne", "a b", "a\n", "<b>"])
    def test_names_are_short_and_plain(self, name: str) -> None:
        assert Evening().refusal(commands.Sit(name)) is Refusal.BAD_NAME

    def test_names_are_unique(self) -> None:
        evening = Evening()
        evening.sit("Anna")
        assert evening.refusal(commands.Sit("Anna")) is Refusal.NAME_TAKEN

    def test_a_retry_of_sitting_down_is_recognised_by_its_token(self) -> None:
        evening = Evening()
        sit = commands.Sit("Anna", TOKEN)
        evening.do(sit)
        assert evening.refusal(sit) is Refusal.ALREADY_SEATED

    @pytest.mark.parametrize("token", ["", "ab", TOKEN.upper(), "key of Anna"])
    def test_a_token_is_a_sha256(self, token: str) -> None:
        assert Evening().refusal(commands.Sit("Anna", token)) is Refusal.BAD_TOKEN

    def test_a_token_opens_one_seat(self) -> None:
        evening = Evening()
        evening.do(commands.Sit("Anna", TOKEN))
        assert evening.refusal(commands.Sit("Bea", TOKEN)) is Refusal.BAD_TOKEN

    @pytest.mark.parametrize("nonce", ["x" * 65, "é", "a\nb", "\ud800"])
    def test_a_nonce_is_short_and_plain(self, nonce: str) -> None:
        assert Evening().refusal(commands.Sit("Anna", nonce=nonce)) is Refusal.BAD_NONCE

    def test_a_full_table_takes_nobody_else(self) -> None:
        evening = Evening()
        evening.sit("Anna", "Bea")
        assert evening.refusal(commands.Sit("Carl")) is Refusal.TABLE_FULL

    def test_a_started_game_takes_nobody_else(self) -> None:
        assert started().refusal(commands.Sit("Carl")) is Refusal.NOT_OPEN

    def test_a_nonce_can_be_brought_later_once(self) -> None:
        evening = Evening()
        evening.do(commands.Sit("Anna", TOKEN))
        evening.do(commands.AddNonce(0, "later"))
        assert evening.table.seats[0].nonce == "later"
        assert evening.refusal(commands.AddNonce(0, "again")) is Refusal.ALREADY_SO
        assert evening.refusal(commands.AddNonce(0, "é")) is Refusal.BAD_NONCE

    def test_bots_are_seated_by_the_host(self) -> None:
        evening = Evening(players=3)
        evening.sit("Anna", "Bea")
        assert evening.refusal(commands.SitBot(1, "greedy", "Rob")) is Refusal.NOT_HOST
        assert evening.refusal(commands.SitBot(0, "very clever", "Rob")) is Refusal.BAD_NAME
        evening.do(commands.SitBot(0, "greedy", "Rob"))
        assert evening.table.seats[2].bot == "greedy"
        assert evening.refusal(commands.Rise(2)) is Refusal.NOT_SEATED


class TestKeys:
    def test_a_key_opens_its_seat_and_no_other(self) -> None:
        evening = started()
        assert keys.seat_of_key(evening.table, "key of Bea") == 1
        with pytest.raises(Refused, match="wrong_token"):
            keys.seat_of_key(evening.table, "key of Carl")

    def test_a_seat_moves_to_another_device(self) -> None:
        evening = started()
        evening.do(commands.Rekey(1, TOKEN))
        assert keys.seat_of_key(evening.table, "a key") == 1
        assert keys.seat_of_token(evening.table, keys.token_of("key of Bea")) is None

    def test_a_key_can_be_given_to_a_seat_without_one(self) -> None:
        evening = Evening()
        evening.do(commands.Sit("Anna"))
        evening.do(commands.Rekey(0, TOKEN))
        assert keys.seat_of_key(evening.table, "a key") == 0

    def test_a_token_that_is_in_use_is_refused(self) -> None:
        assert started().refusal(commands.Rekey(1, keys.token_of("key of Anna"))) is Refusal.BAD_TOKEN

    def test_bots_have_no_key(self) -> None:
        assert started(people=1, bots=1).refusal(commands.Rekey(1, TOKEN)) is Refusal.NOT_SEATED


class TestHosts:
    def test_who_sits_first_hosts(self) -> None:
        evening = Evening(players=3)
        evening.sit("Anna", "Bea")
        assert evening.table.host == 0

    def test_when_the_host_leaves_the_next_person_hosts(self) -> None:
        evening = Evening(players=3)
        evening.sit("Anna")
        evening.sit_bots("Rob")
        evening.sit("Carl")
        evening.do(commands.Rise(0))
        assert [seat.name for seat in evening.table.seats] == ["Rob", "Carl"]
        assert evening.table.host == 1

    def test_the_host_stays_host_when_somebody_before_him_leaves(self) -> None:
        evening = Evening(players=3)
        evening.sit("Anna", "Bea")
        evening.do(commands.HandOver(0, "Bea"))
        evening.do(commands.Rise(0))
        assert evening.table.seats[evening.table.host].name == "Bea"

    def test_a_newcomer_hosts_where_only_bots_sit(self) -> None:
        evening = Evening(players=3)
        evening.sit("Anna")
        evening.sit_bots("Rob")
        evening.do(commands.Rise(0))
        evening.sit("Carl")
        assert evening.table.host == 1

    def test_hosting_can_be_handed_over_to_a_person(self) -> None:
        evening = Evening(players=3)
        evening.sit("Anna", "Bea")
        evening.sit_bots("Rob")
        assert evening.refusal(commands.HandOver(0, "Rob")) is Refusal.NOT_SEATED
        assert evening.refusal(commands.HandOver(0, "Carl")) is Refusal.NO_SUCH_NAME
        assert evening.refusal(commands.HandOver(0, "Anna")) is Refusal.ALREADY_SO
        assert evening.refusal(commands.HandOver(1, "Bea")) is Refusal.NOT_HOST
        evening.do(commands.HandOver(0, "Bea"))
        assert evening.table.host == 1

    def test_the_host_removes_somebody_by_name(self) -> None:
        evening = Evening(players=3)
        evening.sit("Anna", "Bea", "Carl")
        assert evening.refusal(commands.Remove(1, "Anna")) is Refusal.NOT_HOST
        evening.do(commands.Remove(0, "Bea"))
        assert evening.last == entries.Rose(1, "removed")
        assert [seat.name for seat in evening.table.seats] == ["Anna", "Carl"]

    def test_the_host_closes_a_table_that_has_not_started(self) -> None:
        evening = Evening()
        evening.sit("Anna", "Bea")
        assert evening.refusal(commands.Close(1, "bored")) is Refusal.NOT_HOST
        evening.do(commands.Close(0, "bored"))
        assert evening.table.phase is Phase.CLOSED
        assert evening.table.closed == "bored"
        assert evening.refusal(commands.Sit("Carl")) is Refusal.TABLE_CLOSED
        assert next_duty(evening.table) is None

    def test_the_host_cannot_close_a_game_the_operator_can(self) -> None:
        evening = started()
        assert evening.refusal(commands.Close(0, "losing")) is Refusal.NOT_OPEN
        evening.do(commands.Close(None, "maintenance"))
        assert evening.last.secret == SECRET.hex()
        assert evening.table.result == entries.Ended("closed", (), SECRET.hex())

    def test_closing_an_open_or_finished_table_shows_no_secret(self) -> None:
        evening = Evening()
        evening.do(commands.Close(None, "old"))
        assert evening.last == entries.Closed("old")

    @pytest.mark.parametrize("seat", [-1, 2, 99])
    def test_who_has_no_seat_does_nothing(self, seat: int) -> None:
        evening = Evening()
        evening.sit("Anna", "Bea")
        some: list[Any] = [
            commands.Rise(seat),
            commands.Start(seat),
            commands.Arrive(seat),
            commands.Dress(seat, Look()),
        ]
        assert {evening.refusal(command) for command in some} == {Refusal.NOT_SEATED}


class TestLooks:
    def test_towers_and_wizards_are_taken_once(self) -> None:
        evening = Evening()
        evening.sit("Anna", "Bea", looks={"Anna": Look("white", 2)})
        assert evening.refusal(commands.Dress(1, Look("white"))) is Refusal.LOOK_TAKEN
        assert evening.refusal(commands.Dress(1, Look("grey"))) is Refusal.LOOK_TAKEN
        assert evening.refusal(commands.Dress(1, Look(wizard=2))) is Refusal.LOOK_TAKEN
        assert evening.refusal(commands.Dress(1, Look(wizard=5))) is Refusal.LOOK_TAKEN
        evening.do(commands.Dress(1, Look("black", 1)))
        assert evening.table.seats[1].look == Look("black", 1)

    def test_with_four_players_two_share_a_tower(self) -> None:
        evening = Evening(players=4)
        evening.sit("Anna", "Bea", "Carl", looks={"Anna": Look("white"), "Bea": Look("white")})
        assert evening.refusal(commands.Dress(2, Look("white"))) is Refusal.LOOK_TAKEN

    def test_there_are_no_towers_in_masters(self) -> None:
        assert Evening("masters").refusal(commands.Sit("Anna", look=Look("white"))) is Refusal.LOOK_TAKEN

    def test_what_nobody_chose_is_the_first_that_is_free(self) -> None:
        evening = Evening(players=3)
        evening.sit("Anna", "Bea", "Carl", looks={"Bea": Look("white", 1)})
        evening.do(commands.Start(0))
        assert evening.last.looks == (Look("black", 2), Look("white", 1), Look("grey", 3))

    def test_seats_follow_the_towers_white_black_grey(self) -> None:
        evening = Evening(players=3)
        evening.sit("Anna", "Bea", "Carl", looks={"Anna": Look("grey"), "Bea": Look("black")})
        evening.do(commands.Start(0))
        assert evening.table.order == (2, 1, 0)
        assert [seat.player for seat in evening.table.seats] == [2, 1, 0]

    def test_with_four_players_a_and_c_are_white_in_the_order_of_joining(self) -> None:
        evening = Evening(players=4)
        looks = {"Anna": Look("black"), "Carl": Look("black")}
        evening.sit("Anna", "Bea", "Carl", "Dora", looks=looks)
        evening.do(commands.Start(0))
        assert evening.table.order == (1, 0, 3, 2)


class TestStarting:
    def test_it_needs_a_full_table_and_the_host(self) -> None:
        evening = Evening(players=3)
        evening.sit("Anna", "Bea")
        refused = evening.refused(commands.Start(0))
        assert refused.code is Refusal.NOT_FULL
        assert refused.sentence == "1 more must sit down first. Ask a bot, or share the code KDTWPQ."
        assert evening.refusal(commands.Start(1)) is Refusal.NOT_HOST

    def test_the_entry_keeps_the_draws_of_the_set_up_and_the_version_of_the_rules(self) -> None:
        evening = started()
        assert evening.last.rules_version == evening.table.game.rules_version  # type: ignore[union-attr]
        assert evening.last.draws[0][:3] == ("mother_nature", 0, 12)

    @pytest.mark.parametrize("game", ["eriantys", "masters"])
    @pytest.mark.parametrize("first", [0, 1, 2])
    def test_the_table_can_name_the_seat_that_begins(self, game: str, first: int) -> None:
        evening = Evening(game, 3, first=first)
        evening.sit("Anna", "Bea", "Carl")
        evening.do(commands.Start(0))
        assert evening.table.to_decide == first

    def test_in_masters_chance_says_who_begins_and_the_others_follow_clockwise(self) -> None:
        begins = set()
        for nonce in range(12):
            evening = Evening("masters", 3)
            evening.do(commands.Sit("Anna", nonce=str(nonce)))
            evening.sit("Bea", "Carl")
            evening.do(commands.Start(0))
            first = evening.table.order[0]
            assert evening.table.order == (first, (first + 1) % 3, (first + 2) % 3)
            begins.add(first)
        assert begins == {0, 1, 2}


class TestGivingUpSeats:
    def test_a_seat_with_a_key_is_kept_for_a_minute(self) -> None:
        evening = Evening()
        evening.sit("Anna", "Bea")
        evening.do(commands.Depart(1))
        evening.wait(59.999)
        assert len(evening.table.seats) == 2
        evening.wait(0.001)
        assert evening.last == entries.Rose(1, "expired")

    def test_a_seat_without_a_key_is_given_up_at_once(self) -> None:
        evening = Evening()
        evening.sit("Anna")
        evening.do(commands.Sit("Bea"))
        evening.do(commands.Depart(1))
        evening.wait(0)
        assert evening.last == entries.Rose(1, "expired")

    def test_who_comes_back_in_time_keeps_it(self) -> None:
        evening = Evening()
        evening.sit("Anna", "Bea")
        evening.do(commands.Depart(0))
        evening.wait(59)
        evening.do(commands.Arrive(0))
        evening.wait(1000)
        assert len(evening.table.seats) == 2

    def test_a_table_that_everybody_left_is_closed_after_a_minute(self) -> None:
        evening = Evening()
        evening.sit("Anna")
        evening.sit_bots("Rob")
        evening.do(commands.Rise(0))
        evening.wait(59)
        assert evening.table.phase is Phase.OPEN
        evening.wait(1)
        assert evening.last == entries.Closed("abandoned")

    def test_the_house_is_refused_before_the_time_and_after_something_else(self) -> None:
        evening = Evening()
        evening.sit("Anna", "Bea")
        evening.do(commands.Depart(1))
        duty = next_duty(evening.table)
        assert duty is not None
        assert duty.time == 60 * SECOND
        assert evening.refusal(duty.command) is Refusal.NOT_DUE
        evening.do(commands.Arrive(1))
        evening.now = duty.time
        assert evening.refusal(duty.command) is Refusal.STALE

    def test_coming_and_going_twice_is_noticed(self) -> None:
        evening = Evening()
        evening.sit("Anna")
        assert evening.refusal(commands.Arrive(0)) is Refusal.ALREADY_SO
        evening.do(commands.Depart(0))
        assert evening.refusal(commands.Depart(0)) is Refusal.ALREADY_SO

    def test_time_never_runs_backwards(self) -> None:
        evening = Evening(now=5000)
        outcome = decide(evening.table, commands.Sit("Anna"), 4000)
        assert outcome.entry.time == 5000
