// Everything that can go wrong for a person, and the way on from there. The words are `refused.*` in the catalogues.

import type { ProblemCode, RefusalCode } from "../protocol";

/**
 * What the page notices by itself. `no_line`: the house answers, but a connection for the table is turned away.
 * `unheard`: the house does not know what was wished. `unanswered`: nobody knows whether it does.
 */
export type OwnCode =
  | "unreachable"
  | "strange_answer"
  | "no_line"
  | "not_kept"
  | "removed"
  | "expired"
  | "unseated"
  | "time_up"
  | "unheard"
  | "unanswered";
export type TroubleCode = ProblemCode | RefusalCode | OwnCode;

/**
 * `door`, `own` and `games` lead to the door: to leave, to open a table, to what one has opened. `rematch` leads to another table.
 * `again` tries once more, `anyway` goes on all the same, `name` leads to the field of the name, `reload` loads the page.
 * `end` asks the others to end the game. `close`: it is enough to have read it.
 */
export type Way = "again" | "anyway" | "close" | "door" | "end" | "games" | "name" | "own" | "reload" | "rematch" | "watch";

/** A code that is missing here does not compile, and fails a test. */
export const WAYS: Record<TroubleCode, readonly Way[]> = {
  // what the page notices
  unreachable: ["again"],
  strange_answer: ["reload"],
  no_line: ["again", "door"],
  not_kept: ["anyway"],
  removed: ["own"],
  expired: ["own"],
  unseated: ["own"],
  time_up: ["end"],
  unheard: ["close"],
  unanswered: ["close"],
  // the connection, and the house as a whole
  admission: ["reload"],
  connections: ["again", "door"],
  damaged: ["door"],
  draining: ["games"],
  ended: ["door"],
  idle: ["again", "door"],
  internal: ["again", "door"],
  moved: ["watch", "door"],
  muted: ["close"],
  no_such_line: ["close"],
  origin: ["reload"],
  protocol: ["reload"],
  read_only: ["again"],
  refused_address: ["again"],
  reports_full: ["close"],
  restart: ["again"],
  slow: ["again", "door"],
  tables: ["games"],
  too_fast: ["close"],
  too_fast_for_too_long: ["again", "door"],
  too_many_guesses: ["close"],
  wrong_password: ["close"],
  // what this page would not send
  bad_id: ["reload"],
  bad_nonce: ["reload"],
  bad_request: ["reload"],
  bad_secret: ["reload"],
  bad_token: ["reload"],
  greet_first: ["reload"],
  greeted: ["reload"],
  key_in_settings: ["close"],
  key_name_taken: ["close"],
  key_scope: ["close"],
  length_required: ["reload"],
  malformed: ["reload"],
  no_body: ["reload"],
  not_found: ["door"],
  no_key: ["door"],
  still_playing: ["close"],
  too_large: ["close"],
  unknown_host: ["reload"],
  too_many: ["close"],
  wrong_method: ["reload"],
  // coming to a table
  already_seated: ["close"],
  bad_name: ["name"],
  bad_options: ["close"],
  name_taken: ["name"],
  no_advice: ["close"],
  no_bot: ["close"],
  no_review: ["close"],
  no_such_name: ["close"],
  no_such_table: ["door"],
  no_watching: ["door"],
  not_open: ["own"],
  not_seated: ["own"],
  seated: ["close"],
  table_closed: ["own"],
  table_full: ["own"],
  table_long: ["close"],
  too_many_seated: ["close"],
  watching: ["own"],
  wrong_code: ["close"],
  wrong_token: ["own"],
  advice_off: ["close"],
  advice_with_others: ["close"],
  // before the game
  choosing: ["close"],
  look_missing: ["close"],
  look_taken: ["close"],
  not_choosing: ["close"],
  not_full: ["close"],
  not_host: ["close"],
  not_settled: ["close"],
  // during the game and after it
  already_so: ["close"],
  asked_already: ["close"],
  asleep: ["close"],
  away: ["again"],
  cannot_be_asked: ["close"],
  chat_full: ["close"],
  chat_text: ["close"],
  chat_too_fast: ["close"],
  house_decides: ["close"],
  illegal_action: ["close"],
  not_alone: ["close"],
  not_due: ["close"],
  not_over: ["close"],
  not_playing: ["door"],
  not_your_turn: ["close"],
  nothing_asked: ["close"],
  nothing_to_take_back: ["close"],
  other_rules: ["close"],
  paused: ["close"],
  rematched: ["rematch"],
  stale: ["close"],
  stood_in: ["close"],
  waited_for: ["close"],
};

/** A house that is newer than the page may say more. */
export const waysOn = (code: string): readonly Way[] => (WAYS as Partial<Record<string, readonly Way[]>>)[code] ?? ["close"];
