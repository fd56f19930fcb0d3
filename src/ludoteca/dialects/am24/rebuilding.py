"""The table as a client knows it: the whole view once, then part after part; and as a position of the notation."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from ludoteca.rules.contract import SEAT_LETTERS
from ludoteca.rules.eriantys.engine import const
from ludoteca.rules.eriantys.notation import names
from ludoteca.rules.eriantys.notation.describing import colour_choice
from ludoteca.rules.notation import sparse

from . import messages
from .messages import FromServer
from .shapes import Color, Owed, VirtualCharacter, VirtualIsland, VirtualPlayer, VirtualView

Json = dict[str, Any]
WORDS = {"PLANNING": "planning", "ACTION": "action", "OVER": "over"}


class Picture:
    """What the client has been shown."""

    def __init__(self, view: VirtualView) -> None:
        self.world = list(view.virtual_world)
        self.players = list(view.virtual_players)
        self.clouds = list(view.virtual_clouds)
        self.professors = view.virtual_profs
        self.characters = list(view.virtual_characters)
        self.coins = view.virtual_coins
        self.mother_nature = view.mn_pos
        self.turn = view.virtual_turn

    def update(self, message: FromServer) -> None:
        """Put in a part that has changed."""
        match message:
            case messages.UpdateIsland():
                self.world[message.index] = message.island
            case messages.UpdateWorld():
                self.world = list(message.islands)
            case messages.UpdateMN():
                self.mother_nature = message.index
            case messages.UpdateProfs():
                self.professors = message.profs
            case messages.UpdatePlayer():
                self.players[message.index] = message.player
            case messages.UpdateCoins():
                self.coins = message.coins
            case messages.ReplaceCloud():
                self.clouds[message.index] = message.cloud
            case messages.ReplaceCharacter():
                self.characters[message.index] = message.character
            case messages.UpdateActiveCharacter():
                before = self.characters[message.index]
                color = before.color if message.active else None  # what CHAR9 ignored counts again
                self.characters[message.index] = msgspec.structs.replace(before, active=message.active, color=color)
            case messages.UpdateTurn():
                self.turn = message.turn

    # ------------------------------------------------------------ in the notation

    def position(self) -> Json:
        """As `TableView.game` has it."""
        turn = self.turn
        position: Json = {
            "game": "eriantys",
            "players": len(self.players),
            "expert": turn.expert,
            "draws": turn.draws,
            **self._course(),
            **self._islands(),
            "boards": {SEAT_LETTERS[number]: self._board(player) for number, player in enumerate(self.players)},
            "clouds": [counts(cloud.students) for cloud in self.clouds],
            "bag": turn.bag,
        }
        if turn.expert:
            position |= self._expert()
        position |= {"last_round": turn.last_round, "clouds_short": turn.clouds_short}
        if turn.owed is not None:
            position["unfinished"] = unfinished(turn.owed)
        return position

    def _letter(self, nickname: str) -> str:
        return SEAT_LETTERS[[player.nickname for player in self.players].index(nickname)]

    def _course(self) -> Json:
        turn = self.turn
        first = self._letter(turn.first_player)
        hands = {
            SEAT_LETTERS[number]: [card.turn for card in player.virtual_hand.cards]
            for number, player in enumerate(self.players)
        }
        played = {
            SEAT_LETTERS[number]: player.virtual_last_assistant.turn
            for number, player in enumerate(self.players)
            if player.virtual_last_assistant is not None
        }
        course: Json = {"phase": WORDS[turn.phase]}
        if turn.step is not None:
            course["step"] = turn.step.lower()
        if turn.step == "STUDENTS":
            course["moved"] = turn.moved
        course |= {"first_player": first, "hands": hands}
        if turn.phase == "PLANNING":
            start = SEAT_LETTERS.index(first)
            clockwise = [SEAT_LETTERS[(start + i) % len(self.players)] for i in range(len(self.players))]
            course["played"] = [[letter, played[letter]] for letter in clockwise if letter in played]
        else:
            course["played"] = []
            if turn.order:
                course["assistants"] = played
                course["order"] = [self._letter(nickname) for nickname in turn.order]
        if turn.current is not None:
            course["active"] = self._letter(turn.current)
        return course

    def _islands(self) -> Json:
        return {
            "islands": {str(island.tiles[0]): island_of(island) for island in self.world},
            "groups": [island.tiles for island in self.world if island.num_sub_island > 1],
            "mother_nature": self.world[self.mother_nature].tiles[0],
        }

    def _board(self, player: VirtualPlayer) -> Json:
        board: Json = {
            "entrance": counts(player.virtual_board.entrance),
            "dining": {color.lower(): count for color, count in player.virtual_board.hall.items() if count},
            "professors": [color.lower() for color, holder in self.professors.items() if holder == player.nickname],
        }
        if self.turn.expert:
            board["coins"] = player.virtual_coins
        return board

    def _expert(self) -> Json:
        effect: Json | None = None
        for character in self.characters:
            if character.active and self.turn.owed is None:
                effect = {"number": number_of(character.c)}
                if character.color is not None:
                    effect["colour"] = character.color.lower()
        return {
            "characters": {str(number_of(character.c)): card_of(character) for character in self.characters},
            "active_character": effect,
            "character_used": self.turn.character_used,
            "supply": self.coins,
        }


def counts(students: Sequence[Color]) -> dict[str, int]:
    return sparse(names.COLOURS, [students.count(colour.upper()) for colour in names.COLOURS])


def number_of(c: str) -> int:
    return int(c.removeprefix("CHAR"))


def island_of(island: VirtualIsland) -> Json:
    written: Json = {"students": counts(island.students)}
    if island.towers:
        written["tower"] = island.towers[0].lower()
    if island.no_entry:
        written["no_entry"] = island.no_entry
    return written


def card_of(character: VirtualCharacter) -> Json:
    written: Json = {"used": character.already_played}
    if character.students is not None:
        written["students"] = counts(character.students)
    if character.no_entry is not None:
        written["no_entry"] = character.no_entry
    return written


def unfinished(owed: Owed) -> Json:
    """What is known of an effect, in words and as small decisions."""
    number = number_of(owed.c)
    chosen = [color.lower() for color in owed.chosen]
    action: Json = {"do": "play_character", "number": number}
    if number == const.MONK and chosen:
        action["colour"] = chosen[0]
    elif number == const.JESTER:
        action |= {"from_card": chosen[0::2], "from_entrance": chosen[1::2]}
    elif number == const.MINSTREL:
        action |= {"from_entrance": chosen[0::2], "from_dining": chosen[1::2]}
    decisions = [const.PLAY_CHARACTER + number - 1, *(colour_choice(colour) for colour in chosen)]
    return {"action": action, "decisions": decisions}
