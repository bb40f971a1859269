/** `guard policy trust` and `untrust`: a person has read the project's file, and it may allow things. */
import { join } from "node:path";
import { loadPolicy } from "../policy/load.ts";
import { trust, untrust } from "../policy/trust.ts";
import { type PolicyCall, printLine, printProblem } from "./policy-io.ts";
import { refuse } from "./policy-show.ts";

export async function trustPolicy(call: PolicyCall): Promise<number> {
  const { io, places, readExample } = call;
  const before = await loadPolicy({ places, readExample });
  if (before.kind === "refused") return refuse(call, before.problems);
  const { projectFile } = before.layers;
  switch (projectFile.kind) {
    case "none":
      printProblem(io, `there is no ${projectPath(call)}; guard policy --cwd DIR trust looks elsewhere`);
      return 1;
    case "broken":
      for (const warning of before.warnings) printProblem(io, warning);
      return 1;
    case "trusted":
      printLine(io, `${projectFile.file}: already trusted`);
      return 0;
    case "untrusted":
      trust(places.trustDir, projectFile.file, projectFile.sha256, new Date());
      return sayWhatCounts(call, projectFile.file);
  }
}

async function sayWhatCounts(call: PolicyCall, file: string): Promise<number> {
  const { io, places, readExample } = call;
  const after = await loadPolicy({ places, readExample });
  if (after.kind === "refused") return refuse(call, after.problems);
  if (after.layers.projectFile.kind !== "trusted") {
    printProblem(io, `${file}: it changed meanwhile and is not trusted; read it again`);
    return 1;
  }
  printLine(io, `${file}: trusted until it changes; it now allows:`);
  for (const { ruling, text } of after.layers.project) if (ruling === "allow") printLine(io, `  ${text}`);
  return 0;
}

export function untrustPolicy(call: PolicyCall): Promise<number> {
  const removed = untrust(call.places.trustDir, projectPath(call));
  printLine(
    call.io,
    `${projectPath(call)}: ${removed === "removed" ? "no longer trusted" : "was not trusted"}`,
  );
  return Promise.resolve(0);
}

function projectPath({ places }: PolicyCall): string {
  return join(places.projectRoot, ".guard/policy.yaml");
}
