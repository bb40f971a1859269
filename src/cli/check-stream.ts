/** `guard check --stdin`: one JSON object per line in, one JSON object per line out, in order. */
import type { Readable, Writable } from "node:stream";
import { DIALECTS, type Dialect } from "../core/command.ts";
import { MODES, type Mode } from "../core/ruling.ts";
import type { CheckInput, Engine } from "../decide/engine.ts";
import { isLooser } from "../policy/cap-mode.ts";

/** A line of JSON may be longer than a shell line: escapes. Beyond this it is refused without being kept. */
const MAX_BYTES = 1_048_576;

/** What holds for lines that do not say otherwise. */
export interface StreamDefaults {
  readonly cwd: string;
  readonly dialect: Dialect;
  /** What a line may ask for at most. */
  readonly maxMode: Mode;
}

export async function checkStream(
  engine: Engine,
  defaults: StreamDefaults,
  input: Readable,
  output: Writable,
): Promise<number> {
  let failed = false;
  for await (const raw of readLines(input)) {
    const answer = await answerFor(raw, engine, defaults);
    if (answer.kind === "problem") failed = true;
    if (!output.write(`${JSON.stringify(answer.body)}\n`))
      await new Promise((resolve) => output.once("drain", resolve));
  }
  return failed ? 2 : 0;
}

type Answer = { readonly kind: "result" | "problem"; readonly body: object };

async function answerFor(raw: RawLine, engine: Engine, defaults: StreamDefaults): Promise<Answer> {
  const request =
    raw.kind === "too-long" ? "the line is longer than 1 MiB" : parseRequest(raw.text, defaults);
  if (typeof request === "string") {
    const body = {
      line: null,
      ruling: "deny",
      risk: "dangerous",
      reasons: [request],
      rules: ["input.invalid"],
      commands: [],
    };
    return { kind: "problem", body };
  }
  const started = performance.now();
  const result = await engine.check(request);
  const { maxMode } = defaults;
  const lowered = request.mode && isLooser(request.mode, maxMode) ? { modeLoweredTo: maxMode } : {};
  return {
    kind: "result",
    body: { ...result, ...lowered, us: Math.round((performance.now() - started) * 1000) },
  };
}

const FIELDS = ["line", "cwd", "mode", "shell"];
const SHAPE =
  'each line must be an object like {"line": "ls", "cwd": "/src", "mode": "plan", "shell": "zsh"}';

/** The request, or what is wrong with it. */
function parseRequest(text: string, defaults: StreamDefaults): CheckInput | string {
  const raw = parseObject(text);
  if (typeof raw === "string") return raw;
  const { line, mode: rawMode, shell: rawShell, cwd: rawCwd } = raw;
  if (typeof line !== "string") return `no "line" in it; ${SHAPE}`;
  const mode = MODES.find((name) => name === rawMode);
  if (rawMode !== undefined && !mode) return `"mode" must be one of ${MODES.join(", ")}`;
  const dialect = DIALECTS.find((name) => name === rawShell);
  if (rawShell !== undefined && !dialect) return `"shell" must be one of ${DIALECTS.join(", ")}`;
  const cwd = rawCwd ?? defaults.cwd;
  if (typeof cwd !== "string" || !cwd.startsWith("/") || cwd.includes("\0"))
    return '"cwd" must be an absolute path';
  return {
    what: { kind: "line", line },
    cwd,
    dialect: dialect ?? defaults.dialect,
    ...(mode ? { mode } : {}),
  };
}

type RawRequest = Partial<Record<"line" | "cwd" | "mode" | "shell", unknown>>;

function parseObject(text: string): RawRequest | string {
  let raw: unknown;
  try {
    raw = JSON.parse(text);
  } catch {
    return `not JSON; ${SHAPE}`;
  }
  if (typeof raw !== "object" || raw === null || Array.isArray(raw)) return `no object; ${SHAPE}`;
  const stray = Object.keys(raw).find((key) => !FIELDS.includes(key));
  return stray === undefined ? raw : `"${stray}" is not known; ${SHAPE}`;
}

type RawLine = { readonly kind: "line"; readonly text: string } | { readonly kind: "too-long" };

async function* readLines(input: Readable): AsyncGenerator<RawLine> {
  let parts: Buffer[] = [];
  let size = 0;
  for await (const chunk of input as AsyncIterable<Buffer>) {
    let from = 0;
    for (let end = chunk.indexOf(10, from); end >= 0; end = chunk.indexOf(10, from)) {
      yield collect(parts, size, chunk.subarray(from, end));
      parts = [];
      size = 0;
      from = end + 1;
    }
    const rest = chunk.subarray(from);
    size += rest.length;
    // Over the limit nothing more is kept: the line will be refused.
    if (size <= MAX_BYTES) parts.push(rest);
  }
  // What follows the last newline is a line only if there is something.
  if (size > 0) yield collect(parts, size, Buffer.alloc(0));
}

function collect(parts: readonly Buffer[], size: number, tail: Buffer): RawLine {
  if (size + tail.length > MAX_BYTES) return { kind: "too-long" };
  return { kind: "line", text: Buffer.concat([...parts, tail]).toString("utf8") };
}
