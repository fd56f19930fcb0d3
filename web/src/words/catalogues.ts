// All catalogues at once, for tests. The page fetches the one that is spoken.

import { en } from "./en";
import { it } from "./it";
import type { Catalogue, Language } from "./words.svelte";

export const CATALOGUES: Record<Language, Catalogue> = { en, it };
