import { afterEach, expect, it, vi } from "vitest";
import { refusal } from "../words/words.svelte";
import { askFilm, askHistory, askHouse, askLesson, askReplay, askTable, askTables, NotMet, openTable } from "./asking";

const answering = (body: unknown, status = 200) => vi.stubGlobal("fetch", () => Promise.resolve(Response.json(body, { status })));
const HOUSE = { name: "Here", version: "1", games: [{ name: "masters", players: [1, 2] }], bots: [{ level: "easy", words: "Easy" }] };
const REQUESTS = {
  house: askHouse,
  tables: askTables,
  table: () => askTable("ABCDEF"),
  opened: () => openTable({} as never),
  lesson: () => askLesson("masters", 1),
  history: () => askHistory(null),
  film: () => askFilm("ABCDEF"),
  replay: () => askReplay("ABCDEF"),
};

afterEach(() => vi.unstubAllGlobals());

it.each(Object.entries(REQUESTS))("says calmly that it does not understand a %s", async (_, ask) => {
  for (const body of [null, 5, [], {}, { games: null, tables: "x", code: 5, frames: [null], log: {}, view: [] }]) {
    answering(body);
    await expect(ask()).rejects.toMatchObject({ code: "strange_answer" });
  }
});

it.each([{ games: [null] }, { games: [{ name: "masters" }] }, { bots: null }, { name: 5 }])("does not take %j for a part of a house", async (wrong) => {
  answering({ ...HOUSE, ...wrong });
  await expect(askHouse()).rejects.toMatchObject({ code: "strange_answer" });
});

it("leaves out games that it does not know", async () => {
  answering({ ...HOUSE, games: [{ name: "chess", players: [2] }, ...HOUSE.games] });
  expect(await askHouse()).toEqual(HOUSE);
});

it.each([
  [{ code: 5, sentence: null, parameters: null }, 500, "unreachable"],
  ["no", 429, "connections"],
  [{ code: "no_such_table", sentence: "", parameters: null }, 404, "no_such_table"],
])("takes of %j with %i what it understands", async (body, status, code) => {
  answering(body, status);
  const error = await askTables().catch((each: unknown) => each as NotMet);
  expect(error).toMatchObject({ code, parameters: {} });
  const { message, parameters } = error as NotMet;
  expect(refusal(code, message, parameters)).not.toBe("");
});

it("an answer that is not of the house is none", async () => {
  vi.stubGlobal("fetch", () => Promise.resolve(new Response("<p>Log in to this network</p>")));
  await expect(askHouse()).rejects.toMatchObject({ code: "unreachable" });
});
