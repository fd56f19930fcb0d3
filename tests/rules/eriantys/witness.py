"""Somebody who sees the table once and then only hears the events: what he knows must stay what `view` says."""

from collections import Counter
from collections.abc import Mapping
from typing import Any

from ludoteca.rules.eriantys.notation import events
from ludoteca.rules.events import Drawn

LETTERS = "ABCD"
ISLANDS = 12
WITHOUT_CHOICES = (2, 4, 6, 8)
FIRST_CHOICES = {1: "from_card", 3: "island", 5: "island", 7: "from_card", 9: "colour", 10: "from_entrance"}


def plus(counts: Mapping[str, int], more: Mapping[str, int], sign: int = 1) -> dict[str, int]:
    total = Counter(counts)
    for name, number in more.items():
        total[name] += sign * number
    assert all(number >= 0 for number in total.values()), (counts, more)
    order = ("green", "red", "yellow", "pink", "blue")
    return {name: total[name] for name in order if total[name]}


class Witness:
    def __init__(self, view: dict[str, Any]) -> None:
        self.view = view
        self.per_turn = 4 if view["players"] == 3 else 3
        self.swapping = 0
        self.over = False

    # Small ways of naming things

    def board(self, seat: int) -> dict[str, Any]:
        board: dict[str, Any] = self.view["boards"][LETTERS[seat]]
        return board

    def move(self, seat: int, room: str, students: Mapping[str, int], sign: int = 1) -> None:
        self.board(seat)[room] = plus(self.board(seat)[room], students, sign)

    def groups(self) -> list[list[int]]:
        joined = [list(group) for group in self.view["groups"]]
        inside = {tile for group in joined for tile in group}
        return sorted(joined + [[tile] for tile in range(1, ISLANDS + 1) if tile not in inside])

    def island(self, tile: int) -> dict[str, Any]:
        island: dict[str, Any] = self.view["islands"][str(tile)]
        return island

    # Hearing

    def hear(self, event: Any) -> None:
        getattr(self, type(event).__name__)(event)

    def Drawn(self, event: Drawn) -> None:
        self.view["draws"] = event.counter + 1

    def RoundStarted(self, event: events.RoundStarted) -> None:
        self.view |= {"phase": "planning", "first_player": LETTERS[event.first_player], "played": []}
        for key in ("assistants", "order", "step"):
            del self.view[key]
        self.view["clouds_short"] = False

    def CloudFilled(self, event: events.CloudFilled) -> None:
        before = self.view["clouds"][event.cloud - 1]
        self.view["bag"] -= sum(event.students.values()) - sum(before.values())
        self.view["clouds"][event.cloud - 1] = dict(event.students)
        if sum(event.students.values()) < self.per_turn:
            self.view["clouds_short"] = True

    def AssistantPlayed(self, event: events.AssistantPlayed) -> None:
        self.view["hands"][LETTERS[event.seat]].remove(event.value)
        self.view["played"].append([LETTERS[event.seat], event.value])
        assert event.steps == -(-event.value // 2)

    def TurnStarted(self, event: events.TurnStarted) -> None:
        self.view["active"] = LETTERS[event.seat]
        if event.phase == "action":
            if self.view["phase"] == "planning":
                played = self.view["played"]
                self.view["assistants"] = dict(sorted(played))
                self.view["order"] = [letter for letter, _ in sorted(played, key=lambda pair: pair[1])]
                self.view["played"] = []
            self.view |= {"phase": "action", "step": "students", "moved": 0}

    def count_move(self) -> None:
        self.view["moved"] += 1
        if self.view["moved"] == self.per_turn:
            del self.view["moved"]
            self.view["step"] = "mother_nature"

    def StudentToDining(self, event: events.StudentToDining) -> None:
        self.move(event.seat, "dining", {event.colour: 1})
        assert self.board(event.seat)["dining"][event.colour] == event.seated
        if event.source == "entrance":
            self.move(event.seat, "entrance", {event.colour: 1}, -1)
            self.count_move()

    def StudentToIsland(self, event: events.StudentToIsland) -> None:
        island = self.island(event.tile)
        island["students"] = plus(island["students"], {event.colour: 1})
        if event.source == "entrance":
            self.move(event.seat, "entrance", {event.colour: 1}, -1)
            self.count_move()

    def ProfessorMoved(self, event: events.ProfessorMoved) -> None:
        if event.former is not None:
            self.board(event.former)["professors"].remove(event.colour)
        else:
            assert all(event.colour not in board["professors"] for board in self.view["boards"].values())
        held = {*self.board(event.seat)["professors"], event.colour}
        self.board(event.seat)["professors"] = [c for c in ("green", "red", "yellow", "pink", "blue") if c in held]

    def CoinsChanged(self, event: events.CoinsChanged) -> None:
        self.board(event.seat)["coins"] = event.coins
        self.view["supply"] = event.supply

    def MotherNatureMoved(self, event: events.MotherNatureMoved) -> None:
        firsts = [group[0] for group in self.groups()]
        start = firsts.index(self.view["mother_nature"])
        assert event.tile == firsts[(start + event.steps) % len(firsts)]
        self.view["mother_nature"] = event.tile
        self.view["step"] = "end" if self.view["clouds_short"] else "cloud"

    def InfluenceComputed(self, event: events.InfluenceComputed) -> None:
        assert event.owner == self.island(event.tile).get("tower")
        ahead = [side for side in range(3) if event.influence[side] == max(event.influence)]
        if len(ahead) == 1:
            assert event.strongest == ("white", "black", "grey")[ahead[0]]
        else:
            assert event.strongest is None

    def TowersChanged(self, event: events.TowersChanged) -> None:
        island = self.island(event.tile)
        assert island.get("tower") == event.former
        island["tower"] = event.tower
        size = next(len(group) for group in self.groups() if group[0] == event.tile)
        assert event.tiles == size

    def IslandsJoined(self, event: events.IslandsJoined) -> None:
        groups = self.groups()
        one = next(group for group in groups if group[0] == event.tile)
        two = next(group for group in groups if group[0] == event.other)
        assert len(one) + len(two) == event.tiles
        self.view["groups"] = sorted(g for g in [*groups, one + two] if len(g) > 1 and g not in (one, two))
        gone = self.view["islands"].pop(str(event.other))
        island = self.island(event.tile)
        island["students"] = plus(island["students"], gone["students"])
        if "no_entry" in gone:
            island["no_entry"] = island.get("no_entry", 0) + gone["no_entry"]
        if self.view["mother_nature"] == event.other:
            self.view["mother_nature"] = event.tile

    def NoEntryPlaced(self, event: events.NoEntryPlaced | events.NoEntryUsed) -> None:
        self.island(event.tile).pop("no_entry", None)
        if event.on_island:
            self.island(event.tile)["no_entry"] = event.on_island
        self.view["characters"]["5"]["no_entry"] = event.on_card

    NoEntryUsed = NoEntryPlaced

    def CloudTaken(self, event: events.CloudTaken) -> None:
        assert self.view["clouds"][event.cloud - 1] == event.students
        self.move(event.seat, "entrance", event.students)
        self.view["clouds"][event.cloud - 1] = {}

    def CharacterPlayed(self, event: events.CharacterPlayed) -> None:
        self.view["characters"][str(event.number)]["used"] = True
        self.view["character_used"] = True
        assert event.price == (event.number - 1) % 3 + 2
        assert event.paid in (event.price - 1, event.price)
        if event.number in WITHOUT_CHOICES:
            self.view["active_character"] = {"number": event.number}
        else:
            action: dict[str, Any] = {"do": "play_character", "number": event.number}
            if event.number == 7:
                action |= {"from_card": [], "from_entrance": []}
            if event.number == 10:
                action |= {"from_entrance": [], "from_dining": []}
            self.view["unfinished"] = {"action": action, "decisions": [86 + event.number]}

    def ChoiceMade(self, event: events.ChoiceMade) -> None:
        unfinished = self.view["unfinished"]
        action, number = unfinished["action"], unfinished["action"]["number"]
        if number in (7, 10):
            action[event.what].append(event.value)
        elif event.what != "island" and number == 1:
            action["colour"] = event.value
        else:
            del self.view["unfinished"]
            return
        colours = ("green", "red", "yellow", "pink", "blue")
        unfinished["decisions"].append(99 + colours.index(str(event.value)))

    def StudentsSwapped(self, event: events.StudentsSwapped) -> None:
        self.view.pop("unfinished", None)
        self.move(event.seat, "entrance", {event.given: 1}, -1)
        self.move(event.seat, "entrance", {event.taken: 1})
        if event.source == "dining":
            self.move(event.seat, "dining", {event.taken: 1}, -1)

    def CharacterChanged(self, event: events.CharacterChanged) -> None:
        card = self.view["characters"][str(event.number)]
        if event.number != 7:  # one went, perhaps one came from the bag
            self.view["bag"] -= sum(event.students.values()) - (sum(card["students"].values()) - 1)
        card["students"] = dict(event.students)

    def StudentsReturned(self, event: events.StudentsReturned) -> None:
        self.move(event.seat, "dining", {event.colour: event.count}, -1)
        self.view["bag"] += event.count

    def ColourIgnored(self, event: events.ColourIgnored) -> None:
        self.view["active_character"] = {"number": 9, "colour": event.colour}

    def LastRound(self, event: events.LastRound) -> None:
        assert event.why in ("bag_empty", "no_assistants")
        assert not self.view["last_round"]
        self.view["last_round"] = True

    def TurnEnded(self, event: events.TurnEnded) -> None:
        assert self.view["active"] == LETTERS[event.seat]
        if self.view["expert"]:
            self.view |= {"active_character": None, "character_used": False}

    def GameEnded(self, event: events.GameEnded) -> None:
        self.over = True
        self.winners = event.winners
        self.view["phase"] = "over"
        for key in ("active", "step", "moved"):
            self.view.pop(key, None)
