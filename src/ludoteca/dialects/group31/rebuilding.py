"""The position of a game, rebuilt by a client from notifications alone, in the notation."""

from __future__ import annotations

from typing import Any

from ludoteca.rules.contract import SEAT_LETTERS
from ludoteca.rules.eriantys.engine import const
from ludoteca.rules.eriantys.notation import reading

from . import messages, positions
from .messages import FromServer
from .shapes import CardUse
from .spelling import Colour, counted

LASTING = (2, 4, 6, 8, 9)  # characters whose effect lasts until the end of the turn
AT_THE_END_OF_A_TURN = ("bag_empty", "no_assistants")


class Picture:
    """A game as a client knows it."""

    def __init__(self, started: messages.GameStarted) -> None:
        self.nicknames = [player.nickname for player in started.players]
        self.towers_left = {player.tower: player.towers_left for player in started.players}
        self.position = positions.position_of(started.table, started.players)
        # The tiles of each group, clockwise, by the islandID under which the server speaks of it.
        self.tiles = {island.island_id: [tile + 1 for tile in island.tiles] for island in started.table.islands}

    # ------------------------------------------------------------ where things are

    def letter(self, nickname: str) -> str:
        return SEAT_LETTERS[self.nicknames.index(nickname)]

    def board(self, nickname: str) -> dict[str, Any]:
        found: dict[str, Any] = self.position["boards"][self.letter(nickname)]
        return found

    @property
    def own_board(self) -> dict[str, Any]:
        """That of the current player."""
        found: dict[str, Any] = self.position["boards"][self.position["active"]]
        return found

    @property
    def current_player(self) -> str | None:
        active = self.position.get("active")
        return None if active is None else self.nicknames[SEAT_LETTERS.index(active)]

    def island(self, island_id: int) -> dict[str, Any]:
        found: dict[str, Any] = self.position["islands"][str(self.group(island_id)[0])]
        return found

    def group(self, island_id: int) -> list[int]:
        """The tiles of the island known by this id."""
        return self.tiles[island_id]

    # ------------------------------------------------------------ notifications

    def apply(self, told: FromServer) -> None:
        match told:
            case messages.CurrentPlayerChanged():
                self._turn(told)
            case messages.AssistantUsed():
                self._assistant(told.assistant)
            case messages.StudentToIslandMoved():
                self._leave_entrance(told.student)
                positions.add(self.island(told.island_id)["students"], told.student)
                self._moved()
            case messages.StudentToDiningRoomMoved():
                self._leave_entrance(told.student)
                positions.add(self.own_board["dining"], told.student)
                self._moved()
            case messages.ChangeProfessor():
                self.board(told.nickname)["professors"] = [colour.lower() for colour in told.professor_list]
            case messages.MotherNatureMoved():
                self.position["mother_nature"] = reading.destination(self.position, told.positions)[0]
                self._step("end" if self.position["clouds_short"] else "cloud")
            case messages.TowerOnIslandChanged():
                self.island(told.island_id)["tower"] = told.new_tower.lower()
            case messages.IslandsUnified():
                self._unify(told.island_id1, told.island_id2)
            case messages.StudentsTakenFromCloud():
                self._take_cloud(told.cloud_id)
            case messages.CloudFilled():
                self._fill(told)
            case messages.LastRound():
                self.position["last_round"] = True
            case messages.Winner():
                self._end(told.reason)
            case _:
                self._apply_added(told)

    def _apply_added(self, told: FromServer) -> None:
        match told:
            case messages.CharacterCardUsed():
                self._use(told)
            case messages.CoinsChanged():
                self.board(told.nickname)["coins"] = told.coins
                self.position["supply"] = told.supply
            case messages.CharacterCardChanged():
                self.position["characters"][str(told.character)] = positions.character(
                    told.character, told.used, told.students, told.no_entry_tiles
                )
                self.position |= {"bag": told.bag, "draws": told.draws}
            case messages.NoEntryTilesChanged():
                self._no_entry(told.island_id, told.no_entry_tiles)
            case messages.EntranceChanged():
                self.board(told.nickname)["entrance"] = counted(told.students)
            case messages.DiningRoomChanged():
                self.board(told.nickname)["dining"] = positions.dining(told.dining_room)
            case messages.StudentsOnIslandChanged():
                self.island(told.island_id)["students"] = counted(told.students)
            case messages.TowersLeftChanged():
                self.towers_left[told.tower] = told.towers_left

    # ------------------------------------------------------------ the course of the game

    def _turn(self, told: messages.CurrentPlayerChanged) -> None:
        assert told.next_player is not None
        active = self.letter(told.next_player)
        position = self.position
        if (active, told.phase) == (position.get("active"), position["phase"]):
            return  # after `GameStarted`, which has said it
        self._end_turn()
        if told.phase == "planning":
            if position["phase"] != "planning":
                for member in ("step", "moved", "assistants", "order"):
                    position.pop(member, None)
                position |= {"first_player": active, "played": []}
        elif position["phase"] == "planning":  # everybody has played an assistant
            played = position["played"]
            position |= {"played": [], "assistants": dict(played)}
            position["order"] = [letter for letter, _ in sorted(played, key=lambda pair: pair[1])]
        position |= {"phase": told.phase, "active": active}
        if told.step is not None:
            self._step(told.step)

    def _step(self, step: str) -> None:
        self.position["step"] = step
        self.position.pop("moved", None)
        if step == "students":
            self.position["moved"] = 0

    def _end_turn(self) -> None:
        if self.position["expert"]:
            self.position |= {"active_character": None, "character_used": False}

    def _assistant(self, value: int) -> None:
        active = self.position["active"]
        self.position["hands"][active].remove(value)
        self.position["played"].append([active, value])

    def _leave_entrance(self, student: Colour) -> None:
        entrance = self.own_board["entrance"]
        word = student.lower()
        entrance[word] -= 1
        if not entrance[word]:
            del entrance[word]

    def _moved(self) -> None:
        moved = self.position["moved"] + 1
        if moved == positions.per_turn(self.position):
            self._step("mother_nature")
        else:
            self.position["moved"] = moved

    def _take_cloud(self, cloud: int) -> None:
        students = self.position["clouds"][cloud]
        self.position["clouds"][cloud] = {}
        entrance = self.own_board["entrance"]
        for word, count in students.items():
            entrance[word] = entrance.get(word, 0) + count

    def _fill(self, told: messages.CloudFilled) -> None:
        if told.cloud_id == 0:
            self.position["clouds_short"] = False
        self.position["clouds"][told.cloud_id] = counted(told.students)
        self.position["clouds_short"] |= len(told.students) < positions.per_turn(self.position)
        self.position |= {"bag": told.bag, "draws": told.draws}

    def _end(self, reason: str) -> None:
        """The rules have ended the game. When people end it, the table stays as it is."""
        if reason not in ("alone", "resigned"):
            if reason in AT_THE_END_OF_A_TURN:
                self._end_turn()
            for member in ("step", "moved", "active"):
                self.position.pop(member, None)
            self.position["phase"] = "over"

    # ------------------------------------------------------------ islands

    def _unify(self, stays: int, goes: int) -> None:
        position = self.position
        one, other = self.tiles[stays], self.tiles.pop(goes)
        islands = position["islands"]
        here, there = islands.pop(str(one[0])), islands.pop(str(other[0]))
        for word, count in there["students"].items():
            here["students"][word] = here["students"].get(word, 0) + count
        if "no_entry" in there:
            here["no_entry"] = here.get("no_entry", 0) + there["no_entry"]
        whole = [*one, *other] if one[-1] % const.ISLANDS + 1 == other[0] else [*other, *one]
        self.tiles[stays] = whole
        islands[str(whole[0])] = here
        position["groups"] = sorted(group for group in self.tiles.values() if len(group) > 1)
        if position["mother_nature"] in whole:
            position["mother_nature"] = whole[0]

    def _no_entry(self, island_id: int, count: int) -> None:
        island = self.island(island_id)
        island.pop("no_entry", None)
        if count:
            island["no_entry"] = count

    # ------------------------------------------------------------ characters

    def _use(self, told: messages.CharacterCardUsed) -> None:
        position = self.position
        position["character_used"] = True
        position.pop("unfinished", None)
        if not told.finished:
            use = CardUse(
                character=told.character,
                student=told.student,
                island_id=told.island_id,
                students_from=told.students_from,
                students_to=told.students_to,
            )
            position["unfinished"] = positions.unfinished(use)
        elif told.character in LASTING:
            position["active_character"] = positions.active(told.character, told.student)
