"""What is told of a table: all of it, what an entry changed, who came and went, who has won."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import UNSET

from ludoteca.house.views import TableView

from . import shapes, wire
from .messages import CurrentStatus, GameState
from .shapes import Person, View
from .statuses import Status


def people(view: TableView) -> tuple[Person, ...]:
    """The players of the game, A first. Who is told of it is there himself, whatever the table has noted so far."""
    found = {
        seat.player: Person(seat.name, seat.connected or number == view.you, seat.stand_in is not None)
        for number, seat in enumerate(view.seats)
        if seat.player is not None
    }
    return tuple(found[player] for player in sorted(found))


def turn_line(view: TableView, game: View, changed: GameState | None) -> bytes:
    turn = shapes.turn(game, paused=view.alone_since is not None)
    return wire.line_of(CurrentStatus(status=Status.OK, turn=turn, game=UNSET if changed is None else changed))


def full(view: TableView) -> bytes:
    """A status with everything. `playerIndex` marks it: whoever gets it forgets what he knew before."""
    assert view.game is not None
    assert view.you is not None
    player = view.seats[view.you].player
    return wire.line_of(
        CurrentStatus(
            status=Status.OK,
            playerIndex=UNSET if player is None else player,
            turn=shapes.turn(view.game, paused=view.alone_since is not None),
            game=shapes.whole(view.game, people(view)),
        )
    )


def changes(before: View, view: TableView) -> bytes:
    """What an accepted command changed: the turn at least."""
    assert view.game is not None
    changed = shapes.changes(before, view.game)
    return turn_line(view, view.game, changed if isinstance(changed, GameState) else None)


def presence(before: Sequence[Person], after: Sequence[Person], view: TableView) -> bytes:
    """Who came and went; nothing when nobody did."""
    assert view.game is not None
    changed = shapes.presence(before, after)
    return turn_line(view, view.game, GameState(players=changed)) if changed else b""


def winner(view: TableView) -> bytes:
    """Joint winners are named together; nobody's name when the game was given up by agreement."""
    assert view.result is not None
    names = ", ".join(view.seats[seat].name for seat in view.result.winners)
    return wire.line_of(CurrentStatus(status=Status.OK, winner=names))
