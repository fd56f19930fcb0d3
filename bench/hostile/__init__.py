"""What hostile clients cost our server, and how long a person waits meanwhile.

The server is a process of its own with its usual limits. People play and ping at it from a second process, and hostile
clients send to it from a third, from one address: each kind of abuse with one connection and with twenty. The third one
has the lowest priority, because hostile clients elsewhere would take no processor time from this machine; it still
takes all that the others leave.

A case that exceeds its limit is measured twice more, and the one in the middle counts: something else on the machine
may have held up a person once, and what the server does to them it does again. Where people wait that long without any
abuse, the machine is busy with something else and their pings say nothing about the server: then its own work during
a ping is held to the limit.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import statistics
import sys
import tempfile
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field, replace
from pathlib import Path

import aiohttp
import uvloop

from bench.report import machine
from bench.serving.house_load import HouseTable
from bench.serving.loads import Tally
from bench.serving.processes import Process, started

from .abuses import ABUSES, Abuse, Tactic
from .helpers import PORTS, Helper, helper

CONNECTIONS = (1, 20)
MOST_LATE = {1: 0.050, 20: 0.250}  # seconds: the p95 of a person's ping, by hostile connections
QUIET_EVERY = 8  # cases after which the ping without abuse is measured again
AGAIN = 2  # more times that a case is measured when people had to wait too long
SETTLING = 0.5  # seconds of an abuse before it is measured
CALM = 0.1  # of a processor: at most so much does a server take that nobody speaks to
CALMING = 0.1, 3.0  # seconds between two looks at that, and at most
FINISHED = 60.0  # seconds for a game to its end


@dataclass(frozen=True)
class Case:
    """An abuse by so many connections: processor time of the server beyond what people cost, and their pings."""

    abuse: str
    connections: int
    seconds: float
    cpu: float
    bytes: int
    messages: float
    times: Sequence[float] = field(repr=False)  # that pings took
    work: Sequence[float] = field(repr=False)  # of the server meanwhile
    measured: int = 1  # times, of which this is the one in the middle

    @property
    def per_byte(self) -> float:
        return self.cpu / max(1, self.bytes)

    @property
    def per_message(self) -> float:
        return self.cpu / max(1.0, self.messages)

    @property
    def late(self) -> float:
        return late(self.times)

    @property
    def kept(self) -> bool:
        return self.late <= MOST_LATE[self.connections]


@dataclass
class Found:
    cases: list[Case] = field(default_factory=list)
    quiet: list[float] = field(default_factory=list)  # pings without abuse
    per_move: float = 0.0  # seconds of the server for a normal move

    @property
    def busy(self) -> bool:
        """Whether something else on the machine keeps people waiting, with nobody hostile there."""
        return late(self.quiet) > MOST_LATE[1] / 2

    def judged(self, case: Case) -> bool:
        return case.kept or (self.busy and late(case.work) <= MOST_LATE[case.connections])

    def shortfalls(self) -> list[str]:
        return [
            f"{case.abuse}, {case.connections} connections: a person's p95 is {case.late * 1e3:.0f} ms, "
            f"{late(case.work) * 1e3:.0f} ms of them work of the server, wanted at most "
            f"{MOST_LATE[case.connections] * 1e3:g}; without abuse it was {late(self.quiet) * 1e3:.1f} ms"
            for case in self.cases
            if not self.judged(case)
        ]


def late(times: Sequence[float]) -> float:
    """The 95th percentile; infinite when nobody was answered."""
    return statistics.quantiles(times, n=100)[94] if len(times) > 1 else float("inf")


# ---------------------------------------------------------------- measuring


class GameToTheEnd(HouseTable):
    """One game, as fast as the limits let two people play."""

    def ended(self) -> None:
        self.over.set()

    async def play(self) -> None:
        self.over = asyncio.Event()
        await self.begin()
        turn = 0.06  # seconds: below the rate of one connection
        async with asyncio.timeout(FINISHED):
            while not self.over.is_set():
                self.move()
                await asyncio.sleep(turn / len(self.seats))
        await self.close()


class Siege:
    def __init__(self, process: Process, witness: Helper, abuser: Helper, seconds: float) -> None:
        self._process = process
        self._witness = witness
        self._abuser = abuser
        self._seconds = seconds
        self._usual = 0.0  # seconds of the server a second, for the people alone
        self._usual_bytes = 0.0  # that it reads in a second of them
        self._addresses = 0
        self.found = Found()

    async def begin(self) -> None:
        """See what the people alone cost."""
        cpu, read = self._process.cpu(), self._process.bytes_read()
        await self.quiet()
        self._usual = (self._process.cpu() - cpu) / self._seconds
        self._usual_bytes = (self._process.bytes_read() - read) / self._seconds

    async def quiet(self) -> None:
        await self._calm()
        self.found.quiet += (await self._witness.ask({"seconds": self._seconds}))["times"]

    async def _calm(self) -> None:
        """Wait until the server has done with what the last abuse left behind."""
        every, most = CALMING
        for _ in range(round(most / every)):
            cpu = self._process.cpu_exactly()
            await asyncio.sleep(every)
            if self._process.cpu_exactly() - cpu <= CALM * every:
                return

    async def judge(self, abuse: Abuse, connections: int) -> Case:
        """Measured once, or three times."""
        case = await self.measure(abuse, connections)
        if case.kept:
            return case
        cases = [case]
        for _ in range(AGAIN):
            await self.quiet()
            cases.append(await self.measure(abuse, connections))
        return replace(middle(cases), measured=len(cases))

    async def measure(self, abuse: Abuse, connections: int) -> Case:
        """From an address of its own, which owes nothing yet."""
        self._addresses += 1
        source = f"127.0.{1 + self._addresses // 250}.{2 + self._addresses % 250}"
        seconds = self._seconds + SETTLING
        await self._calm()
        cpu, read = self._process.cpu(), self._process.bytes_read()
        self._abuser.tell({"abuse": abuse.name, "source": source, "connections": connections, "seconds": seconds})
        await asyncio.sleep(SETTLING)
        heard = await self._witness.ask({"seconds": self._seconds})
        told = await asyncio.to_thread(self._abuser.hear)
        if abuse.start and not told["accepted"]:
            raise RuntimeError(f"{abuse.name}: no handshake was accepted, so it was not this that was measured")
        spent = max(0.0, self._process.cpu() - cpu - self._usual * seconds)
        taken = max(0, round(self._process.bytes_read() - read - self._usual_bytes * seconds))
        messages = told["connections"] if abuse.tactic is Tactic.CHURN else taken * abuse.messages / told["piece"]
        return Case(abuse.name, connections, seconds, spent, taken, messages, heard["times"], heard["work"])


def middle(cases: Sequence[Case]) -> Case:
    return sorted(cases, key=lambda case: case.late)[len(cases) // 2]


async def measure(abuses: Sequence[Abuse], connections: Sequence[int], seconds: float) -> Found:
    with tempfile.TemporaryDirectory() as folder, ExitStack() as stack:
        process = stack.enter_context(started("bench.hostile.house_server", [folder]))
        per_move, finished, replay = await play_a_game(process, Path(folder))
        witness = stack.enter_context(helper("bench.hostile.witness", [str(process.pid), str(process.port)]))
        playing = (await witness.ask({}))["code"]
        ports = json.loads((Path(folder) / PORTS).read_text(encoding="utf-8"))
        target = {"ports": ports, "playing": playing, "finished": finished, "replay": str(replay)}
        abuser = stack.enter_context(helper("bench.hostile.abuser", [json.dumps(target)]))
        siege = Siege(process, witness, abuser, seconds)
        siege.found.per_move = per_move
        await siege.begin()
        cases = [(abuse, count) for abuse in abuses for count in connections]
        for number, (abuse, count) in enumerate(cases, start=1):
            if number % QUIET_EVERY == 0:
                await siege.quiet()
            case = await siege.judge(abuse, count)
            siege.found.cases.append(case)
            say(line(case, siege.found))
        return siege.found


async def play_a_game(process: Process, folder: Path) -> tuple[float, str, Path]:
    """What a move costs, the code of the game, and where its replay is."""
    async with aiohttp.ClientSession(f"http://127.0.0.1:{process.port}") as session:
        tally = Tally()
        game = GameToTheEnd(session, process, tally)
        cpu = process.cpu()
        await game.play()
        per_move = (process.cpu() - cpu) / tally.moves
        replay = folder / "replay.json"
        async with session.get(f"/api/tables/{game.code}/replay", raise_for_status=True) as answer:
            replay.write_bytes(await answer.read())
        return per_move, game.code, replay


def say(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


# ---------------------------------------------------------------- telling

WIDTHS = {"by": 3, "us/byte": 8, "us/message": 10, "moves": 6, "CPU": 5, "p50": 8, "p95": 8, "most": 8, "work": 8}
HEAD = f"{'abuse':<38}" + "".join(f" {name:>{width}}" for name, width in WIDTHS.items())


def table(found: Found) -> str:
    half, most = statistics.median(found.quiet), max(found.quiet)
    quiet = f"{half * 1e3:>5.1f} ms {late(found.quiet) * 1e3:>5.1f} ms {most * 1e3:>5.1f} ms"
    lines = [HEAD, f"{'nobody':<38} {0:>3} {'':>8} {'':>10} {'':>6} {'':>5} {quiet}"]
    lines.append(f"{'a move':<38} {'':>3} {'':>8} {found.per_move * 1e6:>10.0f} {1:>6.2f}")
    return "\n".join([*lines, *(line(case, found) for case in found.cases)])


def line(case: Case, found: Found) -> str:
    half, most = statistics.median(case.times), max(case.times)
    moves = case.per_message / found.per_move
    return (
        f"{case.abuse:<38} {case.connections:>3} {case.per_byte * 1e6:>8.3f} {case.per_message * 1e6:>10.1f} "
        f"{moves:>6.2f} {case.cpu / case.seconds:>5.0%} "
        f"{half * 1e3:>5.1f} ms {case.late * 1e3:>5.1f} ms {most * 1e3:>5.1f} ms"
        f" {late(case.work) * 1e3:>5.1f} ms"
        f"{'' if case.measured == 1 else f'  the middle of {case.measured}'}{'' if case.kept else '  !'}"
    )


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="bench hostile", description=__doc__)
    parser.add_argument("words", nargs="*", metavar="WORD", help="only abuses in whose name one of these stands")
    parser.add_argument("--scale", choices=("full", "ci"), default="full", help="all abuses, or some of each kind")
    parser.add_argument("--seconds", type=float, default=2.0, metavar="S", help="of each measurement (default 2)")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the figures to FILE as well")
    parser.add_argument("--check", action="store_true", help="exit with 1 when people have to wait too long")
    options = parser.parse_args(arguments)
    chosen = [abuse for abuse in ABUSES if options.scale == "full" or abuse.small]
    if options.words:
        chosen = [abuse for abuse in chosen if any(word in abuse.name for word in options.words)]
    if not chosen:
        parser.error("there is no such abuse: the names are " + ", ".join(abuse.name for abuse in ABUSES))
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        found = runner.run(measure(chosen, CONNECTIONS, options.seconds))
    print(table(found))
    if options.json:
        options.json.write_text(json.dumps(figures(found), indent=2) + "\n", encoding="utf-8")
    if not options.check:
        return 0
    shortfalls = found.shortfalls()
    print("\n" + "\n".join(shortfalls or ["All limits are kept."]))
    if found.busy:
        print("The machine is busy with something else: where pings took too long, the work of the server was judged.")
    return 1 if shortfalls else 0


def figures(found: Found) -> dict[str, object]:
    cases = {
        f"{case.abuse}, {case.connections}": {
            "microseconds per byte": case.per_byte * 1e6,
            "microseconds per message": case.per_message * 1e6,
            "p95 of a ping, milliseconds": case.late * 1e3,
        }
        for case in found.cases
    }
    return {"machine": machine(), "microseconds per move": found.per_move * 1e6, "cases": cases}
