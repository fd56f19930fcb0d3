import { afterEach, expect, it } from "vitest";
import { isForPage } from "./keys";

afterEach(() => document.body.replaceChildren());

const press = (target: Element, also: KeyboardEventInit = {}) => {
  let found = false;
  const listen = (event: KeyboardEvent) => (found = isForPage(event));
  addEventListener("keydown", listen);
  target.dispatchEvent(new KeyboardEvent("keydown", { key: "g", bubbles: true, ...also }));
  removeEventListener("keydown", listen);
  return found;
};

it("takes keys where nothing else does", () => {
  expect(press(document.body)).toBe(true);
  expect(press(document.body, { shiftKey: true })).toBe(true);
});

it("leaves alone what is written, and shortcuts of the browser", () => {
  const field = document.body.appendChild(document.createElement("input"));
  expect(press(field)).toBe(false);
  for (const key of ["altKey", "ctrlKey", "metaKey"]) expect(press(document.body, { [key]: true })).toBe(false);
});

it("leaves everything to a sheet that lies on top, wherever the focus went", () => {
  document.body.appendChild(document.createElement("dialog")).setAttribute("open", "");
  expect(press(document.body)).toBe(false);
});
