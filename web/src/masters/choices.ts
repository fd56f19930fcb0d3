// What the house lets one do at this moment, by the place on the board where one does it.

import type { GameAction } from "../protocol";
import type { Line } from "./reading";
import type { Resource } from "./resources";

export type Target = "depot_1" | "depot_2" | "depot_3" | "leader_depot" | "discard";

type Small =
  | { do: "play_leader"; card: number }
  | { do: "discard_leader"; card: number }
  | { do: "end_turn" }
  | { do: "choose"; what: "keep" | "card"; value: number }
  | { do: "choose"; what: "line"; value: Line }
  | { do: "choose"; what: "place"; value: Target }
  | { do: "choose"; what: "resource" | "white"; value: Resource }
  | { do: "choose"; what: "production" | "layout"; value: "start" }
  | { do: "choose"; what: "other"; value: unknown };

export interface Choices {
  keep: Map<number, GameAction>;
  lines: Map<Line, GameAction>;
  cards: Map<number, GameAction>;
  production: GameAction | null;
  play: Map<number, GameAction>;
  discard: Map<number, GameAction>;
  /** What is stored may be moved. */
  layout: GameAction | null;
  end: GameAction | null;
  resource: Map<Resource, GameAction>;
  white: Map<Resource, GameAction>;
  places: Map<Target, GameAction>;
  /** Steps of actions that this page makes whole, for those who have begun them elsewhere. */
  steps: GameAction[];
}

export function choices(legal: readonly GameAction[]): Choices {
  const found: Choices = {
    keep: new Map(),
    lines: new Map(),
    cards: new Map(),
    production: null,
    play: new Map(),
    discard: new Map(),
    layout: null,
    end: null,
    resource: new Map(),
    white: new Map(),
    places: new Map(),
    steps: [],
  };
  for (const action of legal) sort(action, action as Small, found);
  return found;
}

function sort(action: GameAction, small: Small, found: Choices): void {
  if (small.do === "play_leader") found.play.set(small.card, action);
  else if (small.do === "discard_leader") found.discard.set(small.card, action);
  else if (small.do === "end_turn") found.end = action;
  else {
    switch (small.what) {
      case "keep":
        found.keep.set(small.value, action);
        break;
      case "card":
        found.cards.set(small.value, action);
        break;
      case "line":
        found.lines.set(small.value, action);
        break;
      case "place":
        found.places.set(small.value, action);
        break;
      case "resource":
        found.resource.set(small.value, action);
        break;
      case "white":
        found.white.set(small.value, action);
        break;
      case "production":
        found.production = action;
        break;
      case "layout":
        found.layout = action;
        break;
      default:
        found.steps.push(action);
    }
  }
}

/** Whether it is the part of a turn in which one chooses what to do. */
export const ofTurn = (found: Choices) => found.lines.size > 0 || found.end !== null;
