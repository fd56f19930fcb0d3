"""Checking a finished game: was the deal settled beforehand, and is everything as the house would have done it?

Each entry of a replay is decided again: some command must lead from the table before it to exactly this entry. So
nothing in it is taken on trust, and a file that somebody made up is refused where it leaves the rules of the house.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

import msgspec
from msgspec import UNSET

from ludoteca import rules
from ludoteca.rules.catalogue import GAMES

from . import commands, entries, fairness, in_play, keys, replays
from .apply import apply_entry
from .clock import SECOND
from .commands import Command
from .decide import Outcome, Repeated, TableOrigin, check_id, decide, open_table, outcome
from .entries import Entry, Happening
from .preconditions import need_turn
from .reasons import Decider
from .refusals import Refusal, Refused
from .replays import Replay
from .table import Table


class Check(msgspec.Struct, frozen=True):
    name: str
    passed: bool
    sentence: str


class Report(msgspec.Struct, frozen=True):
    code: str
    checks: list[Check]

    @property
    def passed(self) -> bool:
        return all(check.passed for check in self.checks)

    def __str__(self) -> str:
        return "\n".join(
            f"{'ok    ' if check.passed else 'FAILED'} {check.name}: {check.sentence}" for check in self.checks
        )


class Failed(Exception):
    """What does not hold, in a sentence."""


def verify(replay: Replay) -> Report:
    """Every check on a replay; one that fails does not keep the others from being made."""
    log = replay.entries
    checks = []
    for check in (check_commitment, check_chain, check_draws, check_entries, check_log):
        name = check.__name__.removeprefix("check_")
        try:
            checks.append(Check(name, True, check(replay, log)))
        except Failed as problem:
            checks.append(Check(name, False, str(problem)))
    return Report(replay.code, checks)


def check_commitment(replay: Replay, log: Sequence[Entry]) -> str:
    shown = commitment_of(log)
    if fairness.commitment(secret_of(log)) != shown:
        raise Failed("the secret shown at the end is not the one that the house was bound to.")
    return f"the SHA-256 of the secret is {shown}, as shown before the first draw."


def commitment_of(log: Sequence[Entry]) -> str:
    if not log or not isinstance(log[0].what, entries.Opened):
        raise Failed("no entry shows a commitment: only a finished game can be checked.")
    return log[0].what.commitment


def secret_of(log: Sequence[Entry]) -> bytes:
    for entry in log:
        if isinstance(entry.what, entries.Ended | entries.Closed) and entry.what.secret:
            try:
                return bytes.fromhex(entry.what.secret)
            except ValueError:
                raise Failed("the secret shown at the end is not written in hexadecimal digits.") from None
    raise Failed("no entry shows the secret: only a finished game can be checked.")


def check_chain(replay: Replay, log: Sequence[Entry]) -> str:
    previous, time = "", 0
    for number, entry in enumerate(log, 1):
        if entry.number != number:
            raise Failed(f"entry {entry.number} stands where entry {number} should.")
        if entry.previous != previous:
            raise Failed(f"entry {number} does not name the hash of the entry before it.")
        if entry.time < time:
            raise Failed(f"entry {number} is older than the entry before it.")
        previous, time = entries.digest(entry), entry.time
    return f"{len(log)} entries, each naming the hash of the one before; the last has {previous}."


def key_of(log: Sequence[Entry]) -> str:
    """The key of the draws, from the secret and the nonces that the log shows when the game starts."""
    nonces: list[str] = []
    for entry in log:
        match entry.what:
            case entries.Sat(nonce=nonce):
                nonces.append(nonce)
            case entries.Contributed(seat=seat, nonce=nonce) if seat < len(nonces):
                nonces[seat] = nonce
            case entries.Rose(seat=seat) if seat < len(nonces):
                del nonces[seat]
            case entries.Arranged(players=players):
                del nonces[players:]
            case entries.Started():
                return fairness.game_key(secret_of(log), nonces)
    raise Failed("the game was never started.")


def check_draws(replay: Replay, log: Sequence[Entry]) -> str:
    """Draws come from the stream of the key, one after the other, no word left out."""
    key = key_of(log)
    position = count = 0
    for entry in log:
        if not isinstance(entry.what, entries.Started | entries.Acted):
            continue
        for label, counter, bound, result in entry.what.draws:
            if not 1 <= bound <= fairness.LARGEST_BOUND:
                raise Failed(f"entry {entry.number}: there is no draw below {bound}.")
            expected = fairness.draw(key, position, bound)
            if (counter, result) != expected:
                raise Failed(
                    f"entry {entry.number}: {label} below {bound} should be {expected[1]} from word {expected[0]}, "
                    f"not {result} from word {counter}."
                )
            position = counter + 1
            count += 1
    return f"{count} draws made again with the key {key}."


def check_entries(replay: Replay, log: Sequence[Entry]) -> str:
    table = Table(replay.code, secret_of(log))
    for entry in log:
        if isinstance(entry.what, entries.Started):
            need_these_rules(table, entry.what.rules_version)
        again = decided_again(table, entry)
        if again is None:
            raise Failed(f"entry {entry.number} is not one that the house could have made here.")
        apply_entry(table, again.entry, again.prepared)
    assert table.result is not None  # the entry that shows the secret is the end
    winners = ", ".join(table.seats[seat].name for seat in table.result.winners) or "nobody"
    return f"{len(log)} entries decided again; {winners} won ({table.result.why})."


def need_these_rules(table: Table, version: str) -> None:
    here = GAMES[table.options.game].rules_version if table.number else version
    if version != here:
        raise Failed(Refused(Refusal.OTHER_RULES, played=version, here=here).sentence)


def check_log(replay: Replay, log: Sequence[Entry]) -> str:
    check_entries(replay, log)  # only what holds can be told
    if replays.export(replay.code, secret_of(log), log) != replay:
        raise Failed("what the log tells is not what the entries say.")
    return "what it tells is what the entries say."


def decided_again(table: Table, entry: Entry) -> Outcome | None:
    """The outcome that is exactly this entry, if there is one."""
    what, time = entry.what, entry.time
    tries: list[Callable[[], Outcome]]
    if table.number == 0:
        tries = [partial(opened_again, table, what, time)] if isinstance(what, entries.Opened) else []
    elif isinstance(what, entries.Acted) and what.by != Decider.STAND_IN:
        tries = [partial(acted_again, table, what, time)]
    else:
        tries = [partial(decide, table, command, time) for command in causes(table, what)]
        if isinstance(what, entries.Asked | entries.Answered | entries.TookBack | entries.Ended):
            tries += [partial(decide, without_the_absent(table), command, time) for command in causes(table, what)]
    for decide_again in tries:
        try:
            found = decide_again()
        except (Refused, Repeated, rules.IllegalAction):
            continue
        if entries.shareable(found.entry) == entry:
            return found
    return None


def without_the_absent(table: Table) -> Table:
    """The table as it was to older houses: they did not ask for the consent of a player who had just gone."""
    earlier = table.copied()
    for seat in earlier.seats:
        if not seat.connected:
            seat.since -= table.options.patience.turn * SECOND
    return earlier


def opened_again(table: Table, what: entries.Opened, time: int) -> Outcome:
    return open_table(table, what.options, time, TableOrigin(what.dialect, what.starts, what.settled, what.practice))


def acted_again(table: Table, what: entries.Acted, time: int) -> Outcome:
    """The log keeps the decisions of an action, not its words: each must have been legal and the seat's own."""
    check_id(table, what.seat, what.id)
    game = need_turn(table, what.seat)
    trial = game.clone()
    for decision in what.decisions:
        if trial.seat != game.seat:
            raise rules.IllegalAction("not_your_turn", "That decision is another seat's.")
        trial.apply(decision)
    if not what.decisions:
        raise rules.IllegalAction("malformed", "Nothing was decided.")
    by = Decider.PLAYER if table.seats[what.seat].person else Decider.BOT
    again, prepared = in_play.played(game, what.seat, what.decisions, by, what.id)
    return outcome(table, again, time, prepared)


