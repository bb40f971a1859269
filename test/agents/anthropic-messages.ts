/** Anthropic Messages, streamed: what claude speaks. */
import type { ServerResponse } from "node:http";
import { type Dialect, type JsonObject, objectsIn, sendEvents, sendJson, textOf } from "./dialect.ts";

export const anthropicMessages: Dialect = {
  path: /\/v1\/messages(\?|$)/,
  offersTools: ({ tools }) => objectsIn(tools).length > 0,
  readResults: ({ messages }) =>
    objectsIn(messages)
      .flatMap(({ content }) => objectsIn(content))
      .filter(({ type }) => type === "tool_result")
      .map(({ content }) => textOf(content)),
  call: (response, body, { id, name, args }) =>
    send(response, body, { type: "tool_use", id: `toolu_${id}`, name, input: args }, "tool_use"),
  say: (response, body, text) => send(response, body, { type: "text", text }, "end_turn"),
};

function send(response: ServerResponse, body: JsonObject, block: JsonObject, stop: string): void {
  const usage = { input_tokens: 1, output_tokens: 1 };
  const message = { id: "msg_1", type: "message", role: "assistant", model: body["model"], usage };
  const ending = { stop_reason: stop, stop_sequence: null };
  if (body["stream"] !== true) {
    sendJson(response, { ...message, content: [block], ...ending });
    return;
  }
  const isTool = block["type"] === "tool_use";
  const events = [
    { type: "message_start", message: { ...message, content: [], stop_reason: null, stop_sequence: null } },
    {
      type: "content_block_start",
      index: 0,
      content_block: isTool ? { ...block, input: {} } : { ...block, text: "" },
    },
    {
      type: "content_block_delta",
      index: 0,
      delta: isTool
        ? { type: "input_json_delta", partial_json: JSON.stringify(block["input"]) }
        : { type: "text_delta", text: block["text"] },
    },
    { type: "content_block_stop", index: 0 },
    { type: "message_delta", delta: ending, usage: { output_tokens: 1 } },
    { type: "message_stop" },
  ];
  sendEvents(
    response,
    events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}`),
  );
}
