import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import eriantys from "../../../src/ludoteca/house/lessons/eriantys.json";
import masters from "../../../src/ludoteca/house/lessons/masters.json";
import type { LessonMoment } from "../protocol";
import { speak } from "../words/words.svelte";
import { Lesson } from "./lesson.svelte";
import { keepProgress, progressIn } from "./progress";
import { LESSONS, stepWords, titles } from "./texts.svelte";
import { loadGame } from "../table/games";

await loadGame("eriantys");
await loadGame("masters");

const STEPS = { eriantys, masters };

describe("the words of the lessons", () => {
  it.each(Object.entries(LESSONS))("in %s fit the steps of the house", (_, lessons) => {
    expect(Object.keys(lessons)).toEqual(Object.keys(STEPS));
    for (const [game, steps] of Object.entries(STEPS)) {
      expect(Object.keys(lessons[game] ?? {})).toEqual(steps.map((step) => step.name));
      for (const step of steps) {
        const words = lessons[game]?.[step.name];
        expect(words?.do).toHaveLength(step.asks.length);
        for (const text of [words?.title, words?.text, words?.after, ...(words?.do ?? [])]) expect(text).toMatch(/\S/);
      }
    }
  });

  it.each(Object.entries(LESSONS))("in %s are short", (_, lessons) => {
    for (const { text, do: asked, after } of Object.values(lessons).flatMap((steps) => Object.values(steps))) {
      expect(text.split(/[.?!](?:\s|$)/).filter(Boolean).length).toBeLessThanOrEqual(5);
      expect(text.length).toBeLessThan(330);
      for (const each of [after, ...asked]) expect(each.length).toBeLessThan(170);
    }
  });

  it("follow the language", async () => {
    await speak("it");
    expect(stepWords("eriantys", "clouds").title).toBe("Le nuvole");
    await speak("en");
    expect(titles("eriantys")).toHaveLength(10);
    expect(stepWords("chess", "castling").title).toBe("");
  });
});

describe("progress", () => {
  beforeEach(() => localStorage.clear());

  it("is kept for each game", () => {
    expect(progressIn("eriantys")).toEqual({ done: [], at: 1 });
    keepProgress("eriantys", { done: [1, 2], at: 3 });
    keepProgress("masters", { done: [], at: 2 });
    expect(progressIn("eriantys")).toEqual({ done: [1, 2], at: 3 });
  });

  it.each([
    "{broken",
    "null",
    '{"eriantys":null}',
    '{"eriantys":{"done":null,"at":"x"}}',
    '{"eriantys":{"done":5,"at":-3}}',
    '{"eriantys":{"done":["1"],"at":1.5}}',
  ])("begins anew where nothing sensible was kept: %s", (text) => {
    localStorage.setItem("ludoteca-learn", text);
    expect(progressIn("eriantys")).toEqual({ done: [], at: 1 });
  });
});

describe("a step", () => {
  const seats = ["You", "Bea"].map((name, player) => ({ name, player }));
  const moment = (changes: Partial<LessonMoment> = {}, number = 0) =>
    ({
      name: "assistants",
      step: 1,
      steps: 10,
      view: { number, turn: 0, you: 0, seats, legal: [{ do: "play_assistant", value: 3 }], options: { game: "eriantys" } },
      events: [],
      as_asked: true,
      finished: false,
      ...changes,
    }) as unknown as LessonMoment;
  const asked = { do: "play_assistant", value: 3 };
  let answers: { status: number; body: unknown }[];
  let requests: { path: string; body: unknown }[];

  beforeEach(() => {
    localStorage.clear();
    requests = [];
    vi.stubGlobal("fetch", (path: string, init?: { body?: string }) => {
      requests.push({ path, body: init?.body === undefined ? null : JSON.parse(init.body) });
      const { status, body } = answers.shift()!;
      return Promise.resolve(new Response(JSON.stringify(body), { status }));
    });
  });
  afterEach(() => vi.unstubAllGlobals());

  async function begun(...later: { status: number; body: unknown }[]): Promise<{ lesson: Lesson; finished: () => number }> {
    answers = [{ status: 200, body: moment() }, ...later];
    let count = 0;
    const lesson = new Lesson("eriantys", 1, () => (count += 1));
    await vi.waitFor(() => expect(lesson.busy).toBe(false));
    return { lesson, finished: () => count };
  }
  const settled = (lesson: Lesson) => vi.waitFor(() => expect(lesson.busy).toBe(false));

  it("says what is to be done", async () => {
    const { lesson } = await begun();
    expect(lesson.asked).toContain("Play the 3");
    expect(lesson.yourTurn).toBe(true);
    expect(requests).toEqual([{ path: "/api/lessons/eriantys/1", body: null }]);
    lesson.leave();
  });

  it("goes on by what was asked for, and ends", async () => {
    const events = [{ event: "AssistantPlayed", seat: 0, value: 3, steps: 2 }];
    const { lesson, finished } = await begun({ status: 200, body: moment({ finished: true, events }, 1) });
    lesson.act(asked);
    await settled(lesson);
    expect(requests.at(-1)?.body).toEqual({ action: asked, done: [] });
    expect([lesson.finished, lesson.elsewhere, finished()]).toEqual([true, false, 1]);
    expect(lesson.latest?.events).toEqual(events);
    expect(lesson.spoken).toContain("plays assistant 3.");
    expect([lesson.yourTurn, lesson.view?.legal]).toEqual([false, []]);
    lesson.act(asked); // there is nothing more to do
    expect(requests).toHaveLength(2);
    lesson.leave();
  });

  it("says calmly that something else was done", async () => {
    const { lesson, finished } = await begun({ status: 200, body: moment({ as_asked: false }) });
    lesson.act({ do: "play_assistant", value: 9 });
    await settled(lesson);
    expect([lesson.elsewhere, lesson.finished, finished(), lesson.latest]).toEqual([true, false, 0, null]);
    expect(lesson.spoken).toMatch(/^That is allowed, but here try this: Bea has played/);
    lesson.leave();
  });

  it("says what to try when something is not allowed", async () => {
    const { lesson } = await begun({ status: 409, body: { code: "illegal_action", sentence: "No." } });
    lesson.act({ do: "play_assistant", value: 6 });
    await settled(lesson);
    expect(lesson.notice?.text).toMatch(/^That cannot be done here. Try this:/);
    lesson.leave();
  });

  it("can be begun again", async () => {
    const { lesson } = await begun({ status: 200, body: moment({}, 1) }, { status: 200, body: moment() });
    lesson.act(asked);
    await settled(lesson);
    expect(lesson.asked).toBe("");
    lesson.takeBack();
    await settled(lesson);
    expect(lesson.asked).toContain("Play the 3");
    lesson.leave();
  });

  it("says so when the house cannot be reached", async () => {
    answers = [{ status: 404, body: { code: "not_found", sentence: "" } }];
    const lesson = new Lesson("eriantys", 99, () => undefined);
    await settled(lesson);
    expect([lesson.trouble, lesson.view]).toEqual(["There is nothing at this address.", null]);
    lesson.leave();
  });
});
