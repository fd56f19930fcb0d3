// QR codes (ISO/IEC 18004) for links: bytes, error correction M, versions 1 to 6, which hold 106 bytes.

/** By version from 1: codewords in all, codewords of correction per block, blocks, centre of the alignment mark. */
const VERSIONS = [
  [26, 10, 1, 0],
  [44, 16, 1, 18],
  [70, 26, 1, 22],
  [100, 18, 2, 26],
  [134, 24, 2, 30],
  [172, 16, 4, 34],
] as const;

const BYTE_MODE = 0b0100;
const PADS = [0xec, 0x11];
const GENERATOR_OF_FORMAT = 0x537;
const MASK_OF_FORMAT = 0x5412;
const LEVEL_M = 0b00;

const MASKS: ((x: number, y: number) => boolean)[] = [
  (x, y) => (x + y) % 2 === 0,
  (_, y) => y % 2 === 0,
  (x) => x % 3 === 0,
  (x, y) => (x + y) % 3 === 0,
  (x, y) => (Math.floor(y / 2) + Math.floor(x / 3)) % 2 === 0,
  (x, y) => ((x * y) % 2) + ((x * y) % 3) === 0,
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2 === 0,
  (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2 === 0,
];

/** Rows of modules, true where dark; null when the text is too long. */
export function qr(text: string): boolean[][] | null {
  const bytes = new TextEncoder().encode(text);
  const at = VERSIONS.findIndex(([all, correction, blocks]) => bytes.length + 2 <= all - correction * blocks);
  const version = VERSIONS[at];
  if (!version) return null;
  const [all, correction, blocks, alignment] = version;
  const message = interleaved(codewords(bytes, all - correction * blocks), correction, blocks);
  const drawings = MASKS.map((_, mask) => draw(17 + 4 * (at + 1), alignment, message, mask));
  return drawings.reduce((best, other) => (penalty(other) < penalty(best) ? other : best));
}

function codewords(bytes: Uint8Array, room: number): number[] {
  const bits: number[] = [];
  const push = (value: number, length: number) => {
    for (let bit = length - 1; bit >= 0; bit--) bits.push((value >> bit) & 1);
  };
  push(BYTE_MODE, 4);
  push(bytes.length, 8);
  for (const byte of bytes) push(byte, 8);
  push(0, Math.min(4, room * 8 - bits.length));
  push(0, (8 - (bits.length % 8)) % 8);
  const words: number[] = [];
  for (let bit = 0; bit < bits.length; bit += 8) words.push(parseInt(bits.slice(bit, bit + 8).join(""), 2));
  for (let pad = 0; words.length < room; pad++) words.push(PADS[pad % 2] ?? 0);
  return words;
}

// ---------------------------------------------------------------- correction: arithmetic in the field of 256

function times(one: number, other: number): number {
  let product = 0;
  for (let bit = 7; bit >= 0; bit--) {
    product = (product << 1) ^ ((product >> 7) * 0x11d);
    product ^= ((other >> bit) & 1) * one;
  }
  return product;
}

function divisor(degree: number): number[] {
  const found: number[] = [...Array<number>(degree - 1).fill(0), 1];
  let root = 1;
  for (let power = 0; power < degree; power++) {
    for (let i = 0; i < degree; i++) found[i] = times(found[i] ?? 0, root) ^ (found[i + 1] ?? 0);
    root = times(root, 2);
  }
  return found;
}

function remainder(words: readonly number[], by: readonly number[]): number[] {
  const rest: number[] = by.map(() => 0);
  for (const word of words) {
    const factor = word ^ (rest.shift() ?? 0);
    rest.push(0);
    by.forEach((coefficient, i) => (rest[i] = (rest[i] ?? 0) ^ times(coefficient, factor)));
  }
  return rest;
}

function interleaved(words: readonly number[], correction: number, blocks: number): number[] {
  const length = words.length / blocks; // whole in all these versions
  const parts = Array.from({ length: blocks }, (_, i) => words.slice(i * length, (i + 1) * length));
  const by = divisor(correction);
  const corrections = parts.map((part) => remainder(part, by));
  const across = (lists: readonly number[][]) => (lists[0] ?? []).flatMap((_, i) => lists.map((list) => list[i] ?? 0));
  return [...across(parts), ...across(corrections)];
}

// ---------------------------------------------------------------- drawing

function draw(size: number, alignment: number, message: readonly number[], mask: number): boolean[][] {
  const rows = Array.from({ length: size }, () => Array<boolean>(size).fill(false));
  const taken = rows.map((row) => row.map(() => false));
  const set = (x: number, y: number, dark: boolean) => {
    const [row, takenRow] = [rows[y], taken[y]];
    if (!row || !takenRow || x < 0 || x >= size) return;
    row[x] = dark;
    takenRow[x] = true;
  };
  for (let i = 0; i < size; i++) {
    set(6, i, i % 2 === 0);
    set(i, 6, i % 2 === 0);
  }
  for (const [cx, cy] of [[3, 3], [size - 4, 3], [3, size - 4]] as const) square(cx, cy, 4, (ring) => ring !== 2 && ring !== 4, set);
  if (alignment) square(alignment, alignment, 2, (ring) => ring !== 1, set);
  format(size, mask, set);
  fill(rows, taken, message, MASKS[mask] ?? (() => false));
  return rows;
}

/** Squares around a centre; `dark` says which. */
function square(cx: number, cy: number, radius: number, dark: (ring: number) => boolean, set: (x: number, y: number, dark: boolean) => void): void {
  for (let dy = -radius; dy <= radius; dy++) {
    for (let dx = -radius; dx <= radius; dx++) set(cx + dx, cy + dy, dark(Math.max(Math.abs(dx), Math.abs(dy))));
  }
}

function format(size: number, mask: number, set: (x: number, y: number, dark: boolean) => void): void {
  const said = (LEVEL_M << 3) | mask;
  let rest = said;
  for (let i = 0; i < 10; i++) rest = (rest << 1) ^ ((rest >> 9) * GENERATOR_OF_FORMAT);
  const bits = ((said << 10) | rest) ^ MASK_OF_FORMAT;
  const bit = (i: number) => ((bits >> i) & 1) === 1;
  for (let i = 0; i <= 5; i++) set(8, i, bit(i));
  set(8, 7, bit(6));
  set(8, 8, bit(7));
  set(7, 8, bit(8));
  for (let i = 9; i < 15; i++) set(14 - i, 8, bit(i));
  for (let i = 0; i < 8; i++) set(size - 1 - i, 8, bit(i));
  for (let i = 8; i < 15; i++) set(8, size - 15 + i, bit(i));
  set(8, size - 8, true);
}

/** Two columns at a time, from the right, up and down, leaving out the column of the timing marks. */
function fill(rows: boolean[][], taken: boolean[][], message: readonly number[], masked: (x: number, y: number) => boolean): void {
  const size = rows.length;
  let at = 0;
  for (let right = size - 1; right >= 1; right -= 2) {
    if (right === 6) right = 5;
    const upwards = ((right + 1) & 2) === 0;
    for (let step = 0; step < size; step++) {
      const y = upwards ? size - 1 - step : step;
      for (const x of [right, right - 1]) {
        const row = rows[y];
        if (!row || taken[y]?.[x]) continue;
        const dark = (((message[at >> 3] ?? 0) >> (7 - (at & 7))) & 1) === 1;
        row[x] = dark !== masked(x, y);
        at++;
      }
    }
  }
}

/** How hard it is to read: long runs, blocks of four, and more dark than light or the other way round. */
function penalty(rows: readonly boolean[][]): number {
  const size = rows.length;
  const dark = (x: number, y: number) => rows[y]?.[x] ?? false;
  let sum = 0;
  let darks = 0;
  for (const along of [dark, (x: number, y: number) => dark(y, x)]) {
    for (let y = 0; y < size; y++) {
      let run = 1;
      for (let x = 1; x <= size; x++) {
        if (x < size && along(x, y) === along(x - 1, y)) run++;
        else {
          if (run >= 5) sum += run - 2;
          run = 1;
        }
      }
    }
  }
  for (let y = 0; y < size; y++) {
    for (let x = 0; x < size; x++) {
      if (dark(x, y)) darks++;
      const four = [dark(x, y), dark(x + 1, y), dark(x, y + 1), dark(x + 1, y + 1)];
      if (x + 1 < size && y + 1 < size && four.every((each) => each === four[0])) sum += 3;
    }
  }
  return sum + 10 * Math.floor(Math.abs((darks * 20) / (size * size) - 10));
}
