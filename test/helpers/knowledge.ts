/** The compiled knowledge base; tests run after `npm run build`. */
import type { Knowledge } from "../../src/classify/knowledge.ts";
import { loadKnowledge } from "../../src/classify/load-knowledge.ts";

export function requireKnowledge(): Knowledge {
  const loaded = loadKnowledge();
  if (loaded.kind === "unusable") throw new Error(`${loaded.reason}; npm run build makes it`);
  return loaded.knowledge;
}
