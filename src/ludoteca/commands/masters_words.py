"""What happens in a game of Masters of Renaissance, in words. What a look at the board tells as well is left out."""

from __future__ import annotations

from ludoteca.rules.masters.notation import events
from ludoteca.rules.masters.notation.events import Event

from .phrasing import NOTHING, Part, Who, amounts, listed, several

WHY = {
    "seventh_card": "a seventh card is bought",
    "last_space": "the end of the faith track is reached",
    "black_cross": "Lorenzo's cross is at the end of the track",
    "colour_gone": "a colour of cards is gone",
}
LORENZO = "Lorenzo"


def told(event: Event, who: Who) -> Part:
    match event:
        case events.MarketPushed() | events.MarbleConverted() | events.ResourceStored() | events.ResourceDiscarded():
            return market(event, who)
        case events.LeadersDealt() | events.LeaderPicked() | events.LeadersKept():
            return leaders_chosen(event, who)
        case events.LeaderPlayed(seat, leader):
            return who(seat), f"plays leader {leader}"
        case events.LeaderDiscarded(seat, leader):
            return who(seat), f"discards {one_leader(leader)}"
        case events.CardBought() | events.PowerUsed() | events.Paid() | events.Gained() | events.DepotRearranged():
            return board(event, who)
        case events.TokenDrawn() | events.CardRemoved() | events.TokensShuffled():
            return lorenzo(event)
        case events.FaithGained(None, spaces, position, _):
            return LORENZO, f"moves the black cross {several(spaces, 'space')}, to {position}"
        case events.FaithGained(int(seat), spaces, position, _):
            return who(seat), f"gains {spaces} faith and stands on {position}"
        case events.VaticanReport(section, tiles):
            turned = [f"{who(seat)} {tile}" for seat, tile in enumerate(tiles)]
            return "", f"Vatican report {section}: {', '.join(turned)}"
        case events.LastRound(seat, why):
            return "", f"This is the last round, because of {who(seat)}: {WHY.get(why, why)}"
        case events.TurnEnded(seat):
            return who(seat), "ends the turn"
        case events.Scored(seat):
            return who(seat), f"has {several(event.total, 'point')}"
        case events.GameEnded(why, winners):
            winning = [who(seat) for seat in sorted(winners)] or [LORENZO]
            return "", f"The game ends: {WHY.get(why, why)}. {listed(winning)} won"
        case _:
            return NOTHING


def market(
    event: events.MarketPushed | events.MarbleConverted | events.ResourceStored | events.ResourceDiscarded, who: Who
) -> Part:
    match event:
        case events.MarketPushed(seat, line, marbles, _):
            return who(seat), f"takes {marbles} from {line} of the market"
        case events.MarbleConverted(seat, resource):
            return who(seat), f"turns a white marble into a {resource}"
        case events.ResourceStored(seat, resource, None, _):
            return who(seat), f"stores a {resource} on a leader"
        case events.ResourceStored(seat, resource, depot, _):
            return who(seat), f"stores a {resource} in depot {depot}"
        case events.ResourceDiscarded(seat, resource):
            return who(seat), f"discards a {resource}"


def leaders_chosen(event: events.LeadersDealt | events.LeaderPicked | events.LeadersKept, who: Who) -> Part:
    match event:
        case events.LeadersDealt(seat, dealt):
            return who(seat), f"is dealt {several_leaders(dealt)}"
        case events.LeaderPicked(seat, leader):
            return who(seat), f"picks {one_leader(leader)}"
        case events.LeadersKept(seat, kept, _):
            return who(seat), f"keeps {several_leaders(kept)}"


def one_leader(leader: int | None) -> str:
    """By number for those who may know it."""
    return "a leader" if leader is None else f"leader {leader}"


def several_leaders(leaders: tuple[int, ...] | int) -> str:
    """Their numbers for those who may know them, else how many they are."""
    if isinstance(leaders, int):
        return several(leaders, "leader")
    return f"leaders {listed(map(str, leaders))}" if leaders else "no leaders"


def board(
    event: events.CardBought | events.PowerUsed | events.Paid | events.Gained | events.DepotRearranged, who: Who
) -> Part:
    match event:
        case events.CardBought(seat, card, slot):
            return who(seat), f"buys card {card} into slot {slot}"
        case events.PowerUsed(seat, None, _, _):
            return who(seat), "uses the basic production"
        case events.PowerUsed(seat, card, _, _):
            return who(seat), f"uses the production of card {card}"
        case events.Paid(seat, resource, _, warehouse, leader_depots, strongbox):
            return who(seat), f"pays {warehouse + leader_depots + strongbox} {resource}"
        case events.Gained(seat, resources):
            return who(seat), f"gains {amounts(resources)}"
        case events.DepotRearranged(seat, depot, resource, held):
            place = "the depot of a leader" if depot is None else f"depot {depot}"
            return who(seat), f"rearranges {place} ({f'{held} {resource}' if held else 'nothing'})"


def lorenzo(event: events.TokenDrawn | events.CardRemoved | events.TokensShuffled) -> Part:
    match event:
        case events.TokenDrawn(token, _):
            return LORENZO, f"turns over token {token}"
        case events.CardRemoved(card):
            return LORENZO, f"removes card {card}"
        case events.TokensShuffled():
            return LORENZO, "shuffles the tokens"
