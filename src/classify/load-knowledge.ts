/** The only file of this folder that reads anything: the compiled knowledge base, once, at start. */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { fileToKnowledge, type Knowledge } from "./knowledge.ts";
import type { KnowledgeFile } from "./knowledge-data.ts";

/** The same file whether this runs from src/ or from dist/. */
export const KNOWLEDGE_PATH = fileURLToPath(new URL("../../dist/knowledge.json", import.meta.url));

export type KnowledgeOutcome =
  | { readonly kind: "loaded"; readonly knowledge: Knowledge }
  | { readonly kind: "unusable"; readonly reason: string };

export function loadKnowledge(path: string = KNOWLEDGE_PATH): KnowledgeOutcome {
  try {
    const data = JSON.parse(readFileSync(path, "utf8")) as KnowledgeFile;
    if (data.version !== 1) return { kind: "unusable", reason: `${path}: not version 1: run npm run build` };
    return { kind: "loaded", knowledge: fileToKnowledge(data) };
  } catch (error) {
    return { kind: "unusable", reason: `${path}: ${error instanceof Error ? error.message : String(error)}` };
  }
}
