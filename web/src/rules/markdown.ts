// The rules, or a guide to them, as they are written, in pieces that a page can show: sections of paragraphs, lists and tables.
// No more of Markdown is read than the rules use.

export type Inline =
  | { kind: "text" | "strong" | "em" | "code"; text: string }
  /** Points at a section. */
  | { kind: "link"; text: string; to: string };

export type Block =
  | { kind: "paragraph"; inlines: Inline[] }
  | { kind: "list"; ordered: boolean; start: number; items: Inline[][] }
  | { kind: "table"; head: Inline[][]; rows: Inline[][][] };

export interface Section {
  /** Its number, such as 6.3; its title where it has none. */
  id: string;
  /** By what one finds it, each without blanks: the numbers of all sections that a guide tells in this one. */
  covers: string[];
  level: number;
  title: string;
  blocks: Block[];
  /** Everything that it says, in small letters: for the search. */
  plain: string;
}

const HEADING = /^(#{1,4}) (.+)$/;
const COVERS = /^(.+?) \{([\d., ]+)\}$/; // of a guide: "## Influence and towers {6.3}"
const NUMBERED = /^(\d+(?:\.\d+)*)\.? (.+)$/;
const BULLET = /^([*-]|\d+\.) (.+)$/;
const RULINGS = "Rulings";

/** What the rules say of themselves at first, and what comes after the rulings, is for those who write programs: it is left out. */
export function sectionsOf(text: string): Section[] {
  const lines = text.split("\n");
  const sections: Section[] = [];
  const rulings = lines.map((line) => NUMBERED.exec(HEADING.exec(line)?.[2] ?? "")).find((found) => found?.[2] === RULINGS)?.[1] ?? "";
  let body: string[] = [];
  let current: Omit<Section, "blocks" | "plain"> | null = null;
  const close = () => {
    if (current) {
      const plain = [current.title, ...body].join("\n").toLowerCase();
      const blocks = blocksOf(body, rulings).slice(current.level === 1 ? 1 : 0);
      if (blocks.length || current.level > 1) sections.push({ ...current, blocks, plain });
    }
    body = [];
  };
  for (const line of lines) {
    const heading = HEADING.exec(line);
    if (!heading) {
      body.push(line);
      continue;
    }
    close();
    if (current?.title === RULINGS) return sections;
    const words = heading[2] ?? "";
    const covers = COVERS.exec(words);
    const numbered = NUMBERED.exec(words);
    const title = covers?.[1] ?? numbered?.[2] ?? words;
    const id = numbered?.[1] ?? title;
    current = { id, covers: covers?.[2]?.split(", ") ?? [id.replaceAll(" ", "-")], level: heading[1]?.length ?? 1, title };
  }
  close();
  return sections;
}

function blocksOf(lines: readonly string[], rulings: string): Block[] {
  const blocks: Block[] = [];
  const inline = (text: string) => inlinesOf(text, rulings);
  let open: string[] = []; // lines of a paragraph
  let items: { marker: string; text: string }[] = [];
  const flush = () => {
    if (open.length) blocks.push({ kind: "paragraph", inlines: inline(open.join(" ")) });
    if (items.length) {
      const first = Number.parseInt(items[0]?.marker ?? "", 10);
      const ordered = !Number.isNaN(first);
      blocks.push({ kind: "list", ordered, start: ordered ? first : 1, items: items.map(({ text }) => inline(text)) });
    }
    [open, items] = [[], []];
  };
  for (let at = 0; at < lines.length; at += 1) {
    const line = (lines[at] ?? "").trim();
    const bullet = BULLET.exec(line);
    if (line === "" || line === "---") flush();
    else if (line.startsWith("|")) {
      flush();
      const rows: string[] = [];
      while ((lines[at] ?? "").trim().startsWith("|")) rows.push((lines[at++] ?? "").trim());
      at -= 1;
      const [head, , ...rest] = rows.map((row) => cellsOf(row).map(inline));
      blocks.push({ kind: "table", head: head ?? [], rows: rest });
    } else if (bullet && !open.length) items.push({ marker: bullet[1] ?? "", text: bullet[2] ?? "" });
    else if (items.length && /^\s/.test(lines[at] ?? "")) {
      const last = items[items.length - 1];
      if (last) last.text += ` ${line}`;
    } else if (bullet) {
      flush();
      items.push({ marker: bullet[1] ?? "", text: bullet[2] ?? "" });
    } else {
      if (items.length) flush();
      open.push(line);
    }
  }
  flush();
  return blocks;
}

const cellsOf = (row: string) => row.replace(/^\||\|$/g, "").split("|").map((cell) => cell.trim());

const PIECES = /\*\*\[RULING (\d+)\]\*\*|\[RULING (\d+)\]|§(\d+(?:\.\d+)*)|\*\*(.+?)\*\*|\*([^*\s][^*]*?)\*|`([^`]+)`/g;

export function inlinesOf(text: string, rulings: string): Inline[] {
  const found: Inline[] = [];
  let at = 0;
  for (const piece of text.matchAll(PIECES)) {
    if (piece.index > at) found.push({ kind: "text", text: text.slice(at, piece.index) });
    const [whole, bold, plain, section, strong, em, code] = piece;
    const ruling = bold ?? plain;
    if (ruling !== undefined) found.push({ kind: "link", text: `[${ruling}]`, to: rulings });
    else if (section !== undefined) found.push({ kind: "link", text: whole, to: section });
    else if (strong !== undefined) found.push({ kind: "strong", text: strong });
    else if (em !== undefined) found.push({ kind: "em", text: em });
    else found.push({ kind: "code", text: code ?? "" });
    at = piece.index + whole.length;
  }
  if (at < text.length) found.push({ kind: "text", text: text.slice(at) });
  return found;
}

/** A text in pieces of which every second one is what was searched for. */
export function highlighted(text: string, wanted: string): string[] {
  if (wanted === "") return [text];
  const pieces: string[] = [];
  const small = text.toLowerCase();
  let at = 0;
  for (let found = small.indexOf(wanted); found >= 0; found = small.indexOf(wanted, at)) {
    pieces.push(text.slice(at, found), text.slice(found, found + wanted.length));
    at = found + wanted.length;
  }
  return [...pieces, text.slice(at)];
}
