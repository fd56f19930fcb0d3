"""The review of a finished game: a curve of chances, the actions that cost most, and what would have been better.

What an action costs is the difference between the chance after the best decision and that after the one that was made,
both found by the search from what the player could see. Luck is what the draws changed afterwards.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from itertools import groupby, pairwise

from ludoteca import rules
from ludoteca.house.entries import Entry

from . import effects
from .advice import in_words, longer, who_of
from .kinds import KINDS, Kind
from .played import Action, Course
from .reports import Limits, Point, Review, Turning
from .thinking import Look, Mind

MOST_TURNINGS = 6
MOST_LUCK = 2
LEAST_LOST = 0.06  # of the chance to win: what is less is within what the search is wrong about
LEAST_LUCK = 0.12
LOOKED_AT_AGAIN = 16  # actions that seem to have cost most, of which some turn out to be harmless
EFFORT = 6  # with which they are
DRAWN_AGAIN = 6  # draws that seem to have changed most
OTHER_DRAWS = 8  # with which each of them is compared

Progress = Callable[[int, int], None]  # so many of so many actions


class CannotReview(ValueError):
    """Why there is nothing to review, as a sentence."""


@dataclass
class Judged:
    """An action and what it cost. `at` is the decision of it that cost most."""

    action: Action
    chances: list[float] | None = None  # before it, by player; None where there was no choice
    lost: float = 0.0
    at: int = -1
    costs: dict[int, float] = field(default_factory=dict)


def review(
    code: str,
    secret: bytes,
    log: Iterable[Entry],
    limits: Limits,
    seed: int = 1,
    progress: Progress = lambda done, all_: None,
) -> Review:
    """Of a log that has its end in it. The same log, iterations and seed give the same review."""
    course = Course(code, secret)
    course.follow(log)
    table = course.table
    if table.result is None or table.game is None or not course.actions:
        raise CannotReview("Only a game that was played and has ended can be reviewed.")
    names = [table.seats[seat].name for seat in table.order]
    mind = Mind(table.options.game, limits, seed)
    judged: list[Judged] = []
    for number, action in enumerate(course.actions):
        progress(number, len(course.actions))
        judged.append(judge(mind, action))
    winners = [table.seats[seat].player for seat in table.result.winners]
    losses(judged, mind.kind)
    curve = drawn_curve(judged, mind.kind, len(names), winners if table.result.why != "agreed" else None)
    turnings = costly(mind, judged, names) + lucky(mind, judged)
    progress(len(course.actions), len(course.actions))
    return Review(
        table.options.game,
        names,
        winners,
        curve,
        sorted(turnings, key=lambda turning: turning.entry),
        [sum(each.lost for each in judged if each.action.player == player) for player in range(len(names))],
        [sum(each.action.player == player for each in judged) for player in range(len(names))],
        limits.iterations,
        limits.seconds,
        seed,
    )


# ---------------------------------------------------------------- what an action cost


def judge(mind: Mind, action: Action) -> Judged:
    """Decision by decision: in the middle of an action one can go wrong as well."""
    found = Judged(action)
    now = action.game
    for at, decision in enumerate(action.decisions):
        look = mind.look(now.view(now.seat), compared=(decision,))
        if len(look.options) > 1:
            if found.chances is None:
                found.chances = look.chances
            option = look.option(decision)
            if option is not None:
                found.costs[at] = max(0.0, look.best.chance - option.chance)
        now, _ = now.after([decision])
    found.lost = sum(found.costs.values())
    if found.lost:
        found.at = max(found.costs, key=lambda at: found.costs[at])
    return found


def losses(judged: Sequence[Judged], kind: Kind) -> None:
    """What an action cost is at most what is missing at the next decision, if no draw has come between."""
    for each, following in pairwise(judged):
        if following.chances is not None and each.lost and not any(map(kind.is_luck, each.action.events)):
            assert each.chances is not None
            missing = each.chances[each.action.player] - following.chances[each.action.player]
            each.lost = min(each.lost, max(0.0, missing))


def drawn_curve(judged: Sequence[Judged], kind: Kind, players: int, winners: Sequence[int] | None) -> list[Point]:
    points = smooth(judged, players)
    if winners is not None:
        sides = {kind.side(judged[0].action.game, winner) for winner in winners}
        share = 1 / len(sides) if sides else 0.0
        ended = [share if player in winners else 0.0 for player in range(players)]
        points.append(Point(judged[-1].action.last, ended))
    return points


def smooth(judged: Sequence[Judged], players: int) -> list[Point]:
    """Whoever decides sees other things than the others, and so the chances go up and down from turn to turn. Each
    point is averaged with the turns around it, so that all players look at it alike."""
    turns = turns_of(judged)
    known = [(turns[each.action.entry], each.action.before, each.chances) for each in judged if each.chances]
    means: dict[int, list[float]] = {}
    for turn, group in groupby(known, key=lambda point: point[0]):
        seen = [chances for _, _, chances in group]
        means[turn] = [sum(column) / len(seen) for column in zip(*seen, strict=True)]
    reach = players // 2
    points = []
    for turn, entry, chances in known:
        weighted = [(1.0, chances)]
        for distance in range(1, reach + 1):
            weight = 0.5 if players % 2 == 0 and distance == reach else 1.0
            weighted += [(weight, means[other]) for other in (turn - distance, turn + distance) if other in means]
        total = sum(weight for weight, _ in weighted)
        average = [sum(weight * each[player] for weight, each in weighted) / total for player in range(players)]
        points.append(Point(entry, average))
    return points


# ---------------------------------------------------------------- turning points


def costly(mind: Mind, judged: Sequence[Judged], names: Sequence[str]) -> list[Turning]:
    """The actions that cost most, thought about once more, at most one in a turn."""
    worst = sorted((each for each in judged if each.lost >= LEAST_LOST / 2), key=lambda each: -each.lost)
    found: list[Turning] = []
    for each in worst[:LOOKED_AT_AGAIN]:
        turning = explained(mind, each, names)
        if turning is not None:
            found.append(turning)
    found.sort(key=lambda turning: -turning.lost)
    turns = turns_of(judged)
    worst_of_turn = {turns[turning.entry]: turning for turning in reversed(found)}
    return [turning for turning in found if worst_of_turn[turns[turning.entry]] is turning][:MOST_TURNINGS]


def turns_of(judged: Sequence[Judged]) -> dict[int, int]:
    """The number of the turn by the first entry of an action: what a player does until another one decides."""
    found: dict[int, int] = {}
    number = 0
    for before, each in pairwise([None, *judged]):
        assert each is not None
        ended = before is not None and any(map(KINDS[each.action.game.name].ends_turn, before.action.events))
        number += ended or (before is not None and before.action.player != each.action.player)
        found[each.action.entry] = number
    return found


def explained(mind: Mind, judged: Judged, names: Sequence[str]) -> Turning | None:
    """What would have been better, and why; None where that does not hold on a closer look."""
    action, at = judged.action, judged.at
    before, _ = action.game.after(action.decisions[:at])
    look = mind.look(before.view(before.seat), compared=(action.decisions[at],), effort=EFFORT)
    option = look.option(action.decisions[at])
    if option is None or look.best.chance - option.chance < LEAST_LOST:
        return None
    left = option.chance
    lines = [mind.line(look, decision) for decision in (look.best.decision, option.decision)]
    start = look.game if at == 0 else rules.imagine(action.game.view(action.player))
    made = action.decisions[:at]
    better = mind.action(start, [*made, *lines[0]])
    outlooks = [
        mind.outlook(start, mind.extended(start, longer(whole, [*made, *line])), len(whole))
        for whole, line in zip((better, action.decisions), lines, strict=True)
    ]
    side = mind.kind.side(start, action.player)
    reasons = effects.reasons(outlooks[0], outlooks[1], side, mind.kind.own)
    if not any(map(mind.kind.is_luck, action.events)):  # looked at from the next position it may be less bad
        left = max(left, standing(mind, action))
    if look.best.chance - left < LEAST_LOST:
        return None
    root = Look(start, look.options, look.chances, look.iterations)
    played = mind.kind.whole(action.game, action.decisions)
    return Turning(
        "action",
        action.entry,
        action.before,
        action.player,
        look.best.chance,
        left,
        played,
        mind.kind.action_words(played, action.game.view(action.player), who_of(names)),
        in_words(mind.kind, root, better, look.best.chance, reasons, names),
        action.by,
    )


def standing(mind: Mind, action: Action) -> float:
    """The player's chance after an action, as whoever decides next finds it."""
    after, _ = action.game.after(action.decisions)
    if after.over:
        return 0.0
    look = mind.look(after.view(after.seat), effort=EFFORT)
    return look.chances[action.player] if len(look.options) > 1 else 0.0


