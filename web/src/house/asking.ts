// Requests to the house over HTTP.

import type {
  Film,
  Fork,
  History,
  House,
  LessonMoment,
  LessonTry,
  NewTable,
  Opened,
  Replay,
  TableList,
  TableView,
  Verification,
  Wrong,
} from "../protocol";

/** A request that was not met: `code` is that of the house, or `unreachable`. */
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

async function request<Answer>(path: string, body?: unknown): Promise<Answer> {
  const response = await ask(path, body);
  const answer: unknown = await response.json().catch(() => null);
  if (response.ok && answer !== null) return answer as Answer;
  return refuse(answer);
}

function refuse(answer: unknown): never {
  const wrong = answer as Wrong | null;
  throw new NotMet(wrong?.code ?? "unreachable", wrong?.sentence ?? "", wrong?.parameters, wrong?.rule);
}

/** The rules of a game, as they are written. */
export async function askRules(game: string): Promise<string> {
  const response = await ask(`/api/rules/${encodeURIComponent(game)}`);
  return response.ok ? response.text() : refuse(await response.json().catch(() => null));
}

export const askHouse = () => request<House>("/api/house");
export const askTables = () => request<TableList>("/api/tables");
export const askTable = (code: string) => request<TableView>(`/api/tables/${encodeURIComponent(code)}`);
export const openTable = (table: NewTable) => request<Opened>("/api/tables", table);

const lessonAddress = (game: string, step: number) => `/api/lessons/${encodeURIComponent(game)}/${step}`;
export const askLesson = (game: string, step: number) => request<LessonMoment>(lessonAddress(game, step));
export const tryLesson = (game: string, step: number, tried: LessonTry) =>
  request<LessonMoment>(lessonAddress(game, step), tried);

export function askHistory(after: string | null, most = 10): Promise<History> {
  const query = new URLSearchParams({ most: String(most), ...(after === null ? {} : { after }) });
  return request<History>(`/api/history?${query}`);
}

export const askFilm = (code: string) => request<Film>(`/api/tables/${encodeURIComponent(code)}/film`);
export const askReplay = (code: string) => request<Replay>(replayAddress(code));
export const askVerified = (replay: Replay) => request<Verification>("/api/verify", replay);
export const forkTable = (code: string, fork: Fork) => request<Opened>(`/api/tables/${encodeURIComponent(code)}/fork`, fork);

export const replayAddress = (code: string) => `/api/tables/${encodeURIComponent(code)}/replay`;
