/** What a wire format has to tell and to do for the scripted model. */
import type { ServerResponse } from "node:http";

export type JsonObject = Readonly<Record<string, unknown>>;

/** One call of a tool of the agent's, with its arguments. */
export interface ToolCall {
  readonly id: string;
  readonly name: string;
  readonly args: JsonObject;
}

export interface Dialect {
  readonly path: RegExp;
  offersTools(body: JsonObject): boolean;
  /** The results of the calls so far, oldest first. */
  readResults(body: JsonObject): readonly string[];
  call(response: ServerResponse, body: JsonObject, call: ToolCall): void;
  say(response: ServerResponse, body: JsonObject, text: string): void;
}

export function objectsIn(value: unknown): readonly JsonObject[] {
  return Array.isArray(value) ? value.filter((entry): entry is JsonObject => isObject(entry)) : [];
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Text as it is, anything else as JSON. */
export function textOf(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}

export function sendJson(response: ServerResponse, body: JsonObject): void {
  response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(body));
}

/** Server-sent events, all at once: the agents read them as a stream all the same. */
export function sendEvents(response: ServerResponse, events: readonly string[]): void {
  response.writeHead(200, { "content-type": "text/event-stream", "cache-control": "no-cache" });
  response.end(events.map((event) => `${event}\n\n`).join(""));
}
