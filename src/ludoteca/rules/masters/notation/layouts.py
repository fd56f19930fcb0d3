"""Storage layouts and payments as JSON actions name them: read, checked against the rules, turned into small
decisions.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ludoteca.rules.notation import Reader

from ..engine import const, storage
from . import names
from .refusals import Refusal, malformed, refuse

if TYPE_CHECKING:
    from ..engine.engine import Engine

MOST = 99  # of a resource in one place: what does not fit is refused by the rules, what is absurd by the notation


class Layout:
    """A complete layout of warehouse and leader depots."""

    def __init__(self, depots: list[list[int]], leader_depots: list[int]) -> None:
        self.depots = depots  # of one, two and three slots: counts by resource
        self.leader_depots = leader_depots

    @classmethod
    def read(cls, reader: Reader) -> Layout:
        return cls(*read_depots(reader))

    @classmethod
    def of(cls, game: Engine) -> Layout:
        """What the deciding seat has now."""
        depots = [[0] * const.RESOURCES for _ in range(const.ALL_DEPOTS)]
        held = game.depot_held[game.seat]
        for depot, resource in enumerate(game.depot_kind[game.seat]):
            if held[depot]:
                depots[depot][resource] = held[depot]
        return cls(depots[: const.DEPOTS], [a + b for a, b in zip(*depots[const.DEPOTS :], strict=True)])

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Layout) and vars(self) == vars(other)

    __hash__ = None  # type: ignore[assignment]

    def basic(self, resource: int) -> int:
        return sum(depot[resource] for depot in self.depots)

    def count(self, resource: int) -> int:
        return self.basic(resource) + self.leader_depots[resource]

    def check(self, game: Engine, needed: list[int]) -> None:
        """Refuse what breaks the rules of the depots (§5.2, §7.2), then what is not exactly the resources needed."""
        for depot, counts in enumerate(self.depots):
            types = [resource for resource, count in enumerate(counts) if count]
            if len(types) > 1:
                raise illegal(f"depot {depot + 1} holds one type")
            if sum(counts) > depot + 1:
                raise illegal(f"depot {depot + 1} has {depot + 1} slots")
        for resource, name in enumerate(names.RESOURCES):
            if sum(depot[resource] > 0 for depot in self.depots) > 1:
                raise illegal(f"{name} lies in two depots")
            has_depot = storage.leader_depot_of(game, game.seat, resource) != const.NOBODY
            if self.leader_depots[resource] > (const.LEADER_DEPOT_SLOTS if has_depot else 0):
                raise illegal(f"there is no leader depot for so many of {name}")
        for resource, name in enumerate(names.RESOURCES):
            if self.count(resource) != needed[resource]:
                raise refuse(Refusal.WRONG_RESOURCES, resource=name, given=self.count(resource), need=needed[resource])

    def holds(self, other: Layout) -> bool:
        """Whether every place has at least what it has in the other layout."""
        return all(
            a >= b
            for mine, others in zip(
                [*self.depots, self.leader_depots], [*other.depots, other.leader_depots], strict=True
            )
            for a, b in zip(mine, others, strict=True)
        )

    def part(self, counts: list[int]) -> Layout:
        """So many of each resource, lying where they lie in this layout, in basic depots first."""
        first = [min(counts[resource], self.basic(resource)) for resource in range(const.RESOURCES)]
        depots = [[first[resource] if count else 0 for resource, count in enumerate(depot)] for depot in self.depots]
        return Layout(depots, [counts[resource] - first[resource] for resource in range(const.RESOURCES)])

    def content(self, depot: int) -> int:
        """The number of the FILL that lays a basic depot."""
        for resource, count in enumerate(self.depots[depot]):
            if count:
                return 1 + resource * const.DEPOTS + count - 1
        return 0

    def place_missing(self, present: Layout, game: Engine, resource: int) -> int:
        """The decision that places one more of a resource, the basic depot first."""
        for depot in range(const.DEPOTS):
            if self.depots[depot][resource] > present.depots[depot][resource]:
                return const.PLACE + depot
        return const.PLACE + storage.leader_depot_of(game, game.seat, resource)


def illegal(problem: str) -> Exception:
    return refuse(Refusal.LAYOUT_ILLEGAL, problem=problem)


def read_depots(reader: Reader) -> tuple[list[list[int]], list[int]]:
    depots = [[0] * const.RESOURCES for _ in range(const.DEPOTS)]
    for number, value in reader.numbered("warehouse", 1, const.DEPOTS).items():
        inside = Reader({str(number): value}, reader.at("warehouse"), malformed)
        depots[number - 1] = inside.counts(str(number), names.RESOURCES, MOST)
    leader_depots = reader.counts("leader_depots", names.RESOURCES, MOST, {})
    return depots, leader_depots


def arrange(trial: Engine, layout: Layout) -> list[int]:
    """Lay out anew on the trial, by the decisions that are returned; none if it is laid out like that already."""
    if Layout.of(trial) == layout and not storage.arrangeable(trial, trial.seat):
        return []
    decisions = [const.ARRANGE]
    trial.apply(const.ARRANGE)
    while trial.step == const.FILLING:
        decisions.append(const.FILL + layout.content(trial.depot))
        trial.apply(decisions[-1])
    return decisions


class Payment:
    """What is paid from where: by resource, from the warehouse, the leader depots, the strongbox."""

    def __init__(self, reader: Reader | None) -> None:
        self.given = reader is not None
        if reader is not None:
            self.depots, self.leader_depots = read_depots(reader)
            self.strongbox = reader.counts("strongbox", names.RESOURCES, MOST * const.POWERS, {})
            reader.finish()

    @classmethod
    def read(cls, action: Reader) -> Payment:
        return cls(action.inner("pay") if action.has("pay") else None)

    def plan(self, game: Engine, owed: list[int]) -> list[list[int]]:
        """How many of each resource come from each source, or a refusal."""
        for resource, name in enumerate(names.RESOURCES):
            have = game.total[game.seat][resource]
            if owed[resource] > have:
                raise cannot_pay(f"{owed[resource]} {name} are needed, you have {have}")
        if not self.given:
            return [default_sources(game, resource, owed[resource]) for resource in range(const.RESOURCES)]
        for resource, name in enumerate(names.RESOURCES):
            paid = sum(depot[resource] for depot in self.depots)
            paid += self.leader_depots[resource] + self.strongbox[resource]
            if paid != owed[resource]:
                raise refuse(Refusal.WRONG_PAYMENT, need=owed[resource], resource=name, given=paid)
        return [self._sources(game, resource) for resource in range(const.RESOURCES)]

    def _sources(self, game: Engine, resource: int) -> list[int]:
        held = storage.depot_of(game, game.seat, resource)
        for depot, counts in enumerate(self.depots):
            if counts[resource] and (depot != held or counts[resource] > game.depot_held[game.seat][depot]):
                raise not_there(counts[resource], resource, f"depot {depot + 1}")
        for source, counts in ((const.LEADER_DEPOT, self.leader_depots), (const.STRONGBOX, self.strongbox)):
            if counts[resource] > storage.available(game, game.seat, resource, source):
                raise not_there(counts[resource], resource, names.SOURCES[source])
        from_depots = sum(depot[resource] for depot in self.depots)
        return [from_depots, self.leader_depots[resource], self.strongbox[resource]]


def cannot_pay(problem: str) -> Exception:
    return refuse(Refusal.CANNOT_PAY, problem=problem)


def not_there(count: int, resource: int, place: str) -> Exception:
    return refuse(Refusal.NOT_IN_STORE, count=count, resource=names.RESOURCES[resource], place=place)


def default_sources(game: Engine, resource: int, owed: int) -> list[int]:
    """Depots, then leader depots, then the strongbox [RULING 24]."""
    sources = []
    for source in range(const.SOURCES):
        sources.append(min(owed, storage.available(game, game.seat, resource, source)))
        owed -= sources[-1]
    return sources


def pay(trial: Engine, plan: list[list[int]]) -> list[int]:
    """Pay on the trial as planned, by the decisions that are returned; what leaves no choice asks for none."""
    decisions: list[int] = []
    while trial.step == const.PAYING:
        paid = trial.paid[trial.paying]
        source = next(source for source in range(const.SOURCES) if plan[trial.paying][source] > paid[source])
        decisions.append(const.PAY_FROM + source)
        trial.apply(decisions[-1])
    return decisions
