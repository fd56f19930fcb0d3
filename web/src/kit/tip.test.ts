import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { explaining, tip } from "./tip.svelte";

let button: HTMLButtonElement;
let clicks: number;
let end: () => void;
const point = (name: string, pointerType: string) => button.dispatchEvent(new PointerEvent(name, { pointerType, bubbles: true }));

beforeEach(() => {
  vi.useFakeTimers();
  clicks = 0;
  button = document.body.appendChild(document.createElement("button"));
  button.addEventListener("click", () => (clicks += 1));
  end = explaining(() => "What it does.")(button);
});
afterEach(() => {
  end();
  button.remove();
  vi.useRealTimers();
});

it("appears when a mouse stays, and goes with it", () => {
  point("pointerenter", "mouse");
  expect(tip()).toBeNull();
  vi.advanceTimersByTime(400);
  expect(tip()?.text).toBe("What it does.");
  point("pointerleave", "mouse");
  expect(tip()).toBeNull();
});

it("appears under a finger that stays, whose click is none", () => {
  point("pointerdown", "touch");
  vi.advanceTimersByTime(600);
  expect(tip()?.text).toBe("What it does.");
  point("pointerup", "touch");
  button.click();
  expect(clicks).toBe(0);
  button.click();
  expect(clicks).toBe(1);
});

it("leaves a tap alone", () => {
  point("pointerdown", "touch");
  vi.advanceTimersByTime(100);
  point("pointerup", "touch");
  button.click();
  vi.advanceTimersByTime(1000);
  expect(clicks).toBe(1);
  expect(tip()).toBeNull();
});

it("goes with what it is about", () => {
  point("pointerenter", "mouse");
  vi.advanceTimersByTime(400);
  end();
  expect(tip()).toBeNull();
});
