"""Why one action is better than another: what it gains and what it prevents, and nothing that both lead to."""

from __future__ import annotations

from ludoteca.analysis.effects import Effect, Outlook, reasons

ANNA, BEA, CARL = 0, 1, 2
TOWER = Effect("towers", ANNA, 3.0, {"count": 1, "islands": [5]})
PROFESSOR = Effect("professor", ANNA, 2.5, {"colour": "red"})
THEIR_TOWER = Effect("towers", BEA, 3.0, {"count": 1, "islands": [7]})
TURNED = Effect("towers_taken", BEA, 4.5, {"count": 1, "islands": [5], "from": "A"})
SMALL = Effect("cloud", ANNA, 0.3, {"students": {"red": 3}})
ALONE = frozenset({ANNA})
OWN = {"towers": "towers", "towers_taken": "own_towers"}


def said(mine: Outlook, other: Outlook | None, side: frozenset[int] = ALONE) -> list[tuple[str, str]]:
    return [(reason.kind, reason.when) for reason in reasons(mine, other, side, OWN)]


def test_gains_come_in_the_order_in_which_they_happen() -> None:
    assert said(Outlook(now=[PROFESSOR], turn=[TOWER]), None) == [("professor", "now"), ("towers", "turn")]


def test_small_things_are_not_said_beside_large_ones() -> None:
    assert said(Outlook(now=[SMALL], turn=[TOWER]), None) == [("towers", "turn")]
    assert said(Outlook(now=[SMALL]), None) == [("cloud", "now")]


def test_what_the_other_action_leads_to_as_well_is_said_only_without_anything_better() -> None:
    assert said(Outlook(now=[PROFESSOR], turn=[TOWER]), Outlook(turn=[TOWER])) == [("professor", "now")]
    assert said(Outlook(now=[PROFESSOR], turn=[TOWER]), Outlook(turn=[PROFESSOR, TOWER])) == [("professor", "now")]
    assert said(Outlook(turn=[TOWER]), Outlook(turn=[TOWER])) == []
    three = Outlook(now=[PROFESSOR], turn=[TOWER, Effect("joined", ANNA, 1.5, {"islands": [5, 6]})])
    assert said(three, Outlook(turn=[TOWER])) == [("professor", "now"), ("joined", "turn")]


def test_what_is_good_for_others_is_no_gain() -> None:
    assert said(Outlook(now=[THEIR_TOWER]), None) == []


def test_what_a_partner_gets_is() -> None:
    assert said(Outlook(turn=[THEIR_TOWER]), None, frozenset({ANNA, BEA})) == [("towers", "turn")]


def test_what_others_do_after_the_other_action_alone_is_prevented() -> None:
    other = Outlook(others=[THEIR_TOWER])
    assert said(Outlook(), other) == [("towers", "prevented")]
    assert said(Outlook(others=[THEIR_TOWER]), other) == []
    [reason] = reasons(Outlook(), other, ALONE, OWN)
    assert reason.parameters == {"count": 1, "islands": [7], "by": "B"}


def test_what_the_other_action_itself_gives_away_is_prevented_too() -> None:
    assert said(Outlook(), Outlook(now=[THEIR_TOWER])) == [("towers", "prevented")]


def test_what_one_would_lose_oneself_is_saved() -> None:
    assert said(Outlook(), Outlook(others=[THEIR_TOWER, TURNED])) == [("own_towers", "prevented")]
    several = Effect("towers_taken", BEA, 9.0, {"count": 2, "islands": [5, 6], "from": "A"})
    assert said(Outlook(), Outlook(others=[several]), frozenset({CARL})) == [("towers_taken", "prevented")]
    assert said(Outlook(), Outlook(others=[TURNED]), frozenset({CARL})) == []


def test_of_what_both_give_more_is_a_reason_and_less_is_none() -> None:
    far, near = (Effect("reach", ANNA, 0.4, {"steps": steps}, steps) for steps in (5, 2))
    assert said(Outlook(now=[far]), Outlook(now=[near])) == [("reach", "now")]
    assert said(Outlook(now=[near]), Outlook(now=[far])) == []


def test_small_things_of_others_are_no_reason() -> None:
    assert said(Outlook(), Outlook(others=[Effect("coin", BEA, 0.6)])) == []


def test_who_wins_needs_no_other_reason() -> None:
    won = Outlook(now=[TOWER, Effect("win", ANNA, 100.0, {"why": "last_tower"})])
    assert said(won, Outlook(others=[THEIR_TOWER])) == [("win", "now")]


def test_later_turns_count_where_something_large_happens() -> None:
    assert said(Outlook(later=[SMALL]), None) == []
    assert said(Outlook(later=[TOWER]), None) == [("towers", "later")]
