"""Which layout of the depots takes most of what comes from the market (§5).

What is stored can be laid out anew at any time, so only what is kept matters, not where it lies. The search thinks
about what to discard when not everything fits; where to lay the rest is computed here.
"""

from __future__ import annotations

from ludoteca.rules.arrays import Grid, grid, row
from ludoteca.rules.masters.engine import const as rules
from ludoteca.rules.masters.engine import storage
from ludoteca.rules.masters.engine.state import State

from ..judge import Judge
from ..network import Network
from . import const

INTERPRETED = __file__.endswith(".py")


class Storing(Judge):
    def __init__(self, network: Network) -> None:
        Judge.__init__(self, network)
        self.state: State
        self.kept: int = 0  # of what comes, in the best layout
        self.layouts: int = 0  # that hold what is stored
        if INTERPRETED:  # pragma: no branch  # compiled, the arrays are there from birth
            self.layout: list[int] = row(rules.DEPOTS)  # resource in each depot
            self.special: list[int] = row(rules.RESOURCES)  # places in leader depots
            self.coming: list[int] = row(rules.RESOURCES)
            self.spare: list[int] = row(rules.RESOURCES)  # them less what is stored
            self.worth: list[int] = row(rules.RESOURCES)  # of one more
            self.rooms: Grid = grid(const.LAYOUTS, rules.RESOURCES)  # for more, in each of these layouts
            self.contents: Grid = grid(const.LAYOUTS, rules.DEPOTS)  # resource in each of their depots

    def find_special(self) -> None:
        """Of the seat to decide: its leader depots, and what they leave for the basic ones."""
        seat = self.state.seat
        for resource in range(rules.RESOURCES):
            self.special[resource] = 0
        for depot in range(rules.DEPOTS, rules.ALL_DEPOTS):
            resource = self.state.depot_kind[seat][depot]
            if resource >= 0:
                self.special[resource] += rules.LEADER_DEPOT_SLOTS
        for resource in range(rules.RESOURCES):
            self.spare[resource] = self.special[resource] - self.state.stored[seat][resource]

    def find_layout(self, current: int) -> None:
        """The layout that holds what is stored and takes most of what is `coming`, above all one `current` resource.

        What one has least of counts a little more; where all is equal, things stay where they are.
        """
        seat = self.state.seat
        for resource in range(rules.RESOURCES):
            self.worth[resource] = 4 * (const.WORTH - min(self.state.total[seat][resource], const.MOST_TOTAL))
        best = -1
        self.kept = 0
        self.find_layouts()
        for layout in range(self.layouts):
            kept = 0
            worth = 0
            for resource in range(rules.RESOURCES):
                more = min(self.coming[resource], self.rooms[layout][resource])
                kept += more
                worth += more * self.worth[resource]
                if resource == current and more > 0:
                    worth += const.BONUS
            for depot in range(rules.DEPOTS):
                if self.state.depot_kind[seat][depot] == self.contents[layout][depot]:
                    worth += 1
            if worth > best:
                best = worth
                self.kept = kept
                for depot in range(rules.DEPOTS):
                    self.layout[depot] = self.contents[layout][depot]

    def find_layouts(self) -> None:
        """All layouts that hold what is stored: their contents, and the room that they have for more."""
        self.layouts = 0
        for three in range(rules.RESOURCES):
            if self.spare[three] < -3:
                continue
            for two in range(rules.RESOURCES):
                if two == three or self.spare[two] < -2:
                    continue
                for one in range(rules.RESOURCES):
                    if one in (two, three) or self.spare[one] < -1:
                        continue
                    left = 6 - one - two - three
                    if self.spare[left] >= 0:
                        self.rooms[self.layouts][one] = self.spare[one] + 1
                        self.rooms[self.layouts][two] = self.spare[two] + 2
                        self.rooms[self.layouts][three] = self.spare[three] + 3
                        self.rooms[self.layouts][left] = self.spare[left]
                        self.contents[self.layouts][0] = one
                        self.contents[self.layouts][1] = two
                        self.contents[self.layouts][2] = three
                        self.layouts += 1

    def roomiest(self) -> int:
        """The layout that takes most of what is `coming`; so much is `kept`."""
        best = 0
        self.kept = -1
        for layout in range(self.layouts):
            kept = min(self.coming[0], self.rooms[layout][0]) + min(self.coming[1], self.rooms[layout][1])
            kept += min(self.coming[2], self.rooms[layout][2]) + min(self.coming[3], self.rooms[layout][3])
            if kept > self.kept:
                self.kept = kept
                best = layout
        return best

    def find_coming(self) -> int:
        """What is still to be placed, into `coming`; how many."""
        for resource in range(rules.RESOURCES):
            self.coming[resource] = 0
        for i in range(self.state.place, self.state.taken_count):
            self.coming[self.state.taken[i]] += 1
        return self.state.taken_count - self.state.place

    def sift_places(self) -> int:
        """Placing: lay it down, or discard it where not everything fits, or both are worth a thought."""
        resource = self.state.taken[self.state.place]
        coming = self.find_coming()
        self.find_special()
        self.find_layout(resource)
        action = self.storing_step(resource)
        self.state.actions[0] = action
        if action == rules.DISCARD or self.kept == coming:
            return 1
        self.state.actions[1] = rules.DISCARD
        return 2

    def storing_step(self, resource: int) -> int:
        """The next decision towards keeping a resource in the layout that was found."""
        seat = self.state.seat
        depot = rules.NOBODY
        for i in range(rules.DEPOTS):
            if self.layout[i] == resource:
                depot = i
        if self.state.stored[seat][resource] >= self.special[resource] + depot + 1:
            return rules.DISCARD
        leaders = storage.leader_depot_of(self.state, seat, resource)
        if leaders >= 0 and self.state.depot_held[seat][leaders] < rules.LEADER_DEPOT_SLOTS:
            return rules.PLACE + leaders
        if depot >= 0:
            if self.state.depot_kind[seat][depot] == resource and self.state.depot_held[seat][depot] <= depot:
                return rules.PLACE + depot
            if self.state.depot_held[seat][depot] == 0 and storage.depot_of(self.state, seat, resource) < 0:
                return rules.PLACE + depot
        return rules.ARRANGE if storage.arrangeable(self.state, seat) else rules.DISCARD

    def sift_contents(self, count: int) -> int:
        """Laying out anew: the depot's part of the layout that was in mind."""
        seat = self.state.seat
        depot = self.state.depot
        current = rules.NOBODY
        for resource in range(rules.RESOURCES):
            self.coming[resource] = 0
        if self.state.before == rules.PLACING:
            self.find_coming()
            current = self.state.taken[self.state.place]
        self.find_special()
        self.find_layout(current)
        resource = self.layout[depot]
        units = min(self.state.stored[seat][resource], depot + 1)
        wanted = rules.FILL
        if units > 0:
            wanted = rules.FILL + 1 + resource * rules.DEPOTS + units - 1
        found = count - 1
        for i in range(count):
            if self.state.actions[i] == wanted:
                found = i
        self.state.actions[0] = self.state.actions[found]
        return 1
