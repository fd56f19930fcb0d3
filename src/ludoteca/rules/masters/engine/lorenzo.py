"""Lorenzo il Magnifico, the opponent of the solo game (§10): his stack of tokens and the black cross."""

from __future__ import annotations

from typing import TYPE_CHECKING

from . import const, ending, faith, piles

if TYPE_CHECKING:
    from .state import State


def shuffle(game: State) -> None:
    """All seven tokens in a new stack, laid from the bottom up."""
    for i in range(const.TOKENS):
        game.stack[i] = const.FIRST_TOKEN + i
    for i in range(const.TOKENS - 1):
        other = i + game.draws.below(const.TOKENS - i, const.DRAW_TOKEN)
        token = game.stack[other]
        game.stack[other] = game.stack[i]
        game.stack[i] = token
    game.stack_left = const.TOKENS
    if game.recorder.on:
        game.recorder.note(const.TOKENS_SHUFFLED)


def act(game: State) -> None:
    """Reveal the top token and apply it (§10.2)."""
    if game.stack_left == 0:  # in a loaded game or a card set without a token that shuffles
        shuffle(game)
    game.stack_left -= 1
    token = game.stack[game.stack_left]
    if game.recorder.on:
        game.recorder.note(const.TOKEN_DRAWN, token, game.stack_left)
    token -= const.FIRST_TOKEN
    if game.cards.token_colour[token] != const.NOBODY:
        remove_cards(game, game.cards.token_colour[token], game.cards.token_amount[token])
    else:
        faith.gain(game, const.CROSS, game.cards.token_amount[token], const.BY_TOKEN)
    if ending.has_lost_alone(game):
        ending.finish(game)
    elif game.cards.token_shuffles[token] != 0:
        shuffle(game)


def remove_cards(game: State, colour: int, count: int) -> None:
    """Lowest level first, then from the next one; what is not there is not removed [RULING 18]."""
    for level in range(const.LEVELS):
        pile = colour * const.LEVELS + level
        while count > 0 and game.pile_left[pile] > 0:
            card = piles.take(game, pile)
            count -= 1
            if game.recorder.on:
                game.recorder.note(const.CARD_REMOVED, card)
            piles.tell(game, pile)
