// Requests to the house over HTTP.

import type { House, History, NewTable, Opened, TableList, TableView, Wrong } from "../protocol";

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

async function request<Answer>(path: string, body?: unknown): Promise<Answer> {
  const posting = { method: "POST", headers: JSON_BODY, body: JSON.stringify(body) };
  let response: Response;
  try {
    response = await fetch(path, body === undefined ? {} : posting);
  } catch {
    throw new NotMet("unreachable", "");
  }
  const answer: unknown = await response.json().catch(() => null);
  if (response.ok && answer !== null) return answer as Answer;
  const wrong = answer as Wrong | null;
  // Who comes with too many connections is turned away before JSON is spoken.
  const silent = response.status === 429 ? "connections" : "unreachable";
  throw new NotMet(wrong?.code ?? silent, wrong?.sentence ?? "", wrong?.parameters, wrong?.rule);
}

export const askHouse = () => request<House>("/api/house");
export const askTables = () => request<TableList>("/api/tables");
export const askTable = (code: string) => request<TableView>(`/api/tables/${encodeURIComponent(code)}`);
export const openTable = (table: NewTable) => request<Opened>("/api/tables", table);

export function askHistory(after: string | null, most = 10): Promise<History> {
  const query = new URLSearchParams({ most: String(most), ...(after === null ? {} : { after }) });
  return request<History>(`/api/history?${query}`);
}

export const replayAddress = (code: string) => `/api/tables/${encodeURIComponent(code)}/replay`;
export const rulesAddress = (game: string) => `/api/rules/${encodeURIComponent(game)}`;
