import { expect, it } from "vitest";
import type { GameAction, TableView } from "../protocol";
import { say } from "../words/words.svelte";
import { masters } from "./game";
import { position } from "./positions";
import type { Masters } from "./reading";

const place = (value: string): GameAction => ({ do: "choose", what: "place", value });

function asked(legal: GameAction[], wished: Partial<Masters> = {}): string {
  const view = { game: position(wished), legal } as unknown as TableView;
  return say(masters.asked(view, true, "")!);
}

it("asks for a shelf only where one can take it", () => {
  expect(asked([place("depot_1"), place("discard")])).toMatch(/on which shelf\? Or discard it: the others/);
  expect(asked([place("discard")])).toMatch(/no shelf can take it now\. Discard it: the others/);
  expect(asked([place("depot_1")])).toMatch(/on which shelf\?$/);
});

it("says what a discard does for Lorenzo", () => {
  const alone = { lorenzo: { cross: 1, stack: 6 } } as unknown as Partial<Masters>;
  expect(asked([place("depot_2"), place("discard")], alone)).toMatch(/on which shelf\?.*black cross/);
  expect(asked([place("discard")], alone)).toMatch(/no shelf can take it now\. .*black cross/);
});
