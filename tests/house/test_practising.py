"""Tables for practice: a moment of another game, played on against bots."""

from __future__ import annotations

import json
from random import Random
from typing import Any
from weakref import WeakValueDictionary

import pytest

from ludoteca import rules
from ludoteca.house import commands, entries, fairness, keys, lobby, practice_tables, views
from ludoteca.house.decide import TableOrigin, open_table
from ludoteca.house.entries import Practice
from ludoteca.house.options import Options
from ludoteca.house.refusals import Refusal, Refused
from ludoteca.house.rematch import seating_again
from ludoteca.house.replays import export
from ludoteca.house.table import Phase, Table
from ludoteca.house.verification import verify
from ludoteca.rules.masters.notation import cards

from .tables import SECRET, Evening

Json = dict[str, Any]
VARIANTS = [
    ("eriantys", 2, {}),
    ("eriantys", 3, {"expert": True}),
    ("eriantys", 4, {"expert": True}),
    ("masters", 1, {}),
    ("masters", 3, {}),
]


def met(game: str = "eriantys", players: int = 2, decisions: int = 40, **settings: Any) -> rules.Game:
    """A game in the middle."""
    found = rules.new(game, players=players, seed=5, **settings)
    chance = Random(decisions)
    for _ in range(decisions):
        found.apply(chance.choice(found.legal_actions()))
        assert not found.over
    return found


def practice(game: rules.Game, player: int = 0, chance: int | None = None) -> Practice:
    return Practice(practice_tables.excerpt(game, chance), player, "QQQQQQ", 17)


def table_from(game: rules.Game, player: int = 0, chance: int | None = None, **settings: Any) -> Evening:
    """A table for practice at which Anna and bots wait for the start."""
    evening = Evening(
        game.name, game.players, origin=TableOrigin(practice=practice(game, player, chance)), settings=settings
    )
    evening.sit("Anna")
    evening.sit_bots(*("Rob", "Rue", "Roz")[: game.players - 1])
    return evening


def seen(game: rules.Game, player: int | None) -> Json:
    """A view without how many words of its stream were used."""
    view = game.view(player)
    del view["draws"]
    return view


def refused(origin: TableOrigin, game: str = "eriantys", players: int = 2, **options: Any) -> tuple[Refusal, str]:
    with pytest.raises(Refused) as caught:
        open_table(Table("KDTWPQ", SECRET), Options(game, players, **options), 0, origin)
    return caught.value.code, caught.value.sentence


