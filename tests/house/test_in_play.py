"""While the game is played: actions and retries, taking back, resigning, agreed ends, the end by the rules."""

from __future__ import annotations

import pytest

from ludoteca.house import commands, entries, in_play, views
from ludoteca.house.commands import Command
from ludoteca.house.decide import Repeated, decide
from ludoteca.house.duties import next_duty
from ludoteca.house.entries import Look
from ludoteca.house.refusals import Refusal
from ludoteca.house.table import MOST_IDS, Phase

from .tables import SECRET, Evening, in_action, started

ASSISTANT = {"do": "play_assistant", "value": 3}


class TestActing:
    def test_an_action_is_an_entry_with_its_decisions_and_draws(self) -> None:
        evening = started()
        evening.do(commands.Act(0, ASSISTANT, "a1"))
        assert evening.last == entries.Acted(0, (2,), "player", "a1")
        assert evening.table.to_decide == 1

    def test_what_is_drawn_is_in_the_entry(self) -> None:
        evening = in_action()
        while evening.table.game.view(None)["phase"] == "action":  # type: ignore[union-attr]
            evening.act()
        assert {draw[0] for draw in evening.last.draws} == {"cloud_student"}

    def test_only_the_seat_that_has_to_decide_acts(self) -> None:
        refused = started().refused(commands.Act(1, ASSISTANT))
        assert refused.code is Refusal.NOT_YOUR_TURN
        assert refused.sentence == "It is Anna's decision."

    def test_the_rules_say_why_they_refuse(self) -> None:
        refused = started().refused(commands.Act(0, {"do": "play_assistant", "value": 11}))
        assert refused.code is Refusal.ILLEGAL_ACTION
        assert refused.rule == "no_such_assistant"
        assert refused.sentence

    def test_bots_act_too(self) -> None:
        evening = started(people=1, bots=1)
        evening.act()
        evening.act(1)
        assert evening.last.by == "bot"

    def test_before_and_after_the_game_nobody_acts(self) -> None:
        evening = Evening()
        evening.sit("Anna", "Bea")
        assert evening.refusal(commands.Act(0, ASSISTANT)) is Refusal.NOT_PLAYING
        evening.do(commands.Start(0))
        evening.do(commands.Resign(0))
        assert evening.refusal(commands.Act(0, ASSISTANT)) is Refusal.NOT_PLAYING

    def test_a_retry_is_answered_with_the_entry_of_the_first_time(self) -> None:
        evening = started()
        act = commands.Act(0, ASSISTANT, "a1")
        evening.do(act)
        number = evening.table.number
        evening.act(0)
        with pytest.raises(Repeated) as caught:
            decide(evening.table, act, evening.now)
        assert caught.value.number == number

    def test_a_retry_is_recognised_after_the_end_too(self) -> None:
        evening = started()
        evening.do(commands.Act(0, ASSISTANT, "a1"))
        evening.do(commands.Close(None, "night"))
        with pytest.raises(Repeated):
            decide(evening.table, commands.Act(0, ASSISTANT, "a1"), 0)

    def test_ids_are_each_seats_own_short_and_remembered_for_a_while(self) -> None:
        evening = in_action()
        assert evening.refusal(commands.Act(0, {}, "x" * 65)) is Refusal.BAD_ID
        for number in range(MOST_IDS // 2 + 1):
            evening.act(id=f"act {number}")
            evening.do(commands.TakeBack(0, id=f"back {number}"))
        assert len(evening.table.seats[0].ids) == MOST_IDS
        assert "act 0" not in evening.table.seats[0].ids
        assert "act 1" in evening.table.seats[0].ids
        assert not evening.table.seats[1].ids

    def test_the_end_by_the_rules_names_the_winners_and_shows_the_secret(self) -> None:
        evening = started()
        while evening.table.to_decide is not None:
            evening.act(-1)
        winners = evening.table.game.winners  # type: ignore[union-attr]
        assert evening.refusal(commands.Resign(0)) is Refusal.NOT_PLAYING
        evening.wait(0)
        assert evening.last == entries.Ended("rules", tuple(sorted(winners)), SECRET.hex())
        assert evening.table.phase is Phase.OVER
        assert next_duty(evening.table) is None


class TestTakingBack:
    def test_the_last_action_of_this_turn(self) -> None:
        evening = in_action()
        before = evening.table.game.position()  # type: ignore[union-attr]
        number = evening.table.number
        evening.act()
        evening.do(commands.TakeBack(0))
        assert evening.last == entries.TookBack(0, number)
        assert evening.table.game.position() == before  # type: ignore[union-attr]

    def test_one_after_the_other(self) -> None:
        evening = in_action()
        start = evening.table.game.position()  # type: ignore[union-attr]
        evening.act()
        evening.act()
        evening.do(commands.TakeBack(0))
        evening.do(commands.TakeBack(0))
        assert evening.table.game.position() == start  # type: ignore[union-attr]
        assert evening.refusal(commands.TakeBack(0)) is Refusal.NOTHING_TO_TAKE_BACK

    def test_several_at_once_by_the_number_of_an_entry(self) -> None:
        evening = in_action()
        start = evening.table.number
        evening.act()
        evening.act()
        assert views.view(evening.table, 0).back_to == [start, start + 1]
        evening.do(commands.TakeBack(0, start))
        assert evening.last == entries.TookBack(0, start)
        assert evening.refusal(commands.TakeBack(0, start)) is Refusal.NOTHING_TO_TAKE_BACK

    def test_a_retry_does_not_take_back_twice(self) -> None:
        evening = in_action()
        evening.act()
        evening.act()
        evening.do(commands.TakeBack(0, id="u1"))
        with pytest.raises(Repeated):
            decide(evening.table, commands.TakeBack(0, id="u1"), 0)

    def test_what_was_taken_back_is_not_applied_again_by_a_retry(self) -> None:
        evening = in_action()
        evening.act(id="a1")
        evening.do(commands.TakeBack(0))
        with pytest.raises(Repeated):
            decide(evening.table, commands.Act(0, {}, "a1"), 0)

    def test_nothing_of_an_earlier_turn_or_of_somebody_else(self) -> None:
        evening = started()
        evening.act(0)
        assert evening.refusal(commands.TakeBack(0)) is Refusal.NOT_YOUR_TURN
        assert evening.refusal(commands.TakeBack(1)) is Refusal.NOTHING_TO_TAKE_BACK

    def test_a_new_turn_of_the_same_seat_is_another_turn(self) -> None:
        evening = started("masters", people=1)
        while evening.table.game.view(0)["main_action_done"] is False:  # type: ignore[union-attr]
            evening.act()
        while not isinstance(evening.log[-1].what, entries.Ended):
            assert evening.table.game is not None
            ends = [a for a in evening.table.game.legal_actions() if evening.table.game.describe(a)["do"] == "end_turn"]
            if ends:
                evening.do(commands.Act(0, evening.table.game.describe(ends[0])))
                break
            evening.act()
        assert evening.refusal(commands.TakeBack(0)) is Refusal.NOTHING_TO_TAKE_BACK

    def test_not_what_a_stand_in_decided(self) -> None:
        evening = in_action(3)
        evening.act()
        evening.do(commands.Depart(0))
        evening.now += 30_000
        for _ in range(2):
            duty = next_duty(evening.table)
            assert duty is not None
            evening.do(duty.command)
        assert evening.last.by == "stand-in"
        evening.do(commands.Arrive(0))
        assert evening.refusal(commands.TakeBack(0)) is Refusal.NOTHING_TO_TAKE_BACK


def revealing(people: int = 3, bots: int = 0) -> Evening:
    """Anna has discarded a leader, which nobody saw, and bought a card: the next one of its pile is seen by all."""
    evening = started("masters", people, bots)
    position = evening.table.game.position()  # type: ignore[union-attr]
    for letter in position["players"]:
        player = position["players"][letter]
        player |= {"hand": player["dealt"][:2], "gone": player["dealt"][2:], "dealt": [], "pending_resources": 0}
    position["players"]["A"]["strongbox"] = {"coin": 9, "stone": 9, "servant": 9, "shield": 9}
    for table in (evening.table, evening.twin):
        assert table.game is not None
        table.game = table.game.load(position)
        table.turn[-1].game = table.game.clone()
    for wanted in ("discard_leader", "'card'"):
        game = evening.table.game
        assert game is not None
        evening.act(next(i for i, a in enumerate(game.legal_actions()) if wanted in str(game.describe(a))))
    while evening.table.game.view(None)["main_action_done"] is False:  # type: ignore[union-attr]
        evening.act()
    assert evening.table.to_decide == 0
    return evening


class TestConsent:
    def test_when_something_was_revealed_all_opponents_must_agree(self) -> None:
        evening = revealing()
        start = evening.table.turn[0].entry
        evening.do(commands.TakeBack(0, start, "u1"))
        assert evening.last == entries.Asked(0, "take_back", start, "u1")
        assert evening.refusal(commands.Answer(0, True)) is Refusal.NOTHING_ASKED
        evening.do(commands.Answer(1, True))
        assert evening.refusal(commands.Answer(1, True)) is Refusal.NOTHING_ASKED
        request = views.view(evening.table, None).request
        assert request is not None
        assert request.agreed == [0, 1]
        evening.do(commands.Answer(2, True))
        assert evening.last == entries.TookBack(0, start)
        assert evening.table.request is None

    def test_one_no_is_enough(self) -> None:
        evening = revealing()
        evening.do(commands.TakeBack(0))
        evening.do(commands.Answer(2, False))
        assert evening.table.request is None
        assert evening.refusal(commands.Answer(1, True)) is Refusal.NOTHING_ASKED

    def test_an_answer_to_an_earlier_question_comes_too_late(self) -> None:
        evening = revealing()
        evening.do(commands.TakeBack(0))
        earlier = evening.table.asked
        evening.do(commands.AskEnd(0))
        assert evening.refusal(commands.Answer(1, True, earlier)) is Refusal.STALE
        evening.do(commands.Answer(1, True, evening.table.asked))

    def test_what_was_seen_stays_seen(self) -> None:
        """After an agreed return, going back further is not free either."""
        evening = revealing(2)
        discarded = evening.table.turn[1]
        assert not discarded.revealing
        evening.do(commands.TakeBack(0, discarded.entry))
        evening.do(commands.Answer(1, True))
        assert isinstance(evening.last, entries.TookBack)
        evening.do(commands.TakeBack(0))
        assert isinstance(evening.last, entries.Asked)

    def test_draws_are_not_rewound(self) -> None:
        evening = revealing(2)
        assert evening.table.game is not None
        drawn = evening.table.game.core.draws.count
        evening.do(commands.TakeBack(0, evening.table.turn[0].entry))
        evening.do(commands.Answer(1, True))
        assert evening.table.game.core.draws.count == drawn

    def test_bots_agree(self) -> None:
        evening = revealing(1, 2)
        evening.do(commands.TakeBack(0))
        assert isinstance(evening.last, entries.TookBack)

    def test_whoever_has_been_away_for_long_is_not_asked(self) -> None:
        evening = revealing()
        evening.do(commands.Depart(2))
        evening.wait(30)
        evening.do(commands.TakeBack(0))
        evening.do(commands.Answer(1, True))
        assert isinstance(evening.last, entries.TookBack)

    def test_an_action_ends_the_question(self) -> None:
        evening = revealing()
        evening.do(commands.TakeBack(0))
        evening.act()
        assert evening.table.request is None

    def test_a_departure_ends_the_question(self) -> None:
        evening = revealing()
        evening.do(commands.TakeBack(0))
        evening.do(commands.Depart(1))
        assert evening.table.request is None

    def test_one_question_at_a_time(self) -> None:
        evening = revealing()
        evening.do(commands.TakeBack(0))
        assert evening.refusal(commands.AskEnd(1)) is Refusal.ASKED_ALREADY
        evening.do(commands.AskEnd(0))
        assert evening.refusal(commands.AskEnd(0)) is Refusal.ALREADY_SO
        evening.do(commands.TakeBack(0))
        assert evening.last.what == "take_back"

    def test_a_partner_is_no_opponent(self) -> None:
        """He is asked about the end, not about taking back."""
        evening = started("eriantys", 4)
        assert evening.table.side_of(0) == (0, 1)  # the first two who sit down share the first free tower
        assert in_play.consulted(evening.table, 0, "take_back", evening.now) == {2, 3}
        assert in_play.consulted(evening.table, 0, "end", evening.now) == {1, 2, 3}


class TestAgreedEnd:
    def test_everybody_must_agree(self) -> None:
        evening = started(people=3)
        evening.do(commands.AskEnd(1))
        evening.do(commands.Answer(0, True))
        evening.do(commands.Answer(2, True))
        assert evening.last == entries.Ended("agreed", (), SECRET.hex())

    def test_alone_with_bots_one_ends_it_oneself(self) -> None:
        evening = started(people=1, bots=2)
        evening.do(commands.AskEnd(0))
        assert evening.last.why == "agreed"

    def test_it_cannot_be_agreed_behind_somebodys_back(self) -> None:
        evening = started(people=2)
        evening.do(commands.Depart(1))
        assert evening.refusal(commands.AskEnd(0)) is Refusal.PAUSED
        assert evening.refusal(commands.AskEnd(1)) is Refusal.AWAY
        assert evening.refusal(commands.TakeBack(0)) is Refusal.PAUSED

    def test_there_is_nothing_to_answer_unless_somebody_asked(self) -> None:
        assert started().refusal(commands.Answer(0, True)) is Refusal.NOTHING_ASKED


class TestResigning:
    def test_of_two_the_other_wins(self) -> None:
        evening = started()
        evening.do(commands.Resign(0))
        assert evening.last == entries.Ended("resigned", (1,), SECRET.hex())

    def test_of_three_a_stand_in_goes_on_until_one_is_left(self) -> None:
        evening = started(people=3)
        evening.do(commands.Resign(0))
        assert evening.last == entries.StoodIn(0, "resigned")
        assert evening.refusal(commands.Resign(0)) is Refusal.STOOD_IN
        assert evening.refusal(commands.Act(0, ASSISTANT)) is Refusal.STOOD_IN
        evening.wait(0)
        assert evening.last.by == "stand-in"
        evening.do(commands.Resign(1))
        assert evening.last == entries.Ended("resigned", (2,), SECRET.hex())

    def test_who_has_resigned_is_asked_nothing(self) -> None:
        evening = started(people=3)
        evening.do(commands.Resign(2))
        evening.do(commands.AskEnd(0))
        evening.do(commands.Answer(1, True))
        assert evening.last.why == "agreed"

    def test_coming_back_does_not_undo_it(self) -> None:
        evening = started(people=3)
        evening.do(commands.Resign(2))
        evening.do(commands.Depart(2))
        evening.do(commands.Arrive(2))
        assert evening.table.seats[2].resigned

    def test_a_team_goes_on_as_long_as_one_of_it_does(self) -> None:
        evening = Evening("eriantys", 4, first=0)
        evening.sit("Anna", "Bea", "Carl", "Dora", looks={"Anna": Look("white"), "Carl": Look("white")})
        evening.do(commands.Start(0))
        evening.do(commands.Resign(0))
        assert evening.last == entries.StoodIn(0, "resigned")
        evening.do(commands.Resign(2))
        assert evening.last == entries.Ended("resigned", (1, 3), SECRET.hex())

    def test_when_the_last_person_resigns_bots_do_not_play_on(self) -> None:
        evening = started(people=1, bots=2)
        evening.do(commands.Resign(0))
        assert evening.last == entries.Ended("resigned", (), SECRET.hex())

    def test_alone_one_loses(self) -> None:
        evening = started("masters", people=1)
        evening.do(commands.Resign(0))
        assert evening.last == entries.Ended("resigned", (), SECRET.hex())

    @pytest.mark.parametrize("command", [commands.Resign(1), commands.AskEnd(1), commands.Answer(1, True)])
    def test_bots_do_nothing_but_play(self, command: Command) -> None:
        assert started(people=1, bots=1).refusal(command) is Refusal.NOT_SEATED
