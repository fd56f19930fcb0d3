// Requests to the house over HTTP.

import type {
  Admitted,
  Film,
  Fork,
  History,
  House,
  Knock,
  LessonMoment,
  LessonTry,
  NewTable,
  Opened,
  Replay,
  Review,
  TableList,
  TableView,
  Verification,
} from "../protocol";
import { known } from "../words/words.svelte";
import { hearOfAdmission } from "./admission.svelte";
import { hearOf } from "./reach.svelte";
import { isCount, isLike, isListOf, isMoment, isNumber, isText, partsOf, type Check } from "./checks";

/** A request that was not met: `code` is that of the house, `unreachable` or `strange_answer`. */
export class NotMet extends Error {
  constructor(
    readonly code: string,
    sentence: string,
    readonly parameters: Record<string, unknown> = {},
    readonly rule: string | null = null,
  ) {
    super(sentence);
  }
}

const JSON_BODY = { "Content-Type": "application/json" };

async function ask(path: string, body?: unknown): Promise<Response> {
  const posting = { method: "POST", headers: JSON_BODY, body: JSON.stringify(body) };
  try {
    return await fetch(path, body === undefined ? {} : posting);
  } catch {
    throw new NotMet("unreachable", "");
  }
}

async function request<Answer>(path: string, understood: Check<unknown>, body?: unknown): Promise<Answer> {
  const response = await ask(path, body);
  const answer: unknown = await response.json().catch(() => undefined);
  if (!response.ok || answer === undefined) return refuse(response, answer);
  if (!understood(answer)) throw new NotMet("strange_answer", "");
  return answer as Answer;
}

function refuse(response: Response, answer: unknown): never {
  const { code, sentence, parameters, rule } = partsOf(answer);
  // Who comes with too many connections is turned away before JSON is spoken.
  const silent = response.status === 429 ? "connections" : "unreachable";
  throw new NotMet(isText(code) ? code : silent, isText(sentence) ? sentence : "", partsOf(parameters), isText(rule) ? rule : null);
}

/** The rules of a game, as they are written. */
export async function askRules(game: string): Promise<string> {
  const response = await ask(`/api/rules/${encodeURIComponent(game)}`);
  return response.ok ? response.text() : refuse(response, await response.json().catch(() => null));
}

// Of each answer, what the page cannot do without.
const SOME = isListOf(isLike({}));
const LISTING = isLike({ code: isText, game: isText, settings: isLike({}), players: isCount, seats: SOME });
const VIEW = isLike({ options: isLike({}), seats: SOME });
const HOUSE = isLike({
  name: isText,
  version: isText,
  games: isListOf(isLike({ name: isText, players: isListOf(isCount) })),
  bots: isListOf(isLike({ level: isText, words: isText })),
});
const TABLES = isLike({ tables: isListOf(LISTING) });
const OPENED = isLike({ code: isText });
const LESSON = isLike({ name: isText, view: VIEW, events: SOME });
const HISTORY = isLike({ games: isListOf(isLike({ code: isText, changed: isMoment, listing: LISTING })) });
const FILM = isLike({ frames: SOME });
const REPLAY = isLike({ log: SOME, entries: SOME });
const VERIFICATION = isLike({ checks: SOME });

/** Without the games that this page has no words for: the house may be newer. */
export async function askHouse(): Promise<House> {
  const house = await request<House>("/api/house", HOUSE);
  hearOf(isText(house.elsewhere) ? house.elsewhere : null);
  hearOfAdmission(house.admitted);
  return { ...house, games: house.games.filter(({ name }) => known(`game.${name}`) !== null) };
}

/** Into a private house; the browser keeps what it gets for that. */
export const enterHouse = (knock: Knock) => request<Admitted>("/api/door", isLike({ token: isText }), knock);

const tableAddress = (code: string) => `/api/tables/${encodeURIComponent(code)}`;
export const askTables = () => request<TableList>("/api/tables", TABLES);
export const askTable = (code: string) => request<TableView>(tableAddress(code), VIEW);
export const openTable = (table: NewTable) => request<Opened>("/api/tables", OPENED, table);

const lessonAddress = (game: string, step: number) => `/api/lessons/${encodeURIComponent(game)}/${step}`;
export const askLesson = (game: string, step: number) => request<LessonMoment>(lessonAddress(game, step), LESSON);
export const tryLesson = (game: string, step: number, tried: LessonTry) =>
  request<LessonMoment>(lessonAddress(game, step), LESSON, tried);

export function askHistory(after: string | null, most = 10): Promise<History> {
  const query = new URLSearchParams({ most: String(most), ...(after === null ? {} : { after }) });
  return request<History>(`/api/history?${query}`, HISTORY);
}

export const replayAddress = (code: string) => `${tableAddress(code)}/replay`;
export const askFilm = (code: string) => request<Film>(`${tableAddress(code)}/film`, FILM);
const REVIEW = isLike({ turnings: isListOf(isLike({ entry: isCount, player: isNumber, chance: isNumber, left: isNumber })) });
export const askReview = (code: string) => request<Review>(`${tableAddress(code)}/review`, REVIEW);
export const askReplay = (code: string) => request<Replay>(replayAddress(code), REPLAY);
export const askVerified = (replay: Replay) => request<Verification>("/api/verify", VERIFICATION, replay);
export const forkTable = (code: string, fork: Fork) => request<Opened>(`${tableAddress(code)}/fork`, OPENED, fork);
