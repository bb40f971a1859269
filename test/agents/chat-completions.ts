/** OpenAI Chat Completions, streamed or whole: what most agents speak to a provider of the user's own. */
import type { ServerResponse } from "node:http";
import { type Dialect, type JsonObject, objectsIn, sendEvents, sendJson, textOf } from "./dialect.ts";

const USAGE = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 };

export const chatCompletions: Dialect = {
  path: /\/chat\/completions$/,
  offersTools: ({ tools }) => objectsIn(tools).length > 0,
  readResults: ({ messages }) =>
    objectsIn(messages)
      .filter(({ role }) => role === "tool")
      .map(({ content }) => textOf(content)),
  call: (response, body, { id, name, args }) => {
    const call = { index: 0, id, type: "function", function: { name, arguments: JSON.stringify(args) } };
    send(response, body, { role: "assistant", content: null, tool_calls: [call] }, "tool_calls");
  },
  say: (response, body, text) => send(response, body, { role: "assistant", content: text }, "stop"),
};

function send(response: ServerResponse, body: JsonObject, message: JsonObject, finish: string): void {
  const common = { id: "chatcmpl-1", created: 1, model: body["model"] };
  if (body["stream"] !== true) {
    const choices = [{ index: 0, message, finish_reason: finish }];
    sendJson(response, { ...common, object: "chat.completion", choices, usage: USAGE });
    return;
  }
  const chunk = { ...common, object: "chat.completion.chunk" };
  const chunks = [
    { ...chunk, choices: [{ index: 0, delta: message, finish_reason: null }] },
    { ...chunk, choices: [{ index: 0, delta: {}, finish_reason: finish }], usage: USAGE },
  ];
  sendEvents(response, [...chunks.map((part) => `data: ${JSON.stringify(part)}`), "data: [DONE]"]);
}
