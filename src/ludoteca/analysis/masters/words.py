"""Actions and reasons of Masters of Renaissance in English. One table of templates, so that a translation replaces
this one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from ludoteca.rules.contract import Json
from ludoteca.rules.masters.engine import const
from ludoteca.rules.masters.engine.deck import Cards
from ludoteca.rules.masters.notation import events, names, reading

from ..reports import NOW, PREVENTED, Reason
from . import effects

Who = Callable[[str], str]

CATALOGUE = {
    # Things
    "resource.coin.one": "{count} coin",
    "resource.coin.more": "{count} coins",
    "resource.stone.one": "{count} stone",
    "resource.stone.more": "{count} stones",
    "resource.servant.one": "{count} servant",
    "resource.servant.more": "{count} servants",
    "resource.shield.one": "{count} shield",
    "resource.shield.more": "{count} shields",
    "resource.faith.one": "{count} faith",
    "resource.faith.more": "{count} faith",
    "resource.white.one": "{count} white marble",
    "resource.white.more": "{count} white marbles",
    "points.one": "{count} point",
    "points.more": "{count} points",
    "spaces.one": "{count} space",
    "spaces.more": "{count} spaces",
    "cards.one": "{count} card",
    "cards.more": "{count} cards",
    "nothing": "nothing",
    "and": "{first} and {last}",
    "card.named": "card {card} ({colour}, level {level}, {points})",
    "leader.named": "leader {leader} ({ability})",
    "ability.discount": "a {resource} less for each card",
    "ability.extra_depot": "a depot for two more of {resource}",
    "ability.white_marble": "white marbles give {resource}",
    "ability.production": "a power that takes a {resource}",
    # Actions
    "do.keep_leaders": "Keep {leaders}",
    "do.initial_resources": "Begin with {resources}",
    "do.take_market": "Take {line} of the market ({marbles})",
    "do.take_market.discard": "Take {line} of the market ({marbles}) and discard {discard}",
    "do.buy": "Buy {card} into slot {slot}",
    "do.produce": "Produce with {powers}",
    "do.play_leader": "Play {leader}",
    "do.discard_leader": "Discard {leader} for a faith",
    "do.rearrange": "Rearrange the depots",
    "do.end_turn": "End your turn",
    "do.choose": "Choose {what}: {value}",
    "power.basic": "the basic power ({consumed} for {chosen})",
    "power.dev": "card {card} ({consumes} for {produces})",
    "power.leader": "leader {card} (for {chosen})",
    # Reasons
    "win": "wins the game",
    "card": "is worth {points} and makes {produces} of {consumes}",
    "leader": "is worth {points} and gives {ability}",
    "production": "brings {resources} into the strongbox",
    "stored": "brings {resources} into the depots",
    "faith": "goes {spaces} along the faith track (to {position})",
    "report": "turns up the favour tile of report {section} ({points})",
    "report_lost": "takes the favour tile of report {section} from {from_}",
    "kept": "keeps the power of card {kept}",
    "last_round": "brings the last round",
    "then.card": "buys {card}",
    "then.leader": "plays {leader}",
    "luck": "What came of the draws",
    "luck.tokens": "Lorenzo turned over {tokens}",
    "luck.cards": "There came up {cards}",
    "token.colour": "the token that removes {count} of {colour}",
    "token.cross": "the token that moves the black cross by {spaces}",
    "token.shuffle": "the token that moves the black cross by {spaces} and shuffles all tokens",
    "turn": "then {what}",
    "later": "soon {what}",
    "prevented.win": "keeps {by} from winning",
    "prevented.card": "keeps {by} from buying {card}",
    "prevented.report": "keeps {by} from the favour tile of report {section} ({points})",
    "prevented.report_lost": "keeps {by} from taking the favour tile of report {section} from {from_}",
    "prevented.own_report": "saves the favour tile of report {section} ({points})",
}


def text(key: str, /, **fields: object) -> str:
    return CATALOGUE[key].format(**fields)


def counted(key: str, count: int) -> str:
    return text(f"{key}.one" if count == 1 else f"{key}.more", count=count)


def listed(items: Iterable[str]) -> str:
    *before, last = list(items) or [text("nothing")]
    return text("and", first=", ".join(before), last=last) if before else last


def amounts(counts: Mapping[str, int]) -> str:
    return listed(counted(f"resource.{name}", count) for name, count in counts.items())


def card(fields: Mapping[str, Any]) -> str:
    return text("card.named", **{**fields, "points": counted("points", fields["points"])})


def leader(fields: Mapping[str, Any]) -> str:
    return text("leader.named", leader=fields["leader"], ability=ability(fields))


def ability(fields: Mapping[str, Any]) -> str:
    return text(f"ability.{fields['ability']}", resource=fields["resource"])


# ---------------------------------------------------------------- actions


def action(action: Json, position: Json, who: Who) -> str:
    """Said to the player who can do it."""
    printed = reading.card_set(position)
    match action["do"]:
        case "keep_leaders":
            return text("do.keep_leaders", leaders=listed(leader_named(printed, each) for each in action["cards"]))
        case "initial_resources":
            return text("do.initial_resources", resources=amounts(stored(action["store"])))
        case "take_market":
            return taking(action, position)
        case "buy":
            return text("do.buy", card=card(effects.card_fields(printed, action["card"])), slot=action["slot"])
        case "produce":
            return text("do.produce", powers=listed(power(printed, action, name) for name in action["powers"]))
        case "play_leader" | "discard_leader":
            return text(f"do.{action['do']}", leader=leader_named(printed, action["card"]))
        case "choose":
            return text("do.choose", what=action["what"].replace("_", " "), value=chosen(action["value"]))
        case _:
            return text(f"do.{action['do']}")


def chosen(value: object) -> str:
    return amounts(value) if isinstance(value, dict) else str(value).replace("_", " ")


def leader_named(printed: Cards, number: int) -> str:
    return leader(effects.leader_fields(printed, number))


def stored(store: Json) -> Counter[str]:
    counts: Counter[str] = Counter()
    for depot in (*store["warehouse"].values(), store.get("leader_depots", {})):
        counts.update(depot)
    return counts


def taking(action: Json, position: Json) -> str:
    fields = {"line": action["line"], "marbles": amounts(marbles(position, action["line"]))}
    discard = action.get("discard", {})
    key = "do.take_market.discard" if discard else "do.take_market"
    return text(key, **fields, discard=amounts(discard))


def marbles(position: Json, line: str) -> dict[str, int]:
    """What the marbles of a line give, without what leaders make of white ones."""
    rows = [row.split() for row in position["market"]["rows"]]
    kind, number = line.split()
    taken = rows[int(number)] if kind == "row" else [row[int(number)] for row in rows]
    given = dict(zip(names.MARBLES, (*names.YIELDS, "white"), strict=True))
    counts = Counter(given[marble] for marble in taken)
    return {name: counts[name] for name in (*names.YIELDS, "white") if counts[name]}


def power(printed: Cards, action: Json, name: str) -> str:
    if name == "basic":
        basic = action["basic"]
        return text("power.basic", consumed=amounts(basic["in"]), chosen=amounts({basic["out"]: 1}))
    kind, _, number = name.partition(":")
    if kind == "dev":
        fields = effects.card_fields(printed, int(number))
        return text("power.dev", card=number, **{each: amounts(fields[each]) for each in ("consumes", "produces")})
    out = action.get("leader_out", {}).get(number)
    return text(f"power.{kind}", card=number, chosen=amounts({out: 1} if out else {}))


# ---------------------------------------------------------------- reasons


def reason(reason: Reason, who: Who) -> str:
    """A part of a sentence whose subject is the action."""
    fields = spelled(reason.parameters, who)
    if reason.when == PREVENTED:
        return text(f"prevented.{reason.kind}", **fields)
    key = reason.kind if reason.when == NOW else f"then.{reason.kind}"
    return CATALOGUE.get(key, CATALOGUE[reason.kind]).format(**fields)


def luck(happened: Sequence[Any], position: Json) -> str:
    """What was turned up."""
    printed = reading.card_set(position)
    tokens = [event.token for event in happened if isinstance(event, events.TokenDrawn)]
    cards = [event.card for event in happened if isinstance(event, events.CardRevealed) and event.card is not None]
    if tokens:
        return text("luck.tokens", tokens=listed(token(printed, each) for each in tokens))
    if cards:
        return text("luck.cards", cards=listed(card(effects.card_fields(printed, each)) for each in cards))
    return text("luck")


def token(printed: Cards, number: int) -> str:
    """By what it does: nobody knows tokens by their numbers."""
    place = number - const.FIRST_TOKEN
    count, colour = printed.token_amount[place], printed.token_colour[place]
    if colour != const.NOBODY:
        return text("token.colour", count=counted("cards", count), colour=names.COLOURS[colour])
    key = "token.shuffle" if printed.token_shuffles[place] else "token.cross"
    return text(key, spaces=counted("spaces", count))


def moment(when: str, what: str) -> str:
    """What does not happen at once, with the word that says when."""
    return CATALOGUE[when].format(what=what)


def spelled(parameters: Mapping[str, Any], who: Who) -> dict[str, Any]:
    fields = dict(parameters)
    if "from" in fields:
        fields["from_"] = who(fields.pop("from"))
    if "by" in fields:
        fields["by"] = who(fields["by"])
    if "card" in fields:
        fields["card"] = card(parameters)
    if "leader" in fields:
        fields["leader"], fields["ability"] = leader(parameters), ability(parameters)
    for name in ("resources", "consumes", "produces"):
        if name in fields:
            fields[name] = amounts(fields[name])
    for name in ("points", "spaces"):
        if name in fields:
            fields[name] = counted(name, fields[name])
    return fields
