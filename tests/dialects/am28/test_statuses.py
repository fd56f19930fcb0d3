"""Every refusal has a number of the document and a sentence."""

from __future__ import annotations

import pytest

from ludoteca.dialects.am28.errors import MEANINGS, TEXTS, Explained, Status, explain
from ludoteca.house.refusals import Refusal, Refused
from ludoteca.rules.eriantys.notation.refusals import Refusal as Rule

NUMBERS = {
    Rule.MALFORMED: 201,
    Rule.GAME_OVER: 208,
    Rule.NOT_YOUR_TURN: 207,
    Rule.UNFINISHED: 208,
    Rule.WRONG_PHASE: 208,
    Rule.NO_SUCH_ASSISTANT: 201,
    Rule.NO_SUCH_ISLAND: 201,
    Rule.NO_SUCH_CLOUD: 201,
    Rule.NO_SUCH_CHARACTER: 201,
    Rule.ASSISTANT_NOT_IN_HAND: 202,
    Rule.ASSISTANT_TAKEN: 202,
    Rule.STUDENT_NOT_IN_ENTRANCE: 206,
    Rule.TABLE_FULL: 205,
    Rule.TOO_MANY_STEPS: 201,
    Rule.CLOUD_EMPTY: 206,
    Rule.CHARACTER_NOT_IN_PLAY: 201,
    Rule.CHARACTER_ALREADY_USED: 203,
    Rule.NOT_ENOUGH_COINS: 204,
    Rule.EFFECT_IMPOSSIBLE: 201,
    Rule.STUDENT_NOT_ON_CARD: 206,
    Rule.STUDENT_NOT_IN_DINING: 206,
    Rule.UNEQUAL_SWAP: 201,
}


@pytest.mark.parametrize("rule", list(Rule))
def test_every_refusal_of_the_rules_has_its_number(rule: Rule) -> None:
    explained = explain(Refused(Refusal.ILLEGAL_ACTION, rule=rule, sentence="Because of a rule."))
    assert explained.status == NUMBERS[rule]
    assert explained.message.startswith(TEXTS[explained.status])


@pytest.mark.parametrize(
    ("refused", "status"),
    [
        (Refused(Refusal.NAME_TAKEN, name="Anna"), 101),
        (Refused(Refusal.WRONG_TOKEN), 101),
        (Refused(Refusal.TABLE_FULL), 102),
        (Refused(Refusal.NOT_OPEN), 103),
        (Refused(Refusal.BAD_NAME), 201),
        (Refused(Refusal.NOT_YOUR_TURN, name="Bea"), 207),
        (Refused(Refusal.NOT_HOST, host="Bea"), 207),
        (Refused(Refusal.PAUSED), 208),
        (Refused(Refusal.NOT_PLAYING), 208),
    ],
)
def test_refusals_of_the_house_have_theirs(refused: Refused, status: int) -> None:
    assert explain(refused).status == status


def test_every_number_has_a_meaning() -> None:
    assert set(MEANINGS) == set(Status)


def test_the_text_of_the_document_comes_first_and_ends_before_the_sentence() -> None:
    assert set(TEXTS) == set(Status) - {Status.OK}
    assert Explained(Status.FULLHALL).message == "Hall is full."
    assert Explained(Status.FULLHALL, "Ten.").message == "Hall is full. Ten."
    assert Explained(Status.WRONGTURN, "Wait.").message == "You can only play during your turn. Wait."
    assert Explained(Status.KICKEDOUT, "Gone.").message == "Gone."
