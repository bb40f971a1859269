/**
 * The second parser's vote: mvdan/sh (WASM) must accept a line too before anything beyond plain words, quotes, pipes and
 * lists is allowed without asking. Only its yes or no counts; its tree is not used.
 */
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import type { Dialect } from "../core/command.ts";

export type Vote = { readonly kind: "accepts" } | { readonly kind: "rejects"; readonly reason: string };

/** Node has WebAssembly, the ES library types do not. */
interface Wasm {
  compile(bytes: Uint8Array): Promise<object>;
  instantiate(module: object, imports: object): Promise<object>;
}
const wasm = (globalThis as unknown as { WebAssembly: Wasm }).WebAssembly;

type Processor = (text: string, options: { variant: number }) => Promise<unknown>;

let processor: Promise<Processor> | undefined;

/** Compiles the module once; each parse gets a fresh instance, so that one line cannot spoil the next. */
async function loadProcessor(): Promise<Processor> {
  const library = await import("sh-syntax");
  const path = createRequire(import.meta.url).resolve("sh-syntax/package.json").replace(/package\.json$/, "main.wasm");
  const module = await wasm.compile(await readFile(path));
  const create = library.getProcessor as unknown as (
    instantiate: (imports: object) => Promise<object>,
  ) => Processor;
  return create((imports) => wasm.instantiate(module, imports));
}

const VARIANTS: Record<Dialect, number> = { bash: 0, sh: 1, zsh: 0, fish: 0 };

export async function voteOnLine(text: string, dialect: Dialect): Promise<Vote> {
  processor ??= loadProcessor();
  try {
    const parse = await processor;
    await parse(text, { variant: VARIANTS[dialect] });
    return { kind: "accepts" };
  } catch (error) {
    return { kind: "rejects", reason: error instanceof Error ? error.message : "the second parser failed" };
  }
}
