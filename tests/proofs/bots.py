"""Proofs about bots."""

from ..bots import test_secrets
from .amounts import progress

AT_ONCE = 20  # positions


def eriantys_bots_do_not_cheat(positions: int) -> str:
    """Bots decide the same when everything that their seat cannot see is dealt anew: Eriantys, all modes."""
    return do_not_cheat("eriantys", positions)


def masters_bots_do_not_cheat(positions: int) -> str:
    """The same for Masters of Renaissance, 1 to 4 players."""
    return do_not_cheat("masters", positions)


def do_not_cheat(game: str, positions: int) -> str:
    batches = -(-positions // AT_ONCE)
    dealt = 0
    for batch in progress(range(batches), batches, f"batches of {AT_ONCE}"):
        dealt += test_secrets.check(game, 1000 + batch, AT_ONCE)
    return f"{batches * AT_ONCE:,} positions, {dealt:,} of them with something hidden that was dealt otherwise"
