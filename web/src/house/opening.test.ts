import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { place } from "../route.svelte";
import { NotMet } from "./asking";
import { myGame } from "./memory";
import { Opening, type OpenedHere } from "./opening.svelte";

const answer = (code: string) => Promise.resolve<OpenedHere>({ code, start: true });
const again = vi.fn();

beforeEach(() => {
  localStorage.clear();
  location.href = "http://localhost:3000/";
  Object.assign(place(), { code: null });
});
afterEach(() => vi.unstubAllGlobals());

describe("opening a table", () => {
  it("leads there and remembers the seat", async () => {
    const ask = vi.fn(() => answer("ABCDEF"));
    await new Opening().open("Ada", "masters", ask, again);
    expect(place().code).toBe("ABCDEF");
    const { key } = myGame("ABCDEF")!;
    expect(ask).toHaveBeenCalledWith({ name: "Ada", key });
    expect(myGame("ABCDEF")).toMatchObject({ name: "Ada", game: "masters", phase: "open", start: true });
  });

  it("happens once at a time", async () => {
    const opening = new Opening();
    const ask = vi.fn(() => answer("ABCDEF"));
    await Promise.all([1, 2, 3].map(() => opening.open("Ada", "masters", ask, again)));
    expect(ask).toHaveBeenCalledTimes(1);
    expect(opening.busy).toBe(false);
  });

  it("leads nobody away who has gone elsewhere, but remembers the seat", async () => {
    const opening = new Opening();
    const under = opening.open("Ada", "masters", () => answer("ABCDEF"), again);
    opening.leave();
    await under;
    expect(place().code).toBeNull();
    expect(myGame("ABCDEF")).toBeDefined();
  });

  it("that fails can be tried again", async () => {
    const opening = new Opening();
    await opening.open("Ada", "masters", () => Promise.reject(new NotMet("unreachable", "")), again);
    expect(opening.trouble?.code).toBe("unreachable");
    opening.goOn();
    expect(again).toHaveBeenCalled();
    expect(opening.busy).toBe(false);
  });

  it("goes on all the same where the seat cannot be kept", async () => {
    const setItem = () => {
      throw new DOMException("full", "QuotaExceededError");
    };
    vi.stubGlobal("localStorage", { getItem: () => null, setItem });
    const opening = new Opening();
    const ask = vi.fn(() => answer("ABCDEF"));
    await opening.open("Ada", "masters", ask, again);
    expect(opening.trouble?.code).toBe("not_kept");
    expect(place().code).toBeNull();
    opening.goOn();
    expect(place().code).toBe("ABCDEF");
    expect(myGame("ABCDEF")?.name).toBe("Ada");
    expect(ask).toHaveBeenCalledTimes(1);
  });
});
