// Which sound goes with what happened.

import type { Sound } from "../kit/sound";
import type { GameEvent } from "../protocol";

const SOUNDS: Partial<Record<string, Sound>> = {
  AssistantPlayed: "paper",
  CharacterPlayed: "paper",
  StudentToDining: "wood",
  StudentToIsland: "wood",
  MotherNatureMoved: "wood",
  TowersChanged: "stone",
  CloudTaken: "wood",
  IslandsJoined: "wave",
  VaticanReport: "chime",
  LastRound: "drum",
  GameEnded: "finale",
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

const WEIGHTY: readonly Sound[] = ["finale", "drum", "chime", "wave", "stone"];

/** One for all that an action told: the weightiest, otherwise the first. */
export function soundOf(events: readonly GameEvent[]): Sound | null {
  const heard = events.flatMap(({ event }) => SOUNDS[String(event)] ?? []);
  return WEIGHTY.find((each) => heard.includes(each)) ?? heard[0] ?? null;
}
