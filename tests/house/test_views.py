"""What leaves a table, and what never does."""

from __future__ import annotations

import json
from dataclasses import fields
from random import Random
from weakref import WeakValueDictionary

import msgspec
import pytest

from ludoteca import rules
from ludoteca.house import commands, entries, event_roles, keys, views
from ludoteca.house.snapshots import restore, snapshot
from ludoteca.house.table import Phase
from ludoteca.rules.masters.notation import cards
from ludoteca.rules.masters.notation import events as masters

from ..rules.variants import Variant
from .tables import SECRET, Evening, started


def encoded(evening: Evening, seat: int | None) -> str:
    return msgspec.json.encode(views.view(evening.table, seat)).decode()


def test_a_view_says_who_sits_where_and_whose_decision_it_is() -> None:
    evening = started(people=2, bots=1)
    view = views.view(evening.table, 1)
    assert (view.you, view.turn, view.host, view.phase) == (1, 0, 0, Phase.PLAYING)
    assert [(seat.name, seat.player, seat.bot) for seat in view.seats] == [
        ("Anna", 0, None),
        ("Bea", 1, None),
        ("Rob", 2, "random"),
    ]


def test_only_who_has_to_decide_gets_the_legal_decisions() -> None:
    evening = started()
    assert len(views.view(evening.table, 0).legal) == 10
    assert views.view(evening.table, 1).legal == []
    assert views.view(evening.table, None).legal == []


def test_before_the_game_there_is_no_game_to_see() -> None:
    evening = Evening()
    evening.sit("Anna")
    view = views.view(evening.table, 0)
    assert view.game is None
    assert view.seats[0].player is None
    assert view.result is None


@pytest.mark.parametrize("game", ["eriantys", "masters"])
def test_no_key_token_nonce_secret_or_seed_before_the_end(game: str) -> None:
    evening = started(game, 3)
    assert evening.table.game is not None
    secrets = [SECRET.hex(), evening.table.game.position()["seed"]]
    for seat in evening.table.seats:
        assert seat.token is not None
        secrets += [seat.token, seat.nonce, f"key of {seat.name}"]
    told = [str(views.public_entry(entry)) for entry in evening.log]
    for text in [encoded(evening, seat) for seat in (None, 0, 1, 2)] + told:
        assert not [secret for secret in secrets if secret in text]


def test_the_secret_after_the_end() -> None:
    evening = started()
    evening.do(commands.Resign(0))
    assert views.view(evening.table, None).result == views.ResultView("resigned", [1], SECRET.hex())


def test_what_was_kept_hidden_looks_the_same_to_the_others() -> None:
    """Bea keeps other leaders: nobody else can tell."""
    seen = []
    for choices in ((0, 0), (1, -1)):
        evening = started("masters", 3)
        evening.act()
        evening.act()
        heard = []
        for choice in choices:
            events = evening.act(choice)
            heard.append([views.public_entry(evening.log[-1]), views.told(evening.table, events, 0)])
            heard.append([views.told(evening.table, events, None), views.told(evening.table, events, 2)])
        seen.append((heard, encoded(evening, 0), encoded(evening, 2), encoded(evening, None)))
        mine = encoded(evening, 1)
    assert seen[0] == seen[1]
    assert mine != seen[0][1]


def test_an_own_secret_is_told_to_its_owner() -> None:
    evening = started("masters", 2)
    (picked,) = evening.act()
    assert views.told(evening.table, [picked], 0)[0]["leader"] is not None
    assert views.told(evening.table, [picked], 1) == [{"event": "LeaderPicked", "seat": 0, "leader": None}]


def test_every_kind_of_entry_hides_what_has_to_be_hidden() -> None:
    """A new kind of entry with a new secret member has to be looked at here."""
    shown = set()
    for kind in entries.Happening.__args__:
        shown |= set(kind.__struct_fields__) - set(views.HIDDEN)
    assert shown == {
        *("options", "commitment", "seat", "name", "look", "bot", "keyed", "here", "why", "order", "looks"),
        *("rules_version", "by", "to", "what", "yes", "winners", "secret", "code"),
        *("dialect", "starts", "settled", "players", "settings", "chooses", "consents", "absence"),
    }


VARIANTS = [
    *(Variant("eriantys", players, (("expert", True),)) for players in (2, 4)),
    *(Variant("masters", players) for players in (1, 3)),
]


@pytest.mark.parametrize("variant", VARIANTS, ids=str)
def test_whatever_reveals_something_is_known_to_reveal(variant: Variant) -> None:
    """What `meaning` lists, against the definition: dealt anew, the same decision shows somebody something else."""
    chance = Random(1)
    game = variant.new(seed=1)
    checked = 0
    for _ in range(120):
        if game.over:
            break
        action = chance.choice(game.legal_actions())
        before = game.clone()
        events: list[object] = []
        game.recorder = events.append
        game.apply(action)
        if not event_roles.revealed(events):
            checked += 1
            for player in (None, *range(game.players)):
                for deal in range(6):
                    other = before.redeal(player, deal)
                    other.apply(action)
                    assert other.view(player) == game.view(player)
    assert checked > 20


