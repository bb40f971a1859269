/**
 * A model on loopback that follows a script: one tool call for each command, then it ends its turn. It speaks the wire formats of
 * the tested agents and keeps what came back for each call.
 */
import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { anthropicMessages } from "./anthropic-messages.ts";
import { chatCompletions } from "./chat-completions.ts";
import type { Dialect, JsonObject, ToolCall } from "./dialect.ts";
import { geminiContent } from "./gemini-content.ts";
import { openaiResponses } from "./openai-responses.ts";

const DIALECTS: readonly Dialect[] = [openaiResponses, geminiContent, chatCompletions, anthropicMessages];
/** What the model wants done next. */
export type Step = Omit<ToolCall, "id">;

const GOODBYE = "The script is over.";

export class ScriptedModel {
  /** What the agent has told about each call, in the script's order. */
  results: readonly string[] = [];
  script: readonly Step[] = [];
  /** Requests that no dialect knows: an agent that wants something else shows up here. */
  readonly strangeRequests: string[] = [];
  readonly #server: Server;

  private constructor() {
    this.#server = createServer((request, response) => {
      this.#answer(request, response).catch((error: unknown) => {
        this.strangeRequests.push(`${request.url}: ${String(error)}`);
        response.destroy();
      });
    });
  }

  static async start(): Promise<ScriptedModel> {
    const model = new ScriptedModel();
    model.#server.listen(0, "127.0.0.1");
    await once(model.#server, "listening");
    return model;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  stop(): void {
    this.#server.close();
    this.#server.closeAllConnections();
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = request.url ?? "";
    const text = await readText(request);
    const dialect = DIALECTS.find(({ path }) => path.test(url));
    if (dialect === undefined || request.method !== "POST") {
      this.strangeRequests.push(`${request.method} ${url}`);
      response.writeHead(404, { "content-type": "application/json" }).end("{}");
      return;
    }
    const body = JSON.parse(text) as JsonObject;
    // Titles and summaries are asked for without tools.
    if (!dialect.offersTools(body)) {
      dialect.say(response, body, GOODBYE);
      return;
    }
    const results = dialect.readResults(body);
    // Where the script stands is read from the conversation itself, so that a repeated request gets the same answer.
    if (results.length >= this.results.length) this.results = results;
    const step = this.script[results.length];
    if (step === undefined) dialect.say(response, body, GOODBYE);
    else dialect.call(response, body, { id: `call_${results.length}`, ...step });
  }
}

async function readText(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString("utf8");
}
