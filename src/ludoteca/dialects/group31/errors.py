"""Why the house refuses something, in the words of the dialect, and what those mean for a person."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ludoteca.dialects.house.problems import Problem, Trouble
from ludoteca.dialects.messages import kinds, name
from ludoteca.house.refusals import Refusal, Refused
from ludoteca.rules.eriantys.notation.refusals import Refusal as Rule

from . import messages
from .messages import FromClient, UseCharacterCard

Error = type[messages.Refusal]

BY_THE_HOUSE: dict[Refusal, Error] = {
    Refusal.BAD_NAME: messages.ArgumentNotCorrectError,
    Refusal.BAD_OPTIONS: messages.ArgumentNotCorrectError,
    Refusal.BAD_SECRET: messages.ArgumentNotCorrectError,
    Refusal.LOOK_TAKEN: messages.ArgumentNotCorrectError,
    Refusal.NAME_TAKEN: messages.NicknameAlreadyTakenError,
    Refusal.WRONG_TOKEN: messages.NicknameAlreadyTakenError,
    Refusal.TABLE_FULL: messages.GameFullError,
    Refusal.NOT_OPEN: messages.GameFullError,
    Refusal.TABLE_CLOSED: messages.GameDontExistError,
}

# Of these, what concerns a game that one wants to enter means something else at a game that one has entered.
AT_A_TABLE = (Refusal.NOT_OPEN, Refusal.TABLE_CLOSED, Refusal.TABLE_FULL)

BY_THE_RULES: dict[str, Error] = {
    Rule.MALFORMED: messages.ArgumentNotCorrectError,
    Rule.NO_SUCH_ASSISTANT: messages.AssistantNotExistsError,
    Rule.ASSISTANT_NOT_IN_HAND: messages.AssistantNotExistsError,
    Rule.ASSISTANT_TAKEN: messages.AssistantCanNotBeUsedError,
    Rule.NO_SUCH_ISLAND: messages.IslandNotExistsError,
    Rule.NO_SUCH_CLOUD: messages.CloudNotPresentError,
    Rule.CLOUD_EMPTY: messages.CloudEmptyError,
    Rule.STUDENT_NOT_IN_ENTRANCE: messages.StudentInEntranceNotExistsError,
    Rule.TABLE_FULL: messages.TableInDiningRoomFullError,
    Rule.TOO_MANY_STEPS: messages.ArgumentNotCorrectError,
    Rule.NO_SUCH_CHARACTER: messages.CharacterCardNotExistsError,
    Rule.CHARACTER_NOT_IN_PLAY: messages.CharacterCardNotExistsError,
    Rule.NOT_ENOUGH_COINS: messages.NotEnoughCoinsError,
}

# What cannot be right in the choices for a character, whatever it is, is an argument that is not correct.
OF_CHARACTERS: dict[str, Error] = {
    **BY_THE_RULES,
    Rule.NO_SUCH_ISLAND: messages.ArgumentNotCorrectError,
    Rule.STUDENT_NOT_IN_ENTRANCE: messages.ArgumentNotCorrectError,
    Rule.STUDENT_NOT_IN_DINING: messages.ArgumentNotCorrectError,
    Rule.STUDENT_NOT_ON_CARD: messages.ArgumentNotCorrectError,
    Rule.TABLE_FULL: messages.ArgumentNotCorrectError,
    Rule.UNEQUAL_SWAP: messages.ArgumentNotCorrectError,
}


def refusal(error: Exception, request: FromClient) -> messages.Refusal:
    """The answer to a request that was refused. Whatever has no words of its own cannot be done now."""
    if isinstance(error, Trouble) and error.code is Problem.NO_SUCH_TABLE:
        return messages.GameDontExistError()
    if not isinstance(error, Refused):
        return messages.ImpossibleActionError()
    if error.rule is not None:
        return of_rule(error.rule, request)
    if error.code in AT_A_TABLE and not isinstance(request, messages.EnterGame):
        return messages.ImpossibleActionError()
    return BY_THE_HOUSE.get(error.code, messages.ImpossibleActionError)()


def of_rule(rule: str, request: FromClient) -> messages.Refusal:
    known = OF_CHARACTERS if isinstance(request, UseCharacterCard) else BY_THE_RULES
    return known.get(rule, messages.ImpossibleActionError)()


PROBLEMS: dict[type[messages.FromServer], str] = {
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


def tables() -> Iterator[tuple[Sequence[str], list[Sequence[str]]]]:
    """For the page. All of them have no members, so one table is enough."""
    rows: list[Sequence[str]] = []
    for kind in kinds(messages.Refusal):
        found = [str(code) for known in (BY_THE_HOUSE, BY_THE_RULES) for code, error in known.items() if error is kind]
        found += [
            f"{code} (of a character)"
            for code, error in OF_CHARACTERS.items()
            if error is kind and BY_THE_RULES.get(code) is not kind
        ]
        why = "all others" if kind is messages.ImpossibleActionError else ", ".join(dict.fromkeys(found))
        rows.append((f"`{name(kind)}`", kind.__doc__ or "", why))
    yield ("message", "meaning", "for refusals of the house and of the rules"), rows
