// Parts of the page that are fetched when they are first wanted.

import { askHouse, NotMet } from "./asking";

/** A part, or NotMet: a house that answers but has no such part any more has a newer page. */
export async function fetched<Part>(load: () => Promise<Part>): Promise<Part> {
  try {
    return await load();
  } catch {
    // The browser tells no more than that it failed. Whether the house is there, the house says.
    await askHouse();
    throw new NotMet("protocol", "");
  }
}
