import { expect, it } from "vitest";
import { eriantys } from "../eriantys/game";
import type { Happened, TableView, What } from "../protocol";
import { say } from "../words/words.svelte";
import { Chronicle, marked } from "./chronicle";

const look = { tower: null, wizard: null };
const sat = (seat: number, name: string): What => ({ kind: "sat", seat, name, look, bot: null, keyed: true, here: true });
let number = 0;
const entry = (what: What, events: Happened["events"] = []): Happened => ({ number: ++number, time: 0, what, events });

function told(chronicle: Chronicle, ...entries: Happened[]): string[] {
  return entries.map((each) => chronicle.tell(each, eriantys).parts.map(say).join(" "));
}

it("knows who sat where when something happened", () => {
  const lines = told(
    new Chronicle(),
    entry(sat(0, "Ada")),
    entry(sat(1, "Bob")),
    entry({ kind: "rose", seat: 0, why: "left" }),
    entry({ kind: "departed", seat: 0 }),
  );
  expect(lines.slice(2)).toEqual(["Ada gives up the seat.", "Bob has gone."]);
});

it("names players of the game by the seats that play them", () => {
  const acted = entry({ kind: "acted", seat: 1, by: "player" }, [
    { event: "AssistantPlayed", seat: 0, value: 7, steps: 4 },
    { event: "TurnStarted", seat: 1, phase: "planning" },
  ]);
  const started = entry({ kind: "started", order: [1, 0], looks: [look, look], rules_version: "1" });
  expect(told(new Chronicle(), entry(sat(0, "Ada")), entry(sat(1, "Bob")), started, acted).at(-1)).toBe("Bob plays assistant 7.");
});

it("begins in the middle where the beginning is not told", () => {
  const seats = [{ name: "Ada", player: 1 }, { name: "Bob", player: 0 }] as TableView["seats"];
  const chronicle = new Chronicle();
  chronicle.begin({ seats } as TableView);
  const joined = entry({ kind: "acted", seat: 1, by: "bot" }, [
    { event: "MotherNatureMoved", seat: 0, steps: 2, tile: 5 },
    { event: "TowersChanged", tile: 5, tiles: 2, tower: "white", former: "black", reserve: 3, former_reserve: 4 },
  ]);
  const line = chronicle.tell(joined, eriantys);
  expect(line.parts.map(say)).toEqual(["Bob moves mother nature to island 5.", "2 white towers on island 5 instead of black."]);
  expect(line.parts.map((part) => part.tile)).toEqual([5, 5]);
});

it("says when a stand-in decides", () => {
  expect(told(new Chronicle(), entry(sat(0, "Ada")), entry({ kind: "acted", seat: 0, by: "stand-in" })).at(-1)).toBe(
    "A stand-in decides for Ada.",
  );
});

it("marks what was taken back, and nothing else", () => {
  const acted = (): Happened => entry({ kind: "acted", seat: 0, by: "player" }, [{ event: "CloudTaken", seat: 0, cloud: 1 }]);
  const chronicle = new Chronicle();
  const before = acted();
  const happened = [before, acted(), entry({ kind: "departed", seat: 1 }), acted()];
  const back = entry({ kind: "took_back", seat: 0, to: before.number });
  const lines = [...happened, back].map((each) => chronicle.tell(each, eriantys));
  expect(marked(lines, back).map(({ takenBack }) => takenBack)).toEqual([false, true, false, true, false]);
  expect(marked(lines, before)).toBe(lines);
});

it.each<[What, string]>([
  [{ kind: "ended", why: "resigned", winners: [0], secret: "" }, "Bob resigns. The game is over."],
  [{ kind: "ended", why: "alone", winners: [0], secret: "" }, "Bob was away too long. The game is over."],
  [{ kind: "ended", why: "rules", winners: [0], secret: "" }, "The game is over."],
])("says who ended the game: neither a bot nor who resigned before", (ended, words) => {
  const bot: What = { kind: "sat", seat: 3, name: "greedy-1", look, bot: "greedy", keyed: false, here: true };
  const resigned: What = { kind: "stood_in", seat: 2, why: "resigned" };
  const lines = told(new Chronicle(), ...[sat(0, "Ada"), sat(1, "Bob"), sat(2, "Cyd"), bot, resigned, ended].map((what) => entry(what)));
  expect(lines.at(-1)).toBe(words);
});
