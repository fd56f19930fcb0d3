/** Hexadecimal digits by chance. (`crypto.randomUUID` is there on secure pages only.) */
export function chance(bytes = 16): string {
  const drawn = crypto.getRandomValues(new Uint8Array(bytes));
  return [...drawn].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
