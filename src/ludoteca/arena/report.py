"""The results of a contest for people (a table) and for programs."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any

from .contest import Contest, Played
from .elo import Rating, ratings
from .scores import Effort, Interval, Tally, efforts, tallies

NOTHING = "-"
TITLES = {"eriantys": "Eriantys", "masters": "Masters of Renaissance"}
SEPARATOR = "  "
LEFT_ALIGNED = ("bot", "against", "among")


@dataclass(frozen=True)
class Report:
    contest: Contest
    names: Sequence[str]  # of the contestants
    tallies: Sequence[Tally]
    efforts: Sequence[Effort]
    ratings: Sequence[Rating] | None
    left_out: int  # games of deals that are not whole

    def opponents(self, tally: Tally) -> str:
        """The second contestant, or the game itself."""
        if tally.second is None:
            return "Lorenzo"
        name = self.names[tally.second]
        return name if self.contest.places == 2 else f"{self.contest.places - 1} x {name}"

    @property
    def title(self) -> str:
        contest = self.contest
        if contest.alone:
            players = "alone"
        elif len(contest.sides) < contest.players:
            players = f"{len(contest.sides)} teams"
        else:
            players = f"{contest.players} players"
        mode = ", expert" if contest.expert else ""
        return f"{TITLES[contest.game]}, {players}{mode}, seed {contest.seed}"


def report(contest: Contest, names: Sequence[str], games: Collection[Played]) -> Report:
    found = tallies(contest, games)
    left_out = len(games) - sum(tally.games for tally in found)
    return Report(contest, distinct(names), found, efforts(contest, games), ratings(contest, games), left_out)


def distinct(names: Sequence[str]) -> list[str]:
    """A bot that plays against itself is told apart from itself."""
    return [
        name if names[:place].count(name) == 0 else f"{name}#{names[:place].count(name) + 1}"
        for place, name in enumerate(names)
    ]


# ---------------------------------------------------------------- for people


def text(report: Report) -> str:
    parts = [report.title, pairing_table(report), bot_table(report)]
    if report.left_out:
        games, their = ("game", "its") if report.left_out == 1 else ("games", "their")
        parts.append(f"Left out: {report.left_out} {games}, because {their} deal is not played from every side yet.")
    return "\n\n".join(parts)


def pairing_table(report: Report) -> str:
    contest = report.contest
    fair = contest.fair_share
    crowd = contest.places > 2
    heading = ["bot", "among" if crowd else "against", "games", "won"]
    heading += [] if contest.alone else ["drawn"]
    heading += ["lost", "share", "95 % interval"]
    heading += ["fair share"] if crowd else []
    rows = []
    for tally in report.tallies:
        row = [report.names[tally.first], report.opponents(tally), f"{tally.games:,}", f"{tally.won:,}"]
        row += [] if contest.alone else [f"{tally.drawn:,}"]
        row += [f"{tally.lost:,}", percent(tally.share), percents(tally.interval)]
        row += [percent(fair)] if crowd else []
        rows.append(row)
    return aligned([heading, *rows])


def bot_table(report: Report) -> str:
    rated = report.ratings
    heading = ["bot", "decisions", "ms each"]
    heading += ["Elo", "95 % interval"] if rated else []
    rows = []
    for number, (name, effort) in enumerate(zip(report.names, report.efforts, strict=True)):
        spent = effort.milliseconds
        row = [name, f"{effort.decisions:,}", NOTHING if spent is None else f"{spent:.3g}"]
        if rated:
            rating = rated[number]
            low, high = rating.interval
            row += [f"{rating.points:+.0f}", f"{low:+.0f} to {high:+.0f}"]
        rows.append(row)
    return aligned([heading, *rows])


def percent(share: float | None) -> str:
    return NOTHING if share is None else f"{share:.1%}".replace("%", " %")


def percents(interval: Interval | None) -> str:
    return NOTHING if interval is None else f"{interval[0] * 100:.1f} - {interval[1] * 100:.1f} %"


def aligned(rows: Sequence[Sequence[str]]) -> str:
    """Words to the left, numbers to the right."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = []
    for row in rows:
        cells = [
            f"{cell:<{width}}" if heading in LEFT_ALIGNED else f"{cell:>{width}}"
            for heading, cell, width in zip(rows[0], row, widths, strict=True)
        ]
        lines.append(SEPARATOR.join(cells).rstrip())
    return "\n".join(lines)


# ---------------------------------------------------------------- for programs


def as_json(report: Report) -> dict[str, Any]:
    contest = report.contest
    rated = report.ratings
    return {
        "game": contest.game,
        "players": contest.players,
        "expert": contest.expert,
        "seed": contest.seed,
        "fair_share": contest.fair_share,
        "pairings": [
            {
                "bot": report.names[tally.first],
                "against": None if tally.second is None else report.names[tally.second],
                "games": tally.games,
                "won": tally.won,
                "drawn": tally.drawn,
                "lost": tally.lost,
                "share": tally.share,
                "interval": tally.interval,
            }
            for tally in report.tallies
        ],
        "bots": [
            {
                "bot": name,
                "decisions": effort.decisions,
                "seconds": round(effort.seconds, 6),
                "elo": None if rated is None else rated[number].points,
                "elo_interval": None if rated is None else rated[number].interval,
            }
            for number, (name, effort) in enumerate(zip(report.names, report.efforts, strict=True))
        ],
        "left_out": report.left_out,
    }
