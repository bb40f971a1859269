/** OpenAI Chat Completions, streamed: what opencode speaks to a provider of the user's own. */
import type { ServerResponse } from "node:http";
import { type Dialect, type JsonObject, objectsIn, sendEvents, textOf } from "./dialect.ts";

export const chatCompletions: Dialect = {
  path: /\/chat\/completions$/,
  offersTools: ({ tools }) => objectsIn(tools).length > 0,
  readResults: ({ messages }) =>
    objectsIn(messages)
      .filter(({ role }) => role === "tool")
      .map(({ content }) => textOf(content)),
  call: (response, body, { id, command, options }) => {
    const args = JSON.stringify({ command, description: "the script's next step", ...options });
    const call = { index: 0, id, type: "function", function: { name: "bash", arguments: args } };
    sendDelta(response, body, { role: "assistant", tool_calls: [call] }, "tool_calls");
  },
  say: (response, body, text) => sendDelta(response, body, { role: "assistant", content: text }, "stop"),
};

function sendDelta(response: ServerResponse, body: JsonObject, delta: JsonObject, finish: string): void {
  const common = {
    id: "chatcmpl-1",
    object: "chat.completion.chunk",
    created: 1,
    model: body["model"],
  };
  const chunks = [
    { ...common, choices: [{ index: 0, delta, finish_reason: null }] },
    {
      ...common,
      choices: [{ index: 0, delta: {}, finish_reason: finish }],
      usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
    },
  ];
  sendEvents(response, [...chunks.map((chunk) => `data: ${JSON.stringify(chunk)}`), "data: [DONE]"]);
}
