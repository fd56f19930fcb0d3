import { describe, expect, it } from "vitest";
import eriantys from "../../../src/ludoteca/rules/eriantys/rules.md?raw";
import figures from "../../../src/ludoteca/rules/eriantys/eriantys.json";
import masters from "../../../src/ludoteca/rules/masters/rules.md?raw";
import eriantysEn from "./guides/eriantys.en.md?raw";
import eriantysIt from "./guides/eriantys.it.md?raw";
import mastersEn from "./guides/masters.en.md?raw";
import mastersIt from "./guides/masters.it.md?raw";
import type { Block, Inline } from "./markdown";
import { highlighted, inlinesOf, sectionsOf } from "./markdown";
import playing from "../eriantys/play.svelte.ts?raw";
import trading from "../masters/play.svelte.ts?raw";

const RULES = { eriantys, masters };
const GUIDES = { eriantys: { en: eriantysEn, it: eriantysIt }, masters: { en: mastersEn, it: mastersIt } };
const inlines = (block: Block): Inline[] => {
  if (block.kind === "paragraph") return block.inlines;
  return block.kind === "list" ? block.items.flat() : [...block.head, ...block.rows.flat()].flat();
};

describe.each(Object.entries(RULES))("the rules of %s", (_, text) => {
  const sections = sectionsOf(text);
  const ids = sections.map(({ id }) => id);

  it("are in sections with numbers of their own", () => {
    expect(ids).toContain("6.1");
    expect(new Set(ids).size).toBe(ids.length);
    expect(sections.every(({ blocks, level }) => blocks.length > 0 || level === 2)).toBe(true);
  });

  it("end with the rulings", () => {
    expect(sections.at(-1)?.title).toBe("Rulings");
    const list = sections.at(-1)?.blocks.find((block) => block.kind === "list");
    expect(list?.kind === "list" && list.items.length).toBeGreaterThan(20);
  });

  it("point at sections that there are", () => {
    const links = sections.flatMap(({ blocks }) => blocks.flatMap(inlines)).filter((inline) => inline.kind === "link");
    expect(links.length).toBeGreaterThan(10);
    expect(links.filter(({ to }) => !ids.includes(to))).toEqual([]);
  });

  it("keep no signs of Markdown", () => {
    const shown = sections.flatMap(({ blocks }) => blocks.flatMap(inlines)).map(({ text: words }) => words);
    expect(shown.filter((words) => /\*\*|^\||`|^#/.test(words))).toEqual([]);
  });
});

describe.each(["eriantys", "masters"] as const)("the guide to %s", (game) => {
  const [english, italian] = [sectionsOf(GUIDES[game].en), sectionsOf(GUIDES[game].it)];
  const numbers = (sections: typeof english) => sections.flatMap(({ covers }) => covers).filter((each) => /^\d/.test(each));

  it("tells of every section of the rules that a player needs", () => {
    const needed = sectionsOf(RULES[game]).filter(({ level, title }) => level > 1 && title !== "Rulings");
    expect(needed.map(({ id }) => id).filter((id) => /^[\d.]+$/.test(id) && !numbers(english).includes(id))).toEqual([]);
  });

  it("tells the same in both languages", () => {
    const shape = (sections: typeof english) => sections.map(({ covers, blocks }) => [covers.filter((each) => /^\d/.test(each)), blocks.map(lengths)]);
    const lengths = (block: Block) => [block.kind, block.kind === "list" ? block.items.length : block.kind === "table" ? block.rows.length : 1];
    expect(shape(italian)).toEqual(shape(english));
  });

  it("names no file and no ruling", () => {
    expect(Object.values(GUIDES[game]).filter((text) => /RULING|\.json|`/.test(text))).toEqual([]);
  });
});

it("the prices of the characters in the guide are those of the cards", () => {
  for (const text of [eriantysEn, eriantysIt]) {
    const told = [...text.matchAll(/^\| [\p{L} ]+ \| (\d) \| .+ \|$/gmu)].map((found) => Number(found[1]));
    expect(told.slice(-12)).toEqual(figures.characters.map(({ cost }) => cost));
  }
});

it("reasons why something cannot be done point at sections that there are", () => {
  for (const [source, text] of [[playing, eriantysEn], [trading, mastersEn]] as const) {
    const ids = sectionsOf(text).flatMap(({ covers }) => covers);
    const named = [...source.matchAll(/refuse\(.*, "([\d.]+)"\)/g)].map((found) => found[1] ?? "");
    expect(named.length).toBeGreaterThan(3);
    expect(named.filter((id) => !ids.includes(id))).toEqual([]);
  }
});

it("a list goes on in lines that are moved in, and counts from where it begins", () => {
  const [section] = sectionsOf("## 1 One\n\n0. first\n1. second\n   and more\n\nA text.\n* a point");
  expect(section?.blocks).toEqual([
    { kind: "list", ordered: true, start: 0, items: [[{ kind: "text", text: "first" }], [{ kind: "text", text: "second and more" }]] },
    { kind: "paragraph", inlines: [{ kind: "text", text: "A text." }] },
    { kind: "list", ordered: false, start: 1, items: [[{ kind: "text", text: "a point" }]] },
  ]);
});

it("a table has a head and rows", () => {
  const [section] = sectionsOf("## 1 One\n| a | b |\n|---|---|\n| 1 | **2** |\nAfter.");
  expect(section?.blocks[0]).toEqual({
    kind: "table",
    head: [[{ kind: "text", text: "a" }], [{ kind: "text", text: "b" }]],
    rows: [[[{ kind: "text", text: "1" }], [{ kind: "strong", text: "2" }]]],
  });
  expect(section?.blocks[1]).toEqual({ kind: "paragraph", inlines: [{ kind: "text", text: "After." }] });
});

it("pieces of a line", () => {
  expect(inlinesOf("See §6.3, *side* and `x` **[RULING 4]**.", "12")).toEqual([
    { kind: "text", text: "See " },
    { kind: "link", text: "§6.3", to: "6.3" },
    { kind: "text", text: ", " },
    { kind: "em", text: "side" },
    { kind: "text", text: " and " },
    { kind: "code", text: "x" },
    { kind: "text", text: " " },
    { kind: "link", text: "[4]", to: "12" },
    { kind: "text", text: "." },
  ]);
});

it("what was searched for is every second piece", () => {
  expect(highlighted("Move a Mover", "move")).toEqual(["", "Move", " a ", "Move", "r"]);
  expect(highlighted("Move", "")).toEqual(["Move"]);
});
