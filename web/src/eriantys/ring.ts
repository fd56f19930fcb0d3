// Where the islands lie: on a rounded ring that fills its place, joined ones closer together.

import type { Group } from "./reading";

export interface Point {
  x: number;
  y: number;
}

export interface Ring {
  /** The width of an island. */
  size: number;
  /** Centres by tile. */
  tiles: Map<number, Point>;
  /** The room inside the ring. */
  inner: { width: number; height: number };
}

const ROUNDNESS = 2.7; // of a superellipse: 2 is an ellipse, more is closer to a rectangle
const SAMPLES = 720;
const JOINED = 0.88; // of the usual distance: tiles of a group
const TILE_TO_STEP = 0.87;
const SHADOW = 0.05; // of a tile: how far its shadow and its number reach below it

export function ring(groups: readonly Group[], width: number, height: number): Ring {
  const tallest = width > 1.8 * height ? 0.33 : 0.262; // a flat ring has room inside anyway
  // The size of a tile and the length of the ring depend on each other: a few rounds settle it.
  let size = Math.min(width, height) / 4;
  let path = outline(width, height, size);
  for (let i = 0; i < 4; i++) {
    const step = length(path) / 12;
    size = Math.max(24, Math.min(step * TILE_TO_STEP, height * tallest, width * 0.19));
    path = outline(width, height, size);
  }
  return {
    size,
    tiles: places(groups, path),
    inner: { width: Math.max(0, width - 2.3 * size), height: Math.max(0, height - 2.25 * size) },
  };
}

/** The box around all tiles of a group. */
export function boxOf(laid: Ring, group: Group) {
  const half = laid.size / 2;
  const points = group.map((tile) => laid.tiles.get(tile) ?? { x: 0, y: 0 });
  const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)];
  const [left, top] = [Math.min(...xs) - half, Math.min(...ys) - half];
  return { left, top, width: Math.max(...xs) + half - left, height: Math.max(...ys) + half - top };
}

/** Points of the ring clockwise from its top, closed. */
function outline(width: number, height: number, size: number): Point[] {
  const edge = 2 + size * SHADOW;
  const [rx, ry] = [Math.max(1, (width - size) / 2 - 2), Math.max(1, (height - size) / 2 - edge)];
  const bend = (value: number) => Math.sign(value) * Math.abs(value) ** (2 / ROUNDNESS);
  return Array.from({ length: SAMPLES + 1 }, (_, at) => {
    const angle = (at / SAMPLES) * 2 * Math.PI;
    return { x: width / 2 + rx * bend(Math.sin(angle)), y: height / 2 - ry * bend(Math.cos(angle)) };
  });
}

const gap = (one: Point, other: Point) => Math.hypot(one.x - other.x, one.y - other.y);

function length(path: readonly Point[]): number {
  return path.reduce((sum, point, at) => sum + (at ? gap(point, path[at - 1] ?? point) : 0), 0);
}

/** Tile 1 lies just right of the top; steps inside a group are shorter, those between groups take what is left. */
function places(groups: readonly Group[], path: readonly Point[]): Map<number, Point> {
  const together = new Set(groups.flatMap((group) => group.slice(0, -1)));
  const joined = together.size;
  const apart = (12 - joined * JOINED) / Math.max(1, 12 - joined);
  const whole = length(path);
  const found = new Map<number, Point>();
  const distances: number[] = [];
  let here = 0;
  for (let tile = 1; tile <= 12; tile++) {
    distances.push(here);
    here += together.has(tile) ? JOINED : apart;
  }
  // Turn the ring so that its tiles are as near as can be to where they lay when all were apart.
  const drift = distances.reduce((sum, distance, at) => sum + distance - at, 0) / 12;
  distances.forEach((distance, at) => {
    found.set(at + 1, along(path, (((distance - drift + 0.5 + 12) % 12) / 12) * whole));
  });
  return found;
}

function along(path: readonly Point[], distance: number): Point {
  let gone = 0;
  for (let at = 1; at < path.length; at++) {
    const [from, to] = [path[at - 1], path[at]];
    if (!from || !to) break;
    const step = gap(from, to);
    if (gone + step >= distance) {
      const part = step === 0 ? 0 : (distance - gone) / step;
      return { x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part };
    }
    gone += step;
  }
  return path[0] ?? { x: 0, y: 0 };
}