def test_playing_a_leader_and_buying_a_card_reveal_discarding_does_not() -> None:
    assert event_roles.revealed([masters.LeaderPlayed(0, 49)])
    assert event_roles.revealed([masters.CardRevealed("green1", 5, 3)])
    assert not event_roles.revealed([masters.LeaderDiscarded(0, 49)])


class TestSnapshots:
    @pytest.mark.parametrize("game", ["eriantys", "masters"])
    def test_a_table_goes_on_from_one(self, game: str) -> None:
        evening = started(game, 2)
        for _ in range(7):
            evening.act()
            evening.twin = restore(snapshot(evening.table))
        assert evening.twin.digest == evening.table.digest

    def test_it_keeps_keys_ids_requests_and_what_can_be_taken_back(self) -> None:
        evening = started(people=3)
        evening.do(commands.Act(0, {"do": "play_assistant", "value": 1}, "a1"))
        evening.do(commands.AskEnd(1))
        table = restore(snapshot(evening.table))
        assert keys.seat_of_key(table, "key of Bea") == 1
        assert table.seats[0].ids == {"a1": evening.table.number - 1}
        assert table.request == entries.Asked(1, "end")
        assert table.agreed == {1}
        assert [moment.entry for moment in table.turn] == [evening.table.number - 1]

    def test_it_says_under_which_rules_it_was_written(self) -> None:
        evening = started()
        assert (
            msgspec.json.decode(snapshot(evening.table))["rules_version"]
            == rules.new("eriantys", players=2, seed=0).rules_version
        )

    def test_it_can_be_taken_before_the_game(self) -> None:
        evening = Evening()
        evening.sit("Anna")
        assert restore(snapshot(evening.table)).seats == evening.table.seats

    def test_it_leaves_nothing_out(self) -> None:
        evening = started()
        table = restore(snapshot(evening.table))
        for name in vars(evening.table):
            if name not in ("game", "turn", "outlined"):
                assert getattr(table, name) == getattr(evening.table, name), name
        assert table.outlined == table.number  # what a restored table shows has to be written anew
        assert [field.name for field in fields(table.turn[0])] == ["entry", "game", "revealing"]


class TestHearing:
    def test_what_is_public_is_the_same_for_everybody(self) -> None:
        evening = started()
        events = evening.act()
        audience_events = views.audience_events(evening.table, events)
        assert audience_events.seats == {}
        assert [event["event"] for event in audience_events.of(None)] == ["AssistantPlayed", "TurnStarted"]
        assert (
            audience_events.of(0)
            == audience_events.of(1)
            == audience_events.of(None)
            == entries.as_json(views.told(evening.table, events, None))
        )

    def test_what_only_one_seat_may_hear_is_told_to_it_alone(self) -> None:
        evening = Evening("masters", 2, first=0)
        evening.sit("Anna", "Bea")
        events = evening.do(commands.Start(0))
        audience_events = views.audience_events(evening.table, events)
        assert set(audience_events.seats) == {0, 1}
        assert audience_events.of(0) == entries.as_json(views.told(evening.table, events, 0))
        assert audience_events.of(1) == entries.as_json(views.told(evening.table, events, 1))
        assert audience_events.of(None) == entries.as_json(views.told(evening.table, events, None))
        assert audience_events.of(0) != audience_events.of(1)

    def test_without_events_there_is_silence(self) -> None:
        assert views.audience_events(Evening().table, []) is views.SILENCE

    def test_it_can_be_written_and_read(self) -> None:
        evening = Evening("masters", 2, first=0)
        evening.sit("Anna", "Bea")
        audience_events = views.audience_events(evening.table, evening.do(commands.Start(0)))
        read = msgspec.json.decode(msgspec.json.encode(audience_events), type=views.AudienceEvents)
        assert msgspec.json.encode(read.of(1)) == msgspec.json.encode(audience_events.of(1))


def test_what_is_kept_of_events_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    evening = started()
    monkeypatch.setattr(views, "MOST_WRITTEN", 3)
    monkeypatch.setattr(views, "_written", {})
    while evening.table.to_decide is not None and evening.table.number < 60:
        events = evening.act()
        assert views.audience_events(evening.table, events).of(None) == entries.as_json(
            views.told(evening.table, events, None)
        )
        assert len(views._written) <= 3


def test_a_table_with_cards_of_its_own_is_restored_where_nobody_knows_them(monkeypatch: pytest.MonkeyPatch) -> None:
    described = json.loads(json.dumps(cards.shipped()))
    described["development_cards"][0]["victory_points"] += 1
    evening = Evening("masters", 2, first=0, settings={"cards": described})
    evening.sit("Anna", "Bea")
    evening.do(commands.Start(0))
    monkeypatch.setattr(cards, "_unnamed", WeakValueDictionary())  # as after a restart
    assert restore(snapshot(evening.table)).game == evening.table.game


@pytest.mark.parametrize("game", ["eriantys", "masters"])
def test_what_happened_is_written_as_it_is_told(game: str) -> None:
    evening = started(game)
    for _ in range(12):
        evening.act()
    for entry in evening.log:
        told = msgspec.json.encode(views.public_entry(entry)["what"])
        assert msgspec.json.decode(views.what_json(entry)) == msgspec.json.decode(told)
