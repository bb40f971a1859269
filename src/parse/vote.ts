/**
 * The second parser's vote: mvdan/sh (WASM) must accept a line too before anything beyond plain words, quotes, pipes and
 * lists is allowed without asking. Only its yes or no counts; its tree is not used.
 */
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { setFlagsFromString } from "node:v8";
import type { Dialect } from "../core/command.ts";

export type Vote = { readonly kind: "accepts" } | { readonly kind: "rejects"; readonly reason: string };

/** What the module exports; every text is passed as pointer, length, capacity. */
interface Parser {
  readonly memory: { readonly buffer: ArrayBuffer };
  wasmAlloc(bytes: number): number;
  process(...args: (number | boolean)[]): number;
}
interface GoRuntime {
  readonly importObject: object;
  run(instance: object): Promise<void>;
}
interface Wasm {
  compile(bytes: Uint8Array): Promise<object>;
  instantiate(module: object, imports: object): Promise<{ readonly exports: unknown }>;
}

/** One instance serves a few lines: its memory is never given back, and it hangs once it is full (measured: 1,300 short lines). */
const MAX_LINES = 400;
const MAX_CHARS = 20_000;

let compiled: Promise<object> | undefined;
let current: { parser: Parser; lines: number; chars: number } | undefined;

export async function voteOnLine(text: string, dialect: Dialect): Promise<Vote> {
  try {
    const parser = await parserFor(text);
    const answer = ask(parser, text, dialect);
    if (answer.kind === "rejects") current = undefined;
    return answer;
  } catch (error) {
    // After a trap the instance is in an unknown state.
    current = undefined;
    return { kind: "rejects", reason: error instanceof Error ? error.message : "the second parser failed" };
  }
}

/**
 * For a process that votes once: starts the slow part ahead of the vote, and keeps V8 from optimising code that will not run
 * again, for which the end of the process would wait (measured: 40 ms). A failure shows when a vote is asked for.
 */
export function prepareVote(): void {
  setFlagsFromString("--liftoff-only");
  compiled ??= compileModule();
  compiled.catch(() => undefined);
}

async function parserFor(text: string): Promise<Parser> {
  const used = current;
  if (used && used.lines < MAX_LINES && used.chars + text.length < MAX_CHARS) {
    used.lines++;
    used.chars += text.length;
    return used.parser;
  }
  compiled ??= compileModule();
  const module = await compiled;
  const go = new (globals().Go)();
  const instance = await globals().WebAssembly.instantiate(module, go.importObject);
  void go.run(instance);
  const parser = instance.exports as Parser;
  current = { parser, lines: 1, chars: text.length };
  return parser;
}

async function compileModule(): Promise<object> {
  const require = createRequire(import.meta.url);
  // Defines the global Go, the runtime that the module needs.
  require("sh-syntax/vendors/wasm_exec.cjs");
  return globals().WebAssembly.compile(await readFile(require.resolve("sh-syntax/main.wasm")));
}

/** Neither is in the ES library's types. */
function globals(): { readonly WebAssembly: Wasm; readonly Go: new () => GoRuntime } {
  return globalThis as unknown as { readonly WebAssembly: Wasm; readonly Go: new () => GoRuntime };
}

const VARIANTS: Record<Dialect, number> = { bash: 0, sh: 1, zsh: 0, fish: 0 };
const encoder = new TextEncoder();
const decoder = new TextDecoder();

function ask(parser: Parser, text: string, dialect: Dialect): Vote {
  const name = pass(parser, "line");
  const line = pass(parser, text);
  const stopAt = pass(parser, "");
  // print, keepComments, variant, stopAt, recoverErrors, then formatting options that do not matter here.
  const pointer = parser.process(
    ...name,
    ...line,
    false,
    false,
    VARIANTS[dialect],
    ...stopAt,
    0,
    false,
    0,
    false,
    false,
    false,
    false,
    false,
    false,
    false,
  );
  return readAnswer(new Uint8Array(parser.memory.buffer), pointer);
}

function pass(parser: Parser, text: string): [number, number, number] {
  const bytes = encoder.encode(text);
  const pointer = parser.wasmAlloc(bytes.byteLength);
  new Uint8Array(parser.memory.buffer).set(bytes, pointer);
  return [pointer, bytes.byteLength, bytes.byteLength];
}

function readAnswer(memory: Uint8Array, pointer: number): Vote {
  const end = memory.indexOf(0, pointer);
  const text = decoder.decode(memory.subarray(pointer, end < 0 ? undefined : end));
  const raw: unknown = JSON.parse(text);
  if (typeof raw !== "object" || raw === null || !("file" in raw)) {
    return { kind: "rejects", reason: "the second parser gave no answer" };
  }
  const message = "message" in raw && typeof raw.message === "string" ? raw.message : "";
  const refused =
    message !== "" || ("parseError" in raw && raw.parseError !== null && raw.parseError !== undefined);
  return refused
    ? { kind: "rejects", reason: message.replace(/^line:/, "") || "syntax error" }
    : { kind: "accepts" };
}
