"""What differs between a table before and now, as notifications."""

from __future__ import annotations

from dataclasses import replace

from ludoteca.dialects.group31 import messages
from ludoteca.dialects.group31.messages import Member
from ludoteca.dialects.group31.tell import Waiting, changes, players_changed
from ludoteca.dialects.group31.tell import all_waiting as everything

ADA = Member(nickname="Ada", tower=None, wizard=None)
BOB = Member(nickname="Bob", tower="WHITE", wizard="W2")
LOBBY = Waiting((ADA, BOB), 2, 2, False, False, None)
CHOOSING = replace(LOBBY, choosing=True, chooser="Bob")


def test_where_nothing_differs_nothing_is_said() -> None:
    assert changes(LOBBY, LOBBY) == []


def test_a_newcomer_hears_who_is_there_and_who_chooses() -> None:
    assert everything(LOBBY) == [players_changed(LOBBY)]
    assert everything(CHOOSING) == [
        players_changed(CHOOSING),
        messages.CurrentPlayerChanged(next_player="Bob", phase="choices", step=None),
    ]


def test_number_and_mode() -> None:
    more, expert = replace(LOBBY, players=3), replace(LOBBY, expert=True)
    assert changes(LOBBY, more) == [messages.NumPlayersChanged(new_num=3)]
    assert changes(LOBBY, expert) == [players_changed(expert)]


def test_whoever_chooses_is_told_by_what_he_chose() -> None:
    other = replace(CHOOSING, members=(ADA, Member(nickname="Bob", tower="BLACK", wizard="W4")))
    assert changes(CHOOSING, other) == [
        messages.TowerChanged(tower="BLACK"),
        messages.WizardChanged(wizard="W4"),
    ]


def test_what_he_chose_comes_before_who_is_next() -> None:
    chosen = replace(CHOOSING, members=(ADA, Member(nickname="Bob", tower="BLACK", wizard="W2")))
    assert changes(CHOOSING, replace(chosen, chooser="Ada")) == [
        messages.TowerChanged(tower="BLACK"),
        messages.CurrentPlayerChanged(next_player="Ada", phase="choices", step=None),
    ]


def test_somebody_else_who_chooses_or_a_choice_that_is_given_up_is_told_by_the_whole_list() -> None:
    somebody_else = replace(CHOOSING, members=(Member(nickname="Ada", tower="BLACK", wizard=None), BOB))
    given_up = replace(CHOOSING, members=(ADA, Member(nickname="Bob", tower=None, wizard="W2")))
    assert changes(CHOOSING, somebody_else) == [players_changed(somebody_else)]
    assert changes(CHOOSING, given_up) == [players_changed(given_up)]


def test_choices_that_end_because_somebody_left() -> None:
    alone = replace(LOBBY, members=(ADA,), people=1)
    assert changes(CHOOSING, alone) == [
        players_changed(alone),
        messages.CurrentPlayerChanged(next_player=None, phase="lobby", step=None),
    ]
