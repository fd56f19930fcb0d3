"""The words of the analysis: every kind has some, is in the documents, and nothing is there for nothing."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from ludoteca import rules
from ludoteca.analysis.advice import advice
from ludoteca.analysis.eriantys import effects as eriantys_effects
from ludoteca.analysis.eriantys import words as eriantys_words
from ludoteca.analysis.kinds import KINDS
from ludoteca.analysis.masters import effects as masters_effects
from ludoteca.analysis.masters import words as masters_words
from ludoteca.analysis.reports import Limits, Reason
from ludoteca.rules.masters.notation import events, reading
from tests.bots.games import VARIANTS

from .positions import moments

PAGE = (Path(__file__).parents[2] / "docs" / "advice.md").read_text(encoding="utf-8")
WORDS = {"eriantys": eriantys_words, "masters": masters_words}
EFFECTS = {"eriantys": eriantys_effects, "masters": masters_effects}


def kinds_of(game: str) -> set[str]:
    """Those that the source makes."""
    source = Path(str(EFFECTS[game].__file__)).with_suffix(".py").read_text(encoding="utf-8")
    made = set(re.findall(r'Effect\(\s*"(\w+)"', source))
    chosen = set(re.findall(r'"(\w+)" if \w+(?: is None| ==)', source)) | set(
        re.findall(r'else "(\w+)"$', source, re.M)
    )
    return made | chosen


@pytest.mark.parametrize("game", KINDS)
def test_every_kind_of_reason_has_words_and_is_documented(game: str) -> None:
    for kind in kinds_of(game) | set(EFFECTS[game].OWN.values()):
        assert f"`{kind}`" in PAGE, kind
        catalogue = WORDS[game].CATALOGUE
        assert any(key.removeprefix("prevented.").partition(".")[0] == kind for key in catalogue), kind


@pytest.mark.parametrize("game", KINDS)
def test_whatever_can_be_prevented_can_be_said(game: str) -> None:
    parameters = {
        "by": "B",
        "from": "A",
        "colour": "red" if game == "eriantys" else "green",
        "islands": [4, 5],
        "card": 5,
        "level": 1,
        "points": 2,
        "section": 1,
    }
    for own, other in EFFECTS[game].OWN.items():
        for kind in {own, other}:
            counted = {"count": 2} if "towers" in kind else {}
            said = KINDS[game].reason_words(Reason(kind, "prevented", {**parameters, **counted}), lambda letter: letter)
            assert said.startswith(("keeps B", "saves"))


@pytest.mark.parametrize("variant", VARIANTS)
def test_sentences_are_whole(variant: str) -> None:
    for game in moments(variant, 8, 37):
        for suggestion in advice(game.view(game.seat), Limits(10), 2).best:
            assert not re.search(r"[{}_]|None|  ", suggestion.words + suggestion.why), suggestion


def test_cards_and_tokens_of_masters_are_told_by_what_they_do() -> None:
    game = rules.new("masters", players=1, seed=1)
    position = game.view(0)
    printed = reading.card_set(position)
    assert masters_words.power(printed, {}, "dev:1") == "card 1 (1 coin for 1 faith)"
    tokens = [masters_words.token(printed, number) for number in range(65, 72)]
    assert "the token that removes 2 cards of green" in tokens
    assert "the token that moves the black cross by 2 spaces" in tokens
    assert "the token that moves the black cross by 1 space and shuffles all tokens" in tokens
    drawn = [events.TokenDrawn(token=65, left=6)]
    assert masters_words.luck(drawn, position) == f"Lorenzo turned over {tokens[0]}"
    assert masters_words.luck([], position) == "What came of the draws"
