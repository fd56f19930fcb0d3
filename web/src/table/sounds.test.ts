import { expect, it } from "vitest";
import { soundOf } from "./sounds";

it("an action is heard once, by the first thing that it moved", () => {
  expect(soundOf([{ event: "TurnStarted" }, { event: "AssistantPlayed" }, { event: "StudentToDining" }])).toBe("paper");
  expect(soundOf([{ event: "MotherNatureMoved" }, { event: "TowersChanged" }])).toBe("stone");
  expect(soundOf([{ event: "TowersChanged" }, { event: "IslandsJoined" }, { event: "LastRound" }])).toBe("drum");
  expect(soundOf([{ event: "TurnEnded" }])).toBeNull();
});
