/** Would guard accept this file in that layer's place? In the words of `guard policy lint`. */
import { loadKnowledge } from "../classify/load-knowledge.ts";
import { loadInput } from "../engine/load-layers.ts";
import { placesFor } from "../policy/find.ts";
import { loadPolicy } from "../policy/load.ts";
import { formatProblem, type PolicyLayer } from "../policy/policy.ts";
import type { SessionIo } from "./session-io.ts";

const NOWHERE = "/nonexistent/guard";

/** What is wrong with it; a file of its own, without those that count here. */
export async function lintTried(
  tried: { readonly file: string; readonly layer: PolicyLayer },
  io: SessionIo,
): Promise<readonly string[]> {
  const loaded = loadKnowledge();
  if (loaded.kind === "unusable") return [loaded.reason];
  const { layer, file } = tried;
  const here = placesFor(io.cwd(), io.env);
  const places = { ...here, orgDir: NOWHERE, userFile: NOWHERE, tried: { layer, file } };
  const outcome = await loadPolicy(loadInput(places, loaded.knowledge));
  if (outcome.kind === "refused") return outcome.problems.map(formatProblem);
  return layer === "project" && outcome.layers.projectFile.kind === "broken" ? outcome.warnings : [];
}
