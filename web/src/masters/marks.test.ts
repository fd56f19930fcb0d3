import { expect, it } from "vitest";
import { marks } from "./marks";

it.each([
  [["Ada", "Bob", "Cyd"], ["A", "B", "C"]],
  [["Ada", "random-1", "random-2"], ["A", "1", "2"]],
  [["ada", "Alan"], ["A", "N"]],
  [["Ada", "Alma"], ["1", "2"]], // they end alike, too
  [["Nora", "Adan", "Ada"], ["1", "2", "3"]], // an ending that is somebody's initial
  [["Ada"], ["A"]],
])("tells %j apart", (names, expected) => {
  expect(marks(names)).toEqual(expected);
});
