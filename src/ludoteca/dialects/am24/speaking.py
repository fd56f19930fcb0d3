"""What came from the server, in sentences for a person: a game can be followed without seeing a board."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from . import messages
from .messages import FromServer
from .rebuilding import Picture
from .shapes import Color, LobbyShape, VirtualCharacter, VirtualIsland, VirtualPlayer

STATUS = {"SETUP": "waiting for players", "PLAYING": "playing", "PAUSE": "paused", "ENDED": "over"}


def sentences(message: FromServer, picture: Picture | None) -> Iterator[str]:
    """`picture` is the table after the message."""
    match message:
        case messages.InformationConnection() | messages.InformationGame():
            yield message.string
        case messages.Error():
            yield f"Not possible: {message.string}"
        case messages.Welcome():
            yield from lobbies(message.lobbies)
        case messages.GameStart():
            assert picture is not None
            yield from everything(picture)
        case messages.UpdatePlayer() if picture is None:
            yield f"{message.player.nickname} is at the table."
        case messages.UpdatePlayer():
            yield player(message.player)
        case messages.UpdateIsland():
            yield island(message.island)
        case messages.UpdateWorld():
            yield f"Islands have joined: {len(message.islands)} are left."
            yield from map(island, message.islands)
        case messages.UpdateMN():
            assert picture is not None
            yield f"Mother nature is on {name_of(picture.world[message.index])}."
        case messages.UpdateProfs():
            yield professors(message.profs)
        case messages.UpdateCoins():
            yield f"The supply has {counted(message.coins, 'coin')}."
        case messages.ReplaceCloud():
            yield f"Cloud {message.index + 1}: {students(message.cloud.students)}."
        case messages.ReplaceCharacter():
            yield character(message.character)
        case messages.UpdateActiveCharacter():
            assert picture is not None
            c = picture.characters[message.index].c
            yield f"{c} is active." if message.active else f"{c} is no longer active."
        case messages.EndTurn():
            yield "Your turn has ended."
        case messages.GameMustEnd():
            yield "This is the last round."
        case messages.GameEnded():
            yield f"The game is over. {winners(message.winners)}"


def lobbies(shown: Sequence[LobbyShape]) -> Iterator[str]:
    if not shown:
        yield "There is no table yet."
    for lobby in shown:
        mode = "expert" if lobby.mode else "basic"
        names = ", ".join(lobby.nicknames) or "nobody"
        yield (
            f"Lobby {lobby.lobby_index}, {STATUS[lobby.game_status]}: {names}; "
            f"{len(lobby.nicknames)} of {lobby.num_players}, {mode} game, code {lobby.code}."
        )


def everything(picture: Picture) -> Iterator[str]:
    yield from map(island, picture.world)
    yield f"Mother nature is on {name_of(picture.world[picture.mother_nature])}."
    for number, cloud in enumerate(picture.clouds, 1):
        yield f"Cloud {number}: {students(cloud.students)}."
    yield professors(picture.professors)
    yield from map(character, picture.characters)
    yield from map(player, picture.players)
    if picture.turn.expert:
        yield f"The supply has {counted(picture.coins, 'coin')}."


def name_of(island: VirtualIsland) -> str:
    first, last = island.tiles[0], island.tiles[-1]
    return f"island {first}" if first == last else f"islands {first} to {last}"


def island(there: VirtualIsland) -> str:
    parts = [students(there.students)]
    if there.towers:
        parts.append(f"{counted(len(there.towers), 'tower')} of {there.towers[0].lower()}")
    if there.no_entry:
        parts.append(f"{there.no_entry} no-entry")
    return f"{name_of(there).capitalize()}: {', '.join(parts)}."


def students(colors: Sequence[Color]) -> str:
    present = list(dict.fromkeys(colors))
    return ", ".join(f"{colors.count(color)} {color.lower()}" for color in present) or "no students"


def player(shown: VirtualPlayer) -> str:
    board = shown.virtual_board
    hall = ", ".join(f"{count} {color.lower()}" for color, count in board.hall.items() if count) or "empty"
    parts = [f"entrance {students(board.entrance)}", f"hall {hall}"]
    if board.towers:
        parts.append(f"{counted(len(board.towers), 'tower')} of {board.towers[0].lower()} left")
    if shown.virtual_coins:
        parts.append(counted(shown.virtual_coins, "coin"))
    if shown.virtual_last_assistant is not None:
        parts.append(f"assistant {shown.virtual_last_assistant.turn}")
    return f"{shown.nickname}: {'; '.join(parts)}."


def professors(held: dict[Color, str | None]) -> str:
    said = ", ".join(f"{color.lower()} with {holder}" for color, holder in held.items() if holder is not None)
    return f"Professors: {said or 'all in the middle'}."


def character(shown: VirtualCharacter) -> str:
    parts = [f"costs {counted(shown.cost, 'coin')}"]
    if shown.students is not None:
        parts.append(students(shown.students))
    if shown.no_entry is not None:
        parts.append(f"{shown.no_entry} no-entry")
    if shown.color is not None:
        parts.append(f"{shown.color.lower()} counts nothing")
    if shown.active:
        parts.append("active")
    return f"{shown.c}: {', '.join(parts)}."


def counted(count: int, what: str) -> str:
    return f"{count} {what}" if count == 1 else f"{count} {what}s"


def winners(names: Sequence[str]) -> str:
    if not names:
        return "Nobody has won."
    return f"{names[0]} has won." if len(names) == 1 else f"{' and '.join(names)} have won."
