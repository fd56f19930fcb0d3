import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

/** The page as it is when it was just loaded. */
async function loaded() {
  vi.resetModules();
  const calls = await import("./calls.svelte");
  const { sound } = await import("./sound");
  return { ...calls, sound };
}

let made: string[];
beforeEach(() => {
  localStorage.clear();
  made = [];
  const param = { setValueAtTime() {}, linearRampToValueAtTime() {}, exponentialRampToValueAtTime() {} };
  class Node {
    gain = param;
    frequency = param;
    connect(to: unknown) {
      return to;
    }
    start() {}
    stop() {}
  }
  class Context {
    currentTime = 0;
    sampleRate = 100;
    destination = {};
    constructor() {
      made.push("context");
    }
    resume() {
      return Promise.resolve();
    }
    createBuffer = () => ({ getChannelData: () => new Float32Array(50) });
  }
  class Tone extends Node {
    constructor() {
      super();
      made.push("tone");
    }
  }
  vi.stubGlobal("AudioContext", Context);
  vi.stubGlobal("OscillatorNode", Tone);
  for (const each of ["GainNode", "AudioBufferSourceNode", "BiquadFilterNode"]) vi.stubGlobal(each, Node);
});
afterEach(() => vi.unstubAllGlobals());

describe("sounds", () => {
  it("are off until they are wished for", async () => {
    const { calls, sound } = await loaded();
    dispatchEvent(new Event("pointerdown"));
    expect(calls.sounds).toBe(false);
    sound("bell");
    expect(made).toEqual([]);
  });

  it("are not made before somebody has touched the page", async () => {
    localStorage.setItem("ludoteca-calls", '{"sounds": true}');
    const { sound } = await loaded();
    sound("bell");
    expect(made).toEqual([]);
    dispatchEvent(new Event("keydown"));
    sound("bell");
    sound("wood");
    sound("paper");
    expect(made.filter((each) => each === "context")).toHaveLength(1);
    expect(made.filter((each) => each === "tone")).toHaveLength(5);
  });

  it("are remembered", async () => {
    const { wish } = await loaded();
    wish({ sounds: true, volume: 0.3 });
    expect((await loaded()).calls).toEqual({ sounds: true, volume: 0.3, notifications: false });
  });

  it.each(["null", "{broken", '{"sounds":"x","volume":"loud","notifications":1}', '{"volume":2}', '{"volume":-1}'])(
    "are the usual ones where %s is kept",
    async (text) => {
      localStorage.setItem("ludoteca-calls", text);
      expect((await loaded()).calls).toEqual({ sounds: false, volume: 0.5, notifications: false });
    },
  );
});

describe("notifications", () => {
  let shown: string[];
  const hidden = (is: boolean) => vi.spyOn(document, "hidden", "get").mockReturnValue(is);
  const browser = (permission: string) => {
    shown = [];
    class Notice {
      static permission = permission;
      static requestPermission = () => Promise.resolve(permission);
      constructor(title: string) {
        shown.push(title);
      }
    }
    vi.stubGlobal("Notification", Notice);
  };

  it("come when they are wished for, allowed, and the page is hidden", async () => {
    const { notify, wish } = await loaded();
    browser("granted");
    hidden(true);
    expect(notify("Eriantys", "", "ABC")).toBeNull();
    wish({ notifications: true });
    expect(notify("Eriantys", "", "ABC")).not.toBeNull();
    hidden(false);
    expect(notify("Eriantys", "", "ABC")).toBeNull();
    expect(shown).toEqual(["Eriantys"]);
  });

  it("do not come where they are not allowed", async () => {
    const { askToNotify, notify, wish } = await loaded();
    browser("denied");
    hidden(true);
    expect(await askToNotify()).toBe("denied");
    wish({ notifications: true });
    expect(notify("Eriantys", "", "ABC")).toBeNull();
    vi.stubGlobal("Notification", undefined);
    Reflect.deleteProperty(globalThis, "Notification");
    expect(await askToNotify()).toBe("missing");
    expect(notify("Eriantys", "", "ABC")).toBeNull();
  });
});
