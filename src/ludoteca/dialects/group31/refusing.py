"""Why the house refuses something, in the words of the dialect."""

from __future__ import annotations

from ludoteca.dialects.house.problems import Problem, Trouble
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
