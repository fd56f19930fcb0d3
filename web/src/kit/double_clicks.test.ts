import { afterEach, beforeEach, expect, it } from "vitest";
import { sparingWhatLiesBelow } from "./double_clicks";

let end: () => void;
let clicked: string[];
let sheet: HTMLDialogElement;
let inSheet: HTMLButtonElement;
let below: HTMLButtonElement;

const button = (parent: Element, name: string) => {
  const made = parent.appendChild(document.createElement("button"));
  made.addEventListener("click", () => clicked.push(name));
  return made;
};
const click = (target: Element, detail: number) => target.dispatchEvent(new MouseEvent("click", { detail, bubbles: true }));

beforeEach(() => {
  clicked = [];
  end = sparingWhatLiesBelow();
  sheet = document.body.appendChild(document.createElement("dialog"));
  inSheet = button(sheet, "sheet");
  below = button(document.body, "below");
});
afterEach(() => {
  end();
  document.body.replaceChildren();
});

it("keeps a double click in a sheet from what lies below it", () => {
  click(inSheet, 1);
  sheet.remove();
  click(below, 2);
  expect(clicked).toEqual(["sheet"]);
  click(below, 1);
  expect(clicked).toEqual(["sheet", "below"]);
});

it("leaves double clicks elsewhere alone", () => {
  for (const place of [inSheet, below]) {
    click(place, 1);
    click(place, 2);
  }
  expect(clicked).toEqual(["sheet", "sheet", "below", "below"]);
});

it("keeps a double click from a button that has come under the pointer since", () => {
  const dining = button(document.body, "dining");
  click(dining, 1);
  dining.remove();
  const undo = button(document.body, "undo");
  click(undo, 2);
  expect(clicked).toEqual(["dining"]);
  click(undo, 1);
  expect(clicked).toEqual(["dining", "undo"]);
});
