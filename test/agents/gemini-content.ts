/** Gemini generateContent, streamed or whole: what gemini-cli speaks. */
import type { ServerResponse } from "node:http";
import { type Dialect, isObject, type JsonObject, objectsIn, sendEvents, textOf } from "./dialect.ts";

export const geminiContent: Dialect = {
  path: /:(stream)?generateContent/i,
  offersTools: ({ tools }) => objectsIn(tools).length > 0,
  readResults: ({ contents }) =>
    objectsIn(contents)
      .flatMap(({ parts }) => objectsIn(parts))
      .map(({ functionResponse }) => functionResponse)
      .filter(isObject)
      .map(({ response }) => textOf(isObject(response) ? (response["output"] ?? response) : response)),
  call: (response, _body, { id, name, args }) => sendPart(response, { functionCall: { id, name, args } }),
  say: (response, _body, text) => sendPart(response, { text }),
};

function sendPart(response: ServerResponse, part: JsonObject): void {
  const answer = JSON.stringify({
    candidates: [{ index: 0, content: { role: "model", parts: [part] }, finishReason: "STOP" }],
    usageMetadata: { promptTokenCount: 1, candidatesTokenCount: 1, totalTokenCount: 2 },
  });
  const isStream = response.req.url?.includes("streamGenerateContent") === true;
  if (isStream) sendEvents(response, [`data: ${answer}`]);
  else response.writeHead(200, { "content-type": "application/json" }).end(answer);
}
