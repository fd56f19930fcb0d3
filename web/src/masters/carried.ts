import type { Resource } from "./resources";
import type { Place } from "./storing";

/** What is in the hand while one drags: something that waits to be stored, or all that lies in a place. */
export type Carried = { kind: "taken"; resource: Resource } | { kind: "stored"; from: Place; resource: Resource };
