import { expect, it } from "vitest";
import { qr } from "./qr";

const drawn = (text: string) => qr(text)?.map((row) => row.map((dark) => (dark ? "#" : ".")).join(""));

// Drawn and read again by other programs, too.
const LINK = [
  "#######..#.#.##.#.#######",
  "#.....#.#.....##..#.....#",
  "#.###.#...######..#.###.#",
  "#.###.#..#.#.###..#.###.#",
  "#.###.#.##.##.#...#.###.#",
  "#.....#...#..#.##.#.....#",
  "#######.#.#.#.#.#.#######",
  "..........#######........",
  "#.#.#.#..###..#.#...#..#.",
  "#.#....##..##.###.#.....#",
  ".#.##.##.#.###..####..###",
  "###......##.#..###..#..#.",
  ".###..#.###.#...#.#..#.##",
  ".##.#..###.###.#####.#..#",
  "#..##.#.#..##.#..#.##.###",
  ".###.#..#...###...##.#.#.",
  "#...#.###.##..#.######...",
  "........####..###...#####",
  "#######..#...#..#.#.#..##",
  "#.....#..#.#....#...##...",
  "#.###.#.#...#...#####...#",
  "#.###.#....###.##..##.#..",
  "#.###.#.#..##.#.#.####..#",
  "#.....#..##.####.#..##.#.",
  "#######.##.#..######...##",
];

it("a link is drawn as the standard says", () => {
  expect(drawn("http://a/t/ABCDEF")).toEqual(LINK);
});

it("the code grows with the text", () => {
  const sizes = [14, 26, 42, 62, 84, 106].map((length) => qr("x".repeat(length))?.length);
  expect(sizes).toEqual([21, 25, 29, 33, 37, 41]);
});

it("one byte more than a version holds takes the next", () => {
  expect(qr("x".repeat(15))?.length).toBe(25);
  expect(qr("é".repeat(7))?.length).toBe(21);
});

it("a text that is too long has no code", () => {
  expect(qr("x".repeat(107))).toBeNull();
});
