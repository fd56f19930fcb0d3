// Which sound goes with what happened.

import type { Sound } from "../kit/sound";
import type { GameEvent } from "../protocol";

const SOUNDS: Partial<Record<string, Sound>> = {
  AssistantPlayed: "paper",
  CharacterPlayed: "paper",
  StudentToDining: "wood",
  StudentToIsland: "wood",
  MotherNatureMoved: "wood",
  TowersChanged: "wood",
  CloudTaken: "wood",
  MarketPushed: "wood",
  ResourceStored: "wood",
  ResourceDiscarded: "wood",
  DepotRearranged: "wood",
  Gained: "wood",
  CardBought: "paper",
  LeadersKept: "paper",
  LeaderPlayed: "paper",
  LeaderDiscarded: "paper",
  TokenDrawn: "paper",
};

/** One for all that an action told: the first that has any. */
export function soundOf(events: readonly GameEvent[]): Sound | null {
  for (const { event } of events) {
    const sound = SOUNDS[String(event)];
    if (sound) return sound;
  }
  return null;
}
