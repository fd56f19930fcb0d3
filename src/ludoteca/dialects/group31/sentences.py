"""What a client tells a person: a sentence for each message that means something. All the words are here."""

from __future__ import annotations

from collections.abc import Iterable

from ludoteca.rules.eriantys.notation.names import CHARACTERS

from . import messages
from .messages import FromServer
from .spelling import Colour

PROBLEMS: dict[type[FromServer], str] = {
    messages.ArgumentNotCorrectError: "That cannot be right. Check what you typed.",
    messages.ImpossibleActionError: "That is not possible now. Wait for your turn, or do what is asked first.",
    messages.GameDontExistError: "There is no such game. Ask for the list.",
    messages.GameFullError: "That game is full. Choose another one.",
    messages.NicknameAlreadyTakenError: "That nickname is taken there. Choose another one.",
    messages.AssistantNotExistsError: "That assistant is not in your hand. Play another one.",
    messages.AssistantCanNotBeUsedError: "Somebody has played that assistant this round. Play another one.",
    messages.StudentInEntranceNotExistsError: "There is no such student in your entrance. Choose another one.",
    messages.IslandNotExistsError: "There is no such island. Choose another one.",
    messages.TableInDiningRoomFullError: "That table is full. Move the student to an island.",
    messages.CloudEmptyError: "That cloud is empty. Take another one.",
    messages.CloudNotPresentError: "There is no such cloud. Take another one.",
    messages.CharacterCardNotExistsError: "That character is not in this game. Choose another one.",
    messages.NotEnoughCoinsError: "You have not enough coins for that character.",
}

REASONS = {
    "last_tower": "the last tower is built",
    "few_groups": "only three groups of islands are left",
    "bag_empty": "the bag is empty",
    "no_assistants": "the assistants are all played",
    "alone": "nobody else is left",
    "resigned": "the others have given up",
    "agreed": "everybody agreed to end it",
    "closed": "the table was closed",
}


def sentence(told: FromServer, who: str, island: dict[int, str]) -> str:
    """What a message means; `who` is the current player, `island` how islands are called for people."""
    if isinstance(told, messages.Refusal):
        return PROBLEMS[type(told)]
    if isinstance(told, messages.Notification):
        return of_the_game(told, who, island) or before_the_game(told, who)
    match told:
        case messages.PossibleGames(game_ids=[]):
            return "No game waits for players."
        case messages.PossibleGames():
            return f"Games that wait for players: {', '.join(told.game_ids)}."
        case messages.GameEntered():
            return "You have a place at the game."
        case messages.ExitGameSuccess():
            return "You have left the game."
    return ""


def before_the_game(told: FromServer, who: str) -> str:
    match told:
        case messages.GameCreated():
            return f"The game is {told.game_id}. Tell the others."
        case messages.PlayersChanged():
            mode = "expert" if told.want_expert else "basic"
            names = ", ".join(member.nickname for member in told.players) or "nobody"
            return f"At the table ({mode}, {len(told.players)} of {told.num_of_players}): {names}."
        case messages.NumPlayersChanged():
            return f"The game is for {told.new_num} players now."
        case messages.TowerChanged():
            return f"{who} takes the {told.tower.lower()} towers."
        case messages.WizardChanged():
            return f"{who} takes wizard {told.wizard.number}."
        case messages.GameStarted():
            return f"This is the table. Round {told.table.round}."
        case messages.CurrentPlayerChanged(phase="choices"):
            return f"{told.next_player} chooses tower and wizard."
        case messages.CurrentPlayerChanged(phase="planning"):
            return f"{told.next_player} plays an assistant."
        case messages.CurrentPlayerChanged(next_player=None):
            return "Nobody chooses any more: somebody has left."
        case messages.CurrentPlayerChanged():
            return f"It is {told.next_player}'s turn."
    return ""


def of_the_game(told: FromServer, who: str, island: dict[int, str]) -> str:
    match told:
        case messages.AssistantUsed():
            return f"{who} plays assistant {told.assistant}."
        case messages.StudentToIslandMoved():
            return f"{who} moves a {told.student.lower()} student to {island[told.island_id]}."
        case messages.StudentToDiningRoomMoved():
            return f"{who} moves a {told.student.lower()} student to the dining room."
        case messages.ChangeProfessor():
            return f"Professors of {told.nickname}: {colours(told.professor_list)}."
        case messages.MotherNatureMoved():
            return f"{who} sends mother nature {told.positions} {'step' if told.positions == 1 else 'steps'}."
        case messages.TowerOnIslandChanged():
            return f"The towers on {island[told.island_id]} are {told.new_tower.lower()} now."
        case messages.IslandsUnified():
            return f"{island[told.island_id1].capitalize()} and {island[told.island_id2]} belong together now."
        case messages.StudentsTakenFromCloud():
            return f"{who} takes cloud {told.cloud_id + 1}."
        case messages.CloudFilled():
            return f"On cloud {told.cloud_id + 1}: {colours(told.students)}."
        case messages.LastRound():
            return "This is the last round."
        case messages.Winner():
            return f"{told.nickname} wins: {REASONS.get(told.reason, told.reason)}."
        case messages.GameEnded():
            return f"The game is over without a winner: {REASONS.get(told.reason, told.reason)}."
    return of_characters(told, island)


def of_characters(told: FromServer, island: dict[int, str]) -> str:
    match told:
        case messages.CharacterCardUsed(finished=False):
            return f"{told.nickname} is using the {CHARACTERS[told.character - 1]}."
        case messages.CharacterCardUsed():
            return f"{told.nickname} uses the {CHARACTERS[told.character - 1]}{choices(told, island)}."
        case messages.CoinsChanged():
            return f"{told.nickname} has {told.coins} {'coin' if told.coins == 1 else 'coins'} now."
        case messages.CharacterCardChanged():
            name = CHARACTERS[told.character - 1].capitalize()
            on_it = f", students {colours(told.students)}" if told.students else ""
            tiles = f", {told.no_entry_tiles} no-entry tiles" if told.character == 5 else ""
            return f"{name}: price {told.cost}{on_it}{tiles}."
        case messages.NoEntryTilesChanged():
            return f"No-entry tiles on {island[told.island_id]}: {told.no_entry_tiles}."
        case messages.EntranceChanged():
            return f"Entrance of {told.nickname}: {colours(told.students)}."
        case messages.DiningRoomChanged():
            seated = ", ".join(f"{count} {colour.lower()}" for colour, count in told.dining_room.items() if count)
            return f"Dining room of {told.nickname}: {seated or 'nobody'}."
        case messages.StudentsOnIslandChanged():
            return f"Students on {island[told.island_id]}: {colours(told.students)}."
        case messages.TowersLeftChanged():
            return f"{told.tower.capitalize()} towers left: {told.towers_left}."
    return ""


def choices(told: messages.CharacterCardUsed, island: dict[int, str]) -> str:
    said = ""
    if told.student is not None:
        said += f" for {told.student.lower()}"
    if told.island_id is not None:
        said += f" on {island[told.island_id]}"
    if told.students_from:
        said += f", swapping {colours(told.students_from)} for {colours(told.students_to)}"
    return said


def colours(students: Iterable[Colour]) -> str:
    return ", ".join(colour.lower() for colour in students) or "none"
