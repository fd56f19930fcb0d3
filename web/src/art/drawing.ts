// How a picture is written down: layers, from the back to the front.

/**
 * What a layer is painted with, and its outline. `#rrggbb` is filled and outlined, `-#rrggbb` filled alone, `|#rrggbb` a
 * thick line, and nothing a thin line of ink. With `both`, the layer is drawn a second time as in a mirror.
 */
export type Layer = readonly [paint: string, path: string, both?: boolean];

export interface Drawing {
  /** The colour behind it. */
  ground: string;
  layers: readonly Layer[];
}

export const INK = "#3a2a20";

/** A disc. */
export const dot = (x: number, y: number, r: number) => `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0z`;

/** A wheel of points, for spines and rays. */
export function burst(x: number, y: number, inner: number, outer: number, points: number): string {
  const at = (r: number, step: number) => {
    const angle = (step / points) * Math.PI - Math.PI / 2;
    return `${(x + r * Math.cos(angle)).toFixed(1)} ${(y + r * Math.sin(angle)).toFixed(1)}`;
  };
  return `M${Array.from({ length: 2 * points }, (_, step) => at(step % 2 ? inner : outer, step)).join("L")}z`;
}

/** Two eyes with a glint, at the same height, as far from the middle. */
export const eyes = (y: number, apart: number, r = 2.2): Layer[] => [
  [`-${INK}`, dot(32 - apart, y, r), true],
  ["-#fff8ea", dot(32 - apart + r * 0.35, y - r * 0.4, r * 0.32) + dot(32 + apart + r * 0.35, y - r * 0.4, r * 0.32)],
];