def causes(table: Table, what: Happening) -> list[Command]:
    """The commands that could have led to this. The log has no tokens: any will do."""
    number = table.number
    match what:
        case entries.Sat(bot=None):
            token = keys.token_of(what.name) if what.keyed else None
            asked = (what.chooses is True, what.consents is not False)
            return [commands.Sit(what.name, token, what.nonce, what.look, what.here, *asked)]
        case entries.Sat(bot=str(level)):
            return [commands.SitBot(table.host, level, what.name)]
        case entries.Contributed():
            return [commands.AddNonce(what.seat, what.nonce)]
        case entries.Dressed():
            return [commands.Dress(what.seat, what.look)]
        case entries.Arranged():
            arrange = partial(commands.Arrange, players=what.players, settings=what.settings, settled=what.settled)
            absence = None if what.absence is UNSET else what.absence
            return [arrange(by, shrink=True, absence=absence) for by in range(len(table.seats))]
        case entries.Choosing():
            return [commands.Gather(number), *(commands.Choose(by) for by in range(len(table.seats)))]
        case entries.Confirmed():
            return [commands.Confirm(what.seat, fill=True), commands.ChooseFor(number, what.seat)]
        case entries.HandedOver() if what.seat < len(table.seats):
            return [commands.HandOver(table.host, table.seats[what.seat].name)]
        case entries.Rose() if what.seat < len(table.seats):
            remove = commands.Remove(table.host, table.seats[what.seat].name)
            return [commands.Rise(what.seat), remove, commands.Expire(number, what.seat)]
        case entries.Started():
            return [commands.Begin(number), *(commands.Start(by) for by in range(len(table.seats)))]
        case entries.Acted(decisions=(decision,)):
            return [commands.PlayFor(number, what.seat, decision)]
        case entries.TookBack():
            answers: list[Command] = [commands.Answer(seat, True) for seat in range(len(table.seats))]
            return [commands.TakeBack(what.seat, what.to, what.id), *answers, commands.Grant(number)]
        case entries.Asked():
            return [commands.TakeBack(what.seat, what.to, what.id), commands.AskEnd(what.seat)]
        case entries.Answered():
            return [commands.Answer(what.seat, what.yes)]
        case entries.Arrived():
            return [commands.Arrive(what.seat, anew=True)]  # he may have come to another server of the house
        case entries.Departed():
            return [commands.Depart(what.seat)]
        case entries.Interrupted():
            return [commands.Interrupt()]
        case entries.StoodIn() if what.seat < len(table.seats):
            called = [commands.CallStandIn(by, table.seats[what.seat].name) for by in range(len(table.seats))]
            return [commands.StandIn(number, what.seat, what.why), commands.Resign(what.seat), *called]
        case entries.Rekeyed():
            return [commands.Rekey(what.seat, keys.token_of(f"entry {number}"))]
        case entries.Ended():
            by_seat: list[Command] = []
            for seat in range(len(table.seats)):
                by_seat += [commands.Resign(seat), commands.AskEnd(seat), commands.Answer(seat, True)]
                by_seat.append(commands.ClaimWin(seat))
            return [commands.Finish(number), commands.EndAlone(number), commands.Grant(number), *by_seat]
        case entries.Rematched():
            return [commands.Rematch(table.seats.index(seat), what.code) for seat in table.seats if seat.person]
        case entries.Closed():
            return [commands.Close(None, what.why)]
    return []
