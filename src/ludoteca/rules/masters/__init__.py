"""Masters of Renaissance: the rules in `rules.md`. `game.Game` is what others use.

`engine` is the game in small integers, compiled; `notation` the game as JSON; `text` the game for people.

How a player's action is cut into small decisions:

- *Set-up.* Each seat keeps two of its four leaders by two decisions, the lower place first. Then each seat chooses its
  free resources: a type, then a depot for it.
- *A turn* is a line of the market, a card or a production, and then the end of the turn; leader actions and
  rearranging come before and after.
- *The market.* The line comes first: its red marble counts at once and the marbles are pushed. Then, with two
  white-marble leaders, one decision for each white marble, and then one for each resource in the order of the line: a
  depot that has room as things stand, discarding, or rearranging first.
- *Rearranging* lays out anew all that is stored: for the depots of three, two and one slots, in this order, what lies
  there. Only contents with which the rest still finds a legal place are offered, leader depots take what is left over,
  and nothing is asked where there is one possibility only. So one rearrangement reaches every legal layout, in at most
  three decisions. It is offered only while there is more than one layout. There are no moves of single resources that
  could go back and forth: after at most three decisions the moment is the one from which the rearrangement was begun,
  where other decisions go on, so a random player leaves it with a fixed chance each time.
- *Buying.* The card, the slot where more than one fits, then the payment.
- *Producing.* The powers in ascending order, each followed by the choices it asks for, then the payment.
- *Paying.* Unit by unit in the order of resources and, within one, of sources: warehouse, leader depot, strongbox.
  Nothing is asked where one source is left. So every payment is one sequence of decisions.

Whatever is offered can be finished legally: contents, powers and sources are offered only if the rest can follow.
"""

from __future__ import annotations

from .game import Game
from .notation.cards import InvalidCards, register

__all__ = ["Game", "InvalidCards", "register"]