class TestBeginning:
    @pytest.mark.parametrize(("game", "players", "settings"), VARIANTS)
    def test_at_any_moment_the_game_goes_on_as_its_player_saw_it(self, game: str, players: int, settings: Json) -> None:
        there = rules.new(game, players=players, seed=3, **settings)
        chance = Random(players)
        for number in range(120):
            if there.over:
                break
            player = number % players
            options = Options(game, players, settings=settings)
            begun = practice_tables.begin(practice(there, player), options, fairness.game_key(SECRET, [str(number)]))
            assert seen(begun, player) == seen(there, player)
            assert (begun.seat, begun.position()["draws"]) == (there.seat, 0)
            there.apply(chance.choice(there.legal_actions()))

    @pytest.mark.parametrize(("game", "players", "settings"), VARIANTS)
    def test_of_a_running_game_nothing_goes_along_that_a_watcher_does_not_see(
        self, game: str, players: int, settings: Json
    ) -> None:
        there = rules.new(game, players=players, seed=3, **settings)
        chance = Random(players)
        for number in range(120):
            if there.over:
                break
            kept = practice_tables.excerpt(there, number)
            loaded = rules.load(practice_tables.drawn_by(kept, 0))
            known = seen(there, None)
            if practice_tables.has_begun_unseen(there):
                del known["unfinished"]  # it begins once more
            assert seen(loaded, None) == known
            there.apply(chance.choice(there.legal_actions()))

    def test_what_lies_hidden_in_an_excerpt_of_a_running_game_is_not_what_it_was(self) -> None:
        there = met("masters", 3, 10)
        hands = [str(practice_tables.excerpt(there, number)["players"]["A"]) for number in range(20)]
        assert len(set(hands)) > 1

    def test_an_action_that_was_begun_unseen_begins_once_more(self) -> None:
        """Which of four leaders somebody chose first is his secret, its place among them as well."""
        there = rules.new("masters", players=2, seed=8)
        there.apply(2)
        assert "unfinished" not in practice_tables.excerpt(there, 4)
        kept = practice_tables.excerpt(there, None)
        assert kept["unfinished"]["decisions"] == [2]
        for position in (practice_tables.excerpt(there, 4), kept):
            practice_tables.check(Practice(position, 1, "QQQQQQ", 3), Options("masters", 2))

    def test_hands_of_others_are_dealt_anew(self) -> None:
        there = met("masters", 3, 10)
        hands = there.position()["players"]
        found = set()
        for number in range(20):
            options = Options("masters", 3)
            begun = practice_tables.begin(practice(there), options, fairness.game_key(SECRET, [str(number)])).position()
            assert begun["players"]["A"]["hand"] == hands["A"]["hand"]
            found.add(tuple(begun["players"]["B"]["hand"]))
        assert len(found) > 1

    def test_what_is_drawn_depends_on_the_new_table(self) -> None:
        options = Options("eriantys", 2)
        ones = [practice_tables.begin(practice(met()), options, fairness.game_key(SECRET, [nonce])) for nonce in "ab"]
        for game in ones:
            chance = Random(1)
            for _ in range(20):
                game.apply(chance.choice(game.legal_actions()))
        assert ones[0].view(None) != ones[1].view(None)

    def test_cards_of_its_own_go_along(self, monkeypatch: pytest.MonkeyPatch) -> None:
        described = json.loads(json.dumps(cards.shipped()))
        described["development_cards"][0]["victory_points"] += 1
        there = met("masters", 2, cards=described)
        evening = table_from(there, cards=described)
        monkeypatch.setattr(cards, "_unnamed", WeakValueDictionary())  # as after a restart
        evening.do(commands.Start(0))
        assert evening.table.game is not None
        assert seen(evening.table.game, 0) == seen(there, 0)


class TestSeats:
    @pytest.mark.parametrize(("game", "players", "settings"), VARIANTS)
    def test_the_host_plays_whom_he_wanted_to(self, game: str, players: int, settings: Json) -> None:
        for player in range(players):
            evening = table_from(met(game, players, **settings), player, **settings)
            evening.do(commands.Start(0))
            assert evening.table.seats[0].player == player
            assert sorted(seat.player for seat in evening.table.seats) == list(range(players))

    def test_towers_are_those_of_the_position(self) -> None:
        evening = table_from(met("eriantys", 4, expert=True), 2, expert=True)
        evening.do(commands.Dress(0, entries.Look("black", 3)))
        evening.do(commands.Start(0))
        looks = [(seat.player, seat.look.tower) for seat in evening.table.seats]
        assert looks == [(2, "white"), (3, "black"), (0, "white"), (1, "black")]
        assert evening.table.seats[0].look.wizard == 3

    def test_a_friend_may_take_the_place_of_a_bot(self) -> None:
        evening = table_from(met("masters", 3), 1)
        evening.do(commands.Remove(0, "Rue"))
        evening.sit("Bea")
        evening.do(commands.Start(0))
        assert [seat.player for seat in evening.table.seats] == [1, 2, 0]


