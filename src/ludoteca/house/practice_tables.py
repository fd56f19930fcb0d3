"""Tables that begin from a position instead of a set-up: a moment of another game, played on against bots.

What whoever plays there could not see at that moment, and all that is drawn from then on, comes from the key of the new
table. So such a game is as fair as any other and can be checked like it, and tells nothing about the one it comes from.
"""

from __future__ import annotations

from typing import Any

from ludoteca import rules
from ludoteca.rules.contract import Json

from . import fairness
from .entries import Practice, as_json
from .options import Options, bad, known_cards

OF_THE_DRAWS = ("seed", "draws")  # members of a position that belong to its own table
SETTLED = ("game", "expert", "cards")  # members of a position that the options say, too


def excerpt(game: rules.Game, chance: int | None) -> Json:
    """A position to begin from. With `chance` everything in it that a watcher does not see is dealt anew, and an action
    of which he sees only that it was begun begins once more."""
    position = (game if chance is None else game.redeal(None, chance)).position()
    for member in OF_THE_DRAWS:
        del position[member]
    if chance is not None and has_begun_unseen(game):
        del position["unfinished"]
    kept: Json = as_json(position)
    return kept


def has_begun_unseen(game: rules.Game) -> bool:
    """Whether a watcher is told of the action under way only how many decisions of it were made."""
    return isinstance(game.view(None).get("unfinished", {}).get("decisions"), int)


def check(practice: Practice, options: Options) -> None:
    """Refuse a position that is none, is over, or is not of the game that the options describe."""
    try:
        with known_cards(options.settings):
            game = rules.load(drawn_by(practice.position, 0))
    except rules.InvalidPosition as error:
        raise bad(f"position.{error.field}".rstrip("."), error.sentence) from error
    usual = rules.new(options.game, players=options.players, seed=0, **options.settings)
    here, there = usual.position(), game.position()
    for member in SETTLED:
        if here.get(member) != there.get(member):
            raise bad(f"position.{member}", "it is not what the options say.")
    if game.players != options.players:
        raise bad("position.players", f"it is for {game.players}, the table for {options.players}.")
    if game.over:
        raise bad("position", "the game is over there.")
    if not 0 <= practice.player < options.players:
        raise bad("player", f"{practice.player} is no player of this game.")
    if options.first is not None:
        raise bad("first", "the position says whose turn it is.")


def begin(practice: Practice, options: Options, key: str) -> rules.Game:
    """The game from there on."""
    with known_cards(options.settings):
        dealt = rules.load(drawn_by(practice.position, 0)).redeal(practice.player, fairness.practice_seed(key))
        return rules.load(drawn_by(dealt.position(), key))


def drawn_by(position: Json, seed: int | str) -> dict[str, Any]:
    return {**position, "seed": seed, "draws": 0}
