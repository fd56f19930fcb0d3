import { describe, expect, it } from "vitest";
import css from "./page.css?raw";
import { PALETTES } from "./look.svelte";
import { COLOURS } from "./students";

type Three = [number, number, number];

/** Machado, Oliveira and Fernandes (2009), complete deficiency, on linear RGB. */
const SEEN_BY = {
  protan: [0.152286, 1.052583, -0.204868, 0.114503, 0.786281, 0.099216, -0.003882, -0.048116, 1.051998],
  deutan: [0.367322, 0.860646, -0.227968, 0.280085, 0.672501, 0.047413, -0.01182, 0.04294, 0.968881],
  tritan: [1.255528, -0.076749, -0.178779, -0.078411, 0.930809, 0.147602, 0.004733, 0.691367, 0.3039],
  everybody: [1, 0, 0, 0, 1, 0, 0, 0, 1],
} as const;

function colours(palette: string): Three[] {
  const block = palette === "base" ? css : (new RegExp(`data-palette="${palette}"\\] \\{([^}]+)\\}`).exec(css)?.[1] ?? "");
  return COLOURS.map((colour) => {
    const hex = new RegExp(`--${colour}: #(\\w{6});`).exec(block)?.[1] ?? "";
    expect(hex).toHaveLength(6);
    return [0, 2, 4].map((at) => linear(parseInt(hex.slice(at, at + 2), 16) / 255)) as Three;
  });
}

const linear = (value: number) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);

function seen(rgb: Three, by: keyof typeof SEEN_BY): Three {
  const m = SEEN_BY[by];
  const row = (at: number) => (m[at] ?? 0) * rgb[0] + (m[at + 1] ?? 0) * rgb[1] + (m[at + 2] ?? 0) * rgb[2];
  return [row(0), row(3), row(6)].map((value) => Math.min(1, Math.max(0, value))) as Three;
}

/** CIE L*a*b*. */
function lab([r, g, b]: Three): Three {
  const f = (value: number) => (value > 0.008856 ? Math.cbrt(value) : 7.787 * value + 16 / 116);
  const x = f((0.4124564 * r + 0.3575761 * g + 0.1804375 * b) / 0.95047);
  const y = f(0.2126729 * r + 0.7151522 * g + 0.072175 * b);
  const z = f((0.0193339 * r + 0.119192 * g + 0.9503041 * b) / 1.08883);
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
}

function nearest(palette: string, by: keyof typeof SEEN_BY, distance = (one: Three, other: Three) => Math.hypot(...one.map((value, at) => value - (other[at] ?? 0)))): number {
  const all = colours(palette).map((colour) => lab(seen(colour, by)));
  return Math.min(...all.flatMap((one, at) => all.slice(at + 1).map((other) => distance(one, other))));
}

describe("palettes of the pieces", () => {
  it("are all there", () => {
    for (const palette of PALETTES) expect(colours(palette)).toHaveLength(5);
  });

  it("keep colours apart for everybody", () => {
    for (const palette of PALETTES) expect(nearest(palette, "everybody")).toBeGreaterThan(40);
  });

  it("keep colours apart for those who confuse red and green", () => {
    for (const by of ["protan", "deutan"] as const) {
      expect(nearest("red_green", by)).toBeGreaterThan(30);
      expect(nearest("red_green", by)).toBeGreaterThan(nearest("base", by));
    }
  });

  it("keep colours apart for those who confuse blue and yellow", () => {
    expect(nearest("blue_yellow", "tritan")).toBeGreaterThan(30);
    expect(nearest("blue_yellow", "tritan")).toBeGreaterThan(nearest("base", "tritan"));
  });

  it("differ in lightness alone where that is wished", () => {
    expect(nearest("contrast", "everybody", (one, other) => Math.abs(one[0] - other[0]))).toBeGreaterThan(12);
  });
});
