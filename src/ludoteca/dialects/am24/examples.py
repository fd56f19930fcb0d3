"""One example of every message, for the page about the dialect."""

from __future__ import annotations

from . import messages
from .messages import Message
from .shapes import (
    LobbyShape,
    Owed,
    VirtualAssistant,
    VirtualBoard,
    VirtualCharacter,
    VirtualCloud,
    VirtualHand,
    VirtualIsland,
    VirtualPlayer,
    VirtualTurn,
    VirtualView,
)

LOBBY = LobbyShape(
    lobby_index=0,
    nicknames=["Ada"],
    num_players=2,
    mages=["MAGE1"],
    towers=[None],
    mode=True,
    game_status="SETUP",
    code="KQMWTB",
)
ISLAND = VirtualIsland(students=["RED", "BLUE"], towers=["WHITE"], no_entry=0, num_sub_island=1, tiles=[5])
PLAYER = VirtualPlayer(
    nickname="Ada",
    virtual_coins=2,
    virtual_last_assistant=VirtualAssistant(mn_steps=2, turn=3),
    virtual_hand=VirtualHand(mage="MAGE1", cards=[VirtualAssistant(mn_steps=5, turn=10)]),
    virtual_board=VirtualBoard(
        entrance=["GREEN", "GREEN", "PINK"],
        towers=["WHITE", "WHITE"],
        hall={"GREEN": 0, "RED": 3, "YELLOW": 0, "PINK": 1, "BLUE": 0},
    ),
    color_t="WHITE",
)
CHARACTER = VirtualCharacter(
    c="CHAR7", cost=2, already_played=True, active=True, students=["RED", "RED", "PINK", "BLUE", "BLUE", "BLUE"]
)
TURN = VirtualTurn(
    expert=True,
    phase="ACTION",
    step="STUDENTS",
    moved=1,
    first_player="Bob",
    order=["Ada", "Bob"],
    current="Ada",
    character_used=True,
    owed=Owed(c="CHAR7", chosen=["PINK", "GREEN"]),
    last_round=False,
    clouds_short=False,
    bag=88,
    draws=47,
)
VIEW = VirtualView(
    virtual_world=[ISLAND],
    virtual_players=[PLAYER],
    virtual_clouds=[VirtualCloud(students=["YELLOW", "PINK", "BLUE"])],
    virtual_profs={"GREEN": None, "RED": "Ada", "YELLOW": None, "PINK": "Bob", "BLUE": None},
    virtual_characters=[CHARACTER],
    virtual_coins=15,
    mn_pos=0,
    virtual_turn=TURN,
)

EXAMPLES: tuple[Message, ...] = (
    messages.GameParams(num_players=2, expert=True, nickname="Ada", mage="MAGE1", color_t="WHITE", bots=1),
    messages.Join(nickname="Bob", mage="MAGE2", index=0),
    messages.Pong(),
    messages.Disconnect(),
    messages.ChooseAssistant(index=3),
    messages.MoveToIsland(color_s="RED", index=4),
    messages.EntranceToHall(color_s="RED"),
    messages.MoveMN(steps=2),
    messages.ChooseCloud(index=0),
    messages.EndMyTurn(),
    messages.PlayCharacter(c="CHAR3"),
    messages.ChooseIsland(island_index=4),
    messages.ChooseColor(color="RED"),
    messages.ChooseTwoColors(first_color="RED", second_color="PINK"),
    messages.EndCharacter(),
    messages.SpecialMoveIsland(student="RED", island_index=4),
    messages.Welcome(lobbies=[LOBBY]),
    messages.InformationConnection(
        string="Bob, you have a seat at table KQMWTB. At the table: Ada, Bob. All seats are taken.",
        nickname="Bob",
        code="KQMWTB",
        nicknames=["Ada", "Bob"],
    ),
    messages.Error(string="It is not your turn.", code="not_your_turn"),
    messages.Ping(),
    messages.GameStart(virtual_view=VIEW),
    messages.SelectAssistant(),
    messages.MoveStudentRequest(),
    messages.MoveMNRequest(max_steps=2),
    messages.SelectCloud(),
    messages.CharacterRequest(c="CHAR7", answers=["ChooseTwoColors", "EndCharacter"]),
    messages.EndTurnRequest(),
    messages.InformationGame(string="Ada moves students."),
    messages.EndTurn(),
    messages.GameMustEnd(),
    messages.GameEnded(winners=["Ada"], reason="rules"),
    messages.UpdateIsland(island=ISLAND, index=4),
    messages.UpdateWorld(islands=[ISLAND]),
    messages.UpdateMN(index=4),
    messages.UpdateProfs(profs=VIEW.virtual_profs),
    messages.UpdatePlayer(player=PLAYER, index=0),
    messages.UpdateCoins(coins=15),
    messages.ReplaceCloud(cloud=VirtualCloud(students=["YELLOW", "PINK", "BLUE"]), index=1),
    messages.ReplaceCharacter(character=CHARACTER, index=0),
    messages.UpdateActiveCharacter(index=0, active=False),
    messages.UpdateTurn(turn=TURN),
)
EXAMPLE = {type(message): message for message in EXAMPLES}