def lucky(mind: Mind, judged: Sequence[Judged]) -> list[Turning]:
    """Draws after which things stood otherwise than after most others. They are nobody's merit."""
    drawn = [each for each in judged if any(map(mind.kind.is_luck, each.action.events))]
    standings = {id(each): following for each, following in pairwise(judged) if following.chances is not None}
    suspects = [(surprise(judged, each, standings[id(each)]), each) for each in drawn if id(each) in standings]
    suspects.sort(key=lambda suspect: -suspect[0])
    found: list[Turning] = []
    for change, each in suspects[:DRAWN_AGAIN]:
        if change < LEAST_LUCK / 2:
            break
        turning = lucky_or_not(mind, each)
        if turning is not None:
            found.append(turning)
    found.sort(key=lambda turning: -abs(turning.lost))
    return found[:MOST_LUCK]


def surprise(judged: Sequence[Judged], each: Judged, following: Judged) -> float:
    """How much the chances changed over an action: not all of it need be luck."""
    at = next(number for number, other in enumerate(judged) if other is each)
    before = next((other.chances for other in reversed(judged[: at + 1]) if other.chances is not None), None)
    assert following.chances is not None
    if before is None:
        return 0.0
    return max(abs(old - new) for old, new in zip(before, following.chances, strict=True))


def lucky_or_not(mind: Mind, judged: Judged) -> Turning | None:
    """The draws of an action compared with others that could have been: the player who gained most by them."""
    action = judged.action
    after, _ = action.game.after(action.decisions)
    others = [chances for seed in range(OTHER_DRAWS) if (chances := redrawn(mind, action, after.seat, seed))]
    if after.over or len(others) < OTHER_DRAWS // 2:
        return None
    came = mind.look(after.view(after.seat)).chances
    usual = [sum(column) / len(others) for column in zip(*others, strict=True)]
    player = max(range(len(came)), key=lambda player: abs(came[player] - usual[player]))
    if abs(came[player] - usual[player]) < LEAST_LUCK:
        return None
    said = mind.kind.luck_words(action.events, action.game.view(action.player))
    by = action.by
    return Turning("luck", action.last, action.before, player, usual[player], came[player], played_words=said, by=by)


def redrawn(mind: Mind, action: Action, seat: int, seed: int) -> list[float] | None:
    """The chances after the same action with other draws; None where it leads elsewhere."""
    game = mind.kind.redrawn(action.game, seed)
    try:
        after, _ = game.after(action.decisions)
    except rules.IllegalAction:
        return None
    return mind.look(after.view(after.seat)).chances if after.seat == seat else None
