import { describe, expect, it } from "vitest";
import { STANDARD } from "./cards";
import { choices } from "./choices";
import { stepWords } from "./steps";

const choose = (what: string, value: unknown) => ({ do: "choose", what, value, by: "A" });

describe("what is legal", () => {
  it("is sorted by the place where one does it", () => {
    const found = choices([
      choose("line", "row 1"),
      choose("card", 5),
      choose("production", "start"),
      choose("layout", "start"),
      { do: "play_leader", card: 49 },
      { do: "discard_leader", card: 49 },
      { do: "end_turn" },
    ]);
    expect([...found.lines.keys()]).toEqual(["row 1"]);
    expect([...found.cards.keys()]).toEqual([5]);
    expect([...found.play.keys(), ...found.discard.keys()]).toEqual([49, 49]);
    expect(found.production).toEqual(choose("production", "start"));
    expect(found.layout).toEqual(choose("layout", "start"));
    expect(found.end).toEqual({ do: "end_turn" });
    expect(found.steps).toEqual([]);
  });

  it("in the middle of an action is a resource, a leader or a place", () => {
    expect([...choices([choose("keep", 50)]).keep.keys()]).toEqual([50]);
    expect([...choices([choose("resource", "coin")]).resource.keys()]).toEqual(["coin"]);
    expect([...choices([choose("white", "stone")]).white.keys()]).toEqual(["stone"]);
    expect([...choices([choose("place", "depot_2"), choose("place", "discard")]).places.keys()]).toEqual(["depot_2", "discard"]);
  });

  it("has words for every step of an action that was begun elsewhere", () => {
    const steps = [
      choose("slot", 2),
      choose("power", "basic"),
      choose("power", "dev:1"),
      choose("power", "leader:61"),
      choose("powers", "done"),
      choose("basic_in", "coin"),
      choose("basic_out", "coin"),
      choose("leader_out", "stone"),
      choose("pay_shield", "leader_depots"),
      choose("depot_3", { coin: 2 }),
      choose("depot_2", {}),
    ];
    expect(choices(steps).steps).toEqual(steps);
    expect(steps.map((step) => stepWords(step, STANDARD))).toEqual([
      "Slot 2",
      "Use Basic power",
      "Use green card of level 1",
      "Use makes 1 faith and 1 of choice from 1 shield",
      "These are all powers",
      "Basic power takes: coin",
      "Basic power makes: coin",
      "The leader makes: stone",
      "shield: from leader",
      "Shelf 3: 2 coins",
      "Shelf 2: nothing",
    ]);
  });
});
