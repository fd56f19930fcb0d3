// Before every test: English is spoken.

import { speak } from "./words.svelte";

await speak("en");