class TestTheTable:
    def test_its_view_says_what_it_is_and_where_it_comes_from(self) -> None:
        evening = table_from(met("masters", 2))
        assert views.view(evening.table, 0).practice == views.PracticeView("QQQQQQ", 17)
        assert "practice" not in views.public_entry(evening.log[0])["what"]
        assert views.view(Evening().table, None).practice is None

    def test_it_is_on_no_list(self) -> None:
        assert lobby.listed([table_from(met()).table]) == []

    def test_how_many_play_is_settled(self) -> None:
        refusal = table_from(met()).refused(commands.Arrange(0, 3))
        assert refusal.code is Refusal.BAD_OPTIONS
        assert "position" in refusal.sentence

    @pytest.mark.parametrize(("game", "players", "settings"), VARIANTS)
    def test_it_is_played_to_the_end_and_can_be_checked(self, game: str, players: int, settings: Json) -> None:
        evening = table_from(met(game, players, **settings), players - 1, 8, **settings)
        evening.do(commands.Start(0))
        chance = Random(2)
        while evening.table.to_decide is not None:
            assert evening.table.game is not None
            evening.act(chance.randrange(len(evening.table.game.legal_actions())))
        evening.wait(0)
        assert evening.table.phase is Phase.OVER
        report = verify(export(evening.table.code, SECRET, evening.log))
        assert report.passed, str(report)

    def test_decisions_are_taken_back_there_too(self) -> None:
        there = met(decisions=2)
        evening = table_from(there, there.seat)
        evening.do(commands.Start(0))
        began = seen(evening.table.game, None) if evening.table.game else {}
        evening.act()
        evening.do(commands.TakeBack(0))
        assert evening.table.game is not None
        assert seen(evening.table.game, None) == began

    def test_who_resigns_has_ended_it(self) -> None:
        evening = table_from(met())
        evening.do(commands.Start(0))
        evening.do(commands.Resign(0))
        assert evening.table.phase is Phase.OVER

    def test_once_more_begins_from_the_same_position(self) -> None:
        evening = table_from(met(), 1)
        evening.do(commands.Start(0))
        evening.do(commands.Resign(0))
        again = Evening("eriantys", 2, origin=TableOrigin(practice=evening.table.practice))
        for command in seating_again(evening.table):
            again.do(command)
        again.do(commands.Arrive(0))
        again.do(commands.Start(0))
        assert again.table.game is not None
        assert seen(again.table.game, None) == seen(met(), None)
        assert keys.seat_of_key(again.table, "key of Anna") == 0


class TestRefusals:
    def test_a_position_that_is_none(self) -> None:
        kept = practice_tables.excerpt(met(), None)
        wrong = TableOrigin(practice=Practice({**kept, "mother_nature": 13}))
        assert refused(wrong) == (Refusal.BAD_OPTIONS, "position.mother_nature: 13 is not between 1 and 12.")
        code, sentence = refused(TableOrigin(practice=Practice({"game": "chess"})))
        assert (code, sentence.partition(":")[0]) == (Refusal.BAD_OPTIONS, "position.game")

    def test_a_position_of_another_game(self) -> None:
        origin = TableOrigin(practice=practice(met()))
        for game, players, settings, field in (
            ("masters", 2, {}, "position.game"),
            ("eriantys", 2, {"expert": True}, "position.expert"),
            ("eriantys", 3, {}, "position.players"),
        ):
            code, sentence = refused(origin, game, players, settings=settings)
            assert (code, sentence.partition(":")[0]) == (Refusal.BAD_OPTIONS, field)

    def test_a_game_that_is_over(self) -> None:
        there = met("eriantys", 2, 2)
        chance = Random(1)
        while not there.over:
            there.apply(chance.choice(there.legal_actions()))
        assert refused(TableOrigin(practice=practice(there))) == (
            Refusal.BAD_OPTIONS,
            "position: the game is over there.",
        )

    def test_a_player_that_is_none_and_a_first_one(self) -> None:
        assert refused(TableOrigin(practice=practice(met(), 2)))[1] == "player: 2 is no player of this game."
        assert refused(TableOrigin(practice=practice(met())), first=0)[1].startswith("first: ")
