/** OpenAI Responses, streamed: what codex speaks. */
import type { ServerResponse } from "node:http";
import { type Dialect, type JsonObject, objectsIn, sendEvents, textOf } from "./dialect.ts";

const USAGE = {
  input_tokens: 1,
  input_tokens_details: { cached_tokens: 0 },
  output_tokens: 1,
  output_tokens_details: { reasoning_tokens: 0 },
  total_tokens: 2,
};

export const openaiResponses: Dialect = {
  path: /\/responses$/,
  offersTools: ({ tools }) => objectsIn(tools).length > 0,
  readResults: ({ input }) =>
    objectsIn(input)
      .filter(({ type }) => type === "function_call_output")
      .map(({ output }) => textOf(output)),
  call: (response, _body, { id, name, args }) =>
    sendItem(response, {
      type: "function_call",
      id: `fc_${id}`,
      call_id: id,
      name,
      arguments: JSON.stringify(args),
      status: "completed",
    }),
  say: (response, _body, text) =>
    sendItem(response, {
      type: "message",
      id: "msg_end",
      role: "assistant",
      status: "completed",
      content: [{ type: "output_text", text, annotations: [] }],
    }),
};

function sendItem(response: ServerResponse, item: JsonObject): void {
  const id = "resp_1";
  sendEvents(
    response,
    [
      { type: "response.created", response: { id } },
      { type: "response.output_item.added", output_index: 0, item },
      { type: "response.output_item.done", output_index: 0, item },
      { type: "response.completed", response: { id, output: [item], usage: USAGE } },
    ].map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}`),
  );
}
