"""One example of every message, for the documentation."""

from __future__ import annotations

from . import messages
from .messages import Message
from .shapes import CharacterCard, Cloud, GameTable, Island, Member, Player
from .spelling import Colour, Tower, Wizard

GREEN, RED, YELLOW, PINK, BLUE = Colour

STARTED = messages.GameStarted(
    table=GameTable(
        islands=[
            Island(island_id=0, tiles=[0], students=[], tower=None, num_towers=0, no_entry_tiles=0),
            Island(island_id=2, tiles=[1, 2], students=[RED, RED], tower=Tower.WHITE, num_towers=2, no_entry_tiles=1),
        ],
        mother_nature=2,
        clouds=[Cloud(cloud_id=0, students=[]), Cloud(cloud_id=1, students=[GREEN, GREEN, PINK])],
        characters=[CharacterCard(character=1, cost=2, used=True, students=[RED, BLUE, BLUE, PINK], no_entry_tiles=0)],
        coins=17,
        bag=94,
        expert=True,
        round=2,
        phase="action",
        step="students",
        moved=1,
        current_player="Bob",
        first_player="Ada",
        order=["Ada", "Bob"],
        active_character=None,
        character_used=True,
        unfinished=None,
        last_round=False,
        clouds_short=False,
        draws=46,
    ),
    players=[
        Player(
            nickname="Ada",
            tower=Tower.WHITE,
            wizard=Wizard.W1,
            towers_left=6,
            entrance=[GREEN, GREEN, YELLOW, PINK, PINK, BLUE, BLUE],
            dining_room={GREEN: 0, RED: 2, YELLOW: 1, PINK: 0, BLUE: 0},
            professors=[RED],
            assistants=[1, 2, 4, 5, 6, 7, 9, 10],
            last_assistant=3,
            coins=1,
        )
    ],
)

EXAMPLES: tuple[Message, ...] = (
    messages.Acknowledgment(),
    messages.CreateNewGame(num_of_players=2, want_expert=True, bots=1),
    messages.JoinGame(),
    messages.EnterGame(game_id="KDTWPQ", nickname="Ada#open sesame"),
    messages.ExitFromGame(nickname="Ada"),
    messages.ChangeNumPlayers(new_num=3),
    messages.SetTower(tower=Tower.WHITE),
    messages.SetWizard(wizard=Wizard.W1),
    messages.NextPhase(),
    messages.UseAssistant(assistant=4),
    messages.MoveStudentsToIsland(student=RED, island_id=3),
    messages.MoveStudentsToDiningRoom(student=BLUE),
    messages.MoveMotherNature(positions=2),
    messages.TakeStudentsFromCloud(cloud_id=0),
    messages.UseCharacterCard(character=7, students_from=[RED, BLUE], students_to=[GREEN, GREEN]),
    messages.EndTurn(),
    messages.Ping(),
    messages.Exit(),
    messages.PossibleGames(game_ids=["KDTWPQ", "BWZMFA"]),
    messages.GameEntered(),
    messages.ExitGameSuccess(),
    messages.Pong(),
    messages.ArgumentNotCorrectError(),
    messages.ImpossibleActionError(),
    messages.GameDontExistError(),
    messages.GameFullError(),
    messages.NicknameAlreadyTakenError(),
    messages.AssistantNotExistsError(),
    messages.AssistantCanNotBeUsedError(),
    messages.StudentInEntranceNotExistsError(),
    messages.IslandNotExistsError(),
    messages.TableInDiningRoomFullError(),
    messages.CloudEmptyError(),
    messages.CloudNotPresentError(),
    messages.CharacterCardNotExistsError(),
    messages.NotEnoughCoinsError(),
    messages.GameCreated(game_id="KDTWPQ"),
    messages.PlayersChanged(
        players=[Member(nickname="Ada", tower=None, wizard=None)], num_of_players=2, want_expert=True
    ),
    messages.NumPlayersChanged(new_num=3),
    messages.TowerChanged(tower=Tower.WHITE),
    messages.WizardChanged(wizard=Wizard.W1),
    STARTED,
    messages.CurrentPlayerChanged(next_player="Bob", phase="action", step="students"),
    messages.AssistantUsed(assistant=4),
    messages.StudentToIslandMoved(student=RED, island_id=3),
    messages.StudentToDiningRoomMoved(student=BLUE),
    messages.ChangeProfessor(nickname="Ada", professor_list=[RED, BLUE]),
    messages.MotherNatureMoved(positions=2),
    messages.TowerOnIslandChanged(new_tower=Tower.WHITE, island_id=2),
    messages.IslandsUnified(island_id1=2, island_id2=1),
    messages.StudentsTakenFromCloud(cloud_id=0),
    messages.CloudFilled(cloud_id=0, students=[GREEN, PINK, PINK], bag=94, draws=46),
    messages.LastRound(),
    messages.Winner(nickname="Ada", reason="last_tower"),
    messages.GameEnded(reason="closed"),
    messages.CharacterCardUsed(nickname="Ada", character=1, student=RED, island_id=3),
    messages.CoinsChanged(nickname="Ada", coins=2, supply=16),
    messages.CharacterCardChanged(
        character=1, cost=2, used=True, students=[GREEN, RED, BLUE, BLUE], no_entry_tiles=0, bag=94, draws=46
    ),
    messages.NoEntryTilesChanged(island_id=4, no_entry_tiles=1),
    messages.EntranceChanged(nickname="Ada", students=[GREEN, RED, RED, PINK]),
    messages.DiningRoomChanged(nickname="Ada", dining_room={GREEN: 0, RED: 3, YELLOW: 0, PINK: 1, BLUE: 0}),
    messages.StudentsOnIslandChanged(island_id=3, students=[GREEN, RED]),
    messages.TowersLeftChanged(tower=Tower.BLACK, towers_left=5),
)
