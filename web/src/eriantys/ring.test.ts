import { describe, expect, it } from "vitest";
import { ring, type Point, type Ring } from "./ring";
import type { Group } from "./reading";

const single: Group[] = Array.from({ length: 12 }, (_, at) => [at + 1]);
const distance = (one: Point, other: Point) => Math.hypot(one.x - other.x, one.y - other.y);
const centre = (laid: Ring, tile: number) => laid.tiles.get(tile) ?? { x: NaN, y: NaN };

describe.each([[980, 350], [352, 240], [352, 300], [760, 560], [1600, 640]])("in %i by %i", (width, height) => {
  const joined: Group[] = [[1], [2], [3, 4, 5], [6], [7], [8], [9], [10], [11, 12]];

  it.each([["apart", single], ["joined", joined]])("%s tiles stay inside and off each other", (_, groups) => {
    const laid = ring(groups, width, height);
    expect(laid.tiles.size).toBe(12);
    for (const { x, y } of laid.tiles.values()) {
      expect(x - laid.size / 2).toBeGreaterThanOrEqual(0);
      expect(y - laid.size / 2).toBeGreaterThanOrEqual(0);
      expect(x + laid.size / 2).toBeLessThanOrEqual(width);
      expect(y + laid.size / 2).toBeLessThanOrEqual(height);
    }
    for (let tile = 1; tile <= 12; tile++) {
      expect(distance(centre(laid, tile), centre(laid, (tile % 12) + 1))).toBeGreaterThan(laid.size * 0.75);
    }
  });

  it("joined tiles are closer than others", () => {
    const [apart, together] = [ring(single, width, height), ring(joined, width, height)];
    expect(distance(centre(together, 3), centre(together, 4))).toBeLessThan(distance(centre(apart, 3), centre(apart, 4)));
  });

  it("a finger finds every tile", () => {
    expect(ring(single, width, height).size).toBeGreaterThanOrEqual(44);
  });
});

it("tiles run clockwise from the top", () => {
  const laid = ring(single, 400, 400);
  expect(centre(laid, 1).x).toBeGreaterThan(200);
  expect(centre(laid, 1).y).toBeLessThan(100);
  expect(centre(laid, 3).x).toBeGreaterThan(centre(laid, 1).x);
  expect(centre(laid, 7).y).toBeGreaterThan(300);
});
