// Resources, cards, leaders and tokens as texts that are not yet in a language.

import { counted, type Said } from "../words/words.svelte";
import type { Colour, Development, Leader, Token } from "./cards";
import type { Line } from "./reading";
import { amount, present, type Amounts, type Marble, type Resource, type Yield } from "./resources";

export const NOTHING: Said = { key: "masters.nothing" };

/** With commas and an "and". */
export function list(items: readonly Said[]): Said {
  const last = items.at(-1);
  if (!last) return NOTHING;
  const before = items.slice(0, -1);
  if (!before.length) return last;
  const first = before.reduce((one, other) => ({ key: "masters.comma", with: { first: one, last: other } }));
  return { key: "list.and", with: { first, last } };
}

export const some = (what: Yield | "any", count: number): Said => ({
  key: counted(`masters.some.${what}`, count),
  with: { count },
});

export const amounts = (all: Amounts, any = 0): Said =>
  list([...present(all).map((each) => some(each, amount(all, each))), ...(any > 0 ? [some("any", any)] : [])]);

export const points = (count: number): Said => ({ key: counted("masters.points", count), with: { count } });
export const resource = (name: Resource): Said => ({ key: `masters.name.${name}` });
export const marble = (name: Marble): Said => ({ key: `masters.marble.${name}` });

export function line(name: Line): Said {
  const number = Number(name.at(-1)) + 1;
  return { key: name.startsWith("row") ? "masters.line.row" : "masters.line.column", with: { number } };
}

// Cards

export const card = ({ colour, level }: Pick<Development, "colour" | "level">): Said => ({
  key: `masters.card.${colour}`,
  with: { level },
});

export const cardsOf = (colour: Colour, count: number): Said => ({
  key: counted(`masters.cards.${colour}`, count),
  with: { count },
});

/** Everything that is printed on a card, with the price that it has for somebody. */
export function development(printed: Development, price: Amounts): Said {
  const { production } = printed;
  return {
    key: "masters.card.words",
    with: {
      card: card(printed),
      points: points(printed.victory_points),
      costs: { key: "masters.costs", with: { what: amounts(price) } },
      makes: { key: "masters.makes", with: { in: amounts(production.in), out: amounts(production.out) } },
    },
  };
}

// Leaders

export function ability({ kind, resource: what, effect }: Leader): Said {
  if (kind === "production") {
    const { any = 0, ...given } = effect.out ?? {};
    return { key: "masters.leader.production", with: { in: amounts(effect.in ?? {}), out: amounts(given, any) } };
  }
  return { key: `masters.leader.${kind}`, with: { resource: some(what, kind === "extra_depot" ? 2 : 1) } };
}

export function needed({ cards = [], resources = {} }: Leader["requirement"]): Said {
  const cardsNeeded = cards.map(({ colour, level, count }): Said => {
    const many = cardsOf(colour, count);
    return level === null ? many : { key: "masters.cards.level", with: { cards: many, level } };
  });
  const rest = present(resources).map((each) => some(each, amount(resources, each)));
  return list([...cardsNeeded, ...rest]);
}

export const leader = (printed: Leader): Said => ({
  key: "masters.leader.words",
  with: {
    ability: ability(printed),
    requirement: needed(printed.requirement),
    points: points(printed.victory_points),
  },
});

// Tokens

export function token(drawn: Token): Said {
  if (drawn.kind === "discard" && drawn.colour) {
    return { key: "masters.token.discard", with: { cards: cardsOf(drawn.colour, drawn.count ?? 0) } };
  }
  const count = drawn.advance ?? 0;
  return { key: drawn.reshuffle ? "masters.token.shuffle" : "masters.token.cross", with: { count } };
}

