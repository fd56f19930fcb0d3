// What the house lets one do at this moment, by the place on the board where one does it.

import type { Colour } from "../kit/students";
import type { GameAction } from "../protocol";
import { destination, type Eriantys } from "./reading";

type Small =
  | { do: "play_assistant"; value: number }
  | { do: "move_student"; colour: Colour; to: "dining" | { island: number } }
  | { do: "move_mother_nature"; steps: number }
  | { do: "take_cloud"; cloud: number }
  | { do: "play_character"; number: number }
  | { do: "end_turn" }
  | { do: "choose"; what: "character" | "island"; value: number }
  | { do: "choose"; what: "colour" | "from_card" | "from_entrance" | "from_dining"; value: Colour }
  | { do: "choose"; what: "swap"; value: "done" };

/** Where a student of the entrance can go. */
export interface Ways {
  dining: GameAction | null;
  islands: Map<number, GameAction>;
}

export interface Choices {
  assistants: Map<number, GameAction>;
  students: Map<Colour, Ways>;
  /** By the first tile of the group where she ends: the fewest steps that lead there. */
  motherNature: Map<number, { action: GameAction; steps: number }>;
  clouds: Map<number, GameAction>;
  characters: Map<number, GameAction>;
  /** Choices that a character's effect asks for. */
  islands: Map<number, GameAction>;
  colours: Map<Colour, GameAction>;
  fromCard: Map<Colour, GameAction>;
  fromEntrance: Map<Colour, GameAction>;
  fromDining: Map<Colour, GameAction>;
  swapped: GameAction | null;
  end: GameAction | null;
}

export function choices(legal: readonly GameAction[], game: Eriantys): Choices {
  const found: Choices = {
    assistants: new Map(),
    students: new Map(),
    motherNature: new Map(),
    clouds: new Map(),
    characters: new Map(),
    islands: new Map(),
    colours: new Map(),
    fromCard: new Map(),
    fromEntrance: new Map(),
    fromDining: new Map(),
    swapped: null,
    end: null,
  };
  for (const action of legal) sort(action, action as Small, game, found);
  return found;
}

function sort(action: GameAction, small: Small, game: Eriantys, found: Choices): void {
  switch (small.do) {
    case "play_assistant":
      found.assistants.set(small.value, action);
      break;
    case "move_student": {
      const ways = found.students.get(small.colour) ?? { dining: null, islands: new Map<number, GameAction>() };
      if (small.to === "dining") ways.dining = action;
      else ways.islands.set(small.to.island, action);
      found.students.set(small.colour, ways);
      break;
    }
    case "move_mother_nature": {
      const tile = destination(game, small.steps)[0] ?? 0;
      const steps = found.motherNature.get(tile)?.steps ?? Infinity;
      if (small.steps < steps) found.motherNature.set(tile, { action, steps: small.steps });
      break;
    }
    case "take_cloud":
      found.clouds.set(small.cloud, action);
      break;
    case "play_character":
      found.characters.set(small.number, action);
      break;
    case "end_turn":
      found.end = action;
      break;
    case "choose":
      if (small.what === "character") found.characters.set(small.value, action);
      else if (small.what === "island") found.islands.set(small.value, action);
      else if (small.what === "colour") found.colours.set(small.value, action);
      else if (small.what === "from_card") found.fromCard.set(small.value, action);
      else if (small.what === "from_entrance") found.fromEntrance.set(small.value, action);
      else if (small.what === "from_dining") found.fromDining.set(small.value, action);
      else found.swapped = action;
  }
}

/** The choice of a group by any of its tiles. */
export function at<Kept>(choice: ReadonlyMap<number, Kept>, group: readonly number[]): Kept | undefined {
  const tile = group.find((each) => choice.has(each));
  return tile === undefined ? undefined : choice.get(tile);
}
