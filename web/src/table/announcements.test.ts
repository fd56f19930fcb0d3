import { expect, it } from "vitest";
import { announced } from "./announcements";

const who = (player: number) => ["Ada", "Bob"][player] ?? "";
const weight = (...events: string[]) => announced(events.map((event) => ({ event })), undefined, who)?.weight ?? null;

it("of an action the weightiest moment is announced", () => {
  expect(weight("MotherNatureMoved", "TowersChanged")).toBe("tower");
  expect(weight("TowersChanged", "IslandsJoined")).toBe("join");
  expect(weight("TowersChanged", "IslandsJoined", "LastRound")).toBe("last_round");
  expect(weight("FaithGained", "VaticanReport")).toBe("report");
});

it("what has no weight is not announced", () => {
  expect(weight("StudentToDining", "ProfessorMoved")).toBeNull();
});

it("is said in the words of the log", () => {
  const game = { tell: () => ({ key: "tell.joined" as const, with: { tile: 1, other: 2 } }) };
  expect(announced([{ event: "IslandsJoined", tile: 1, other: 2 }], game as never, who)?.words).toEqual({ key: "tell.joined", with: { tile: 1, other: 2 } });
});
