/** `guard policy trust` and `untrust`: a person has read the project's file, and it may allow things. */
import { join } from "node:path";
import { loadPolicy } from "../policy/load.ts";
import type { PolicyLayers } from "../policy/policy.ts";
import { trust, untrust } from "../policy/trust.ts";
import { type PolicyCall, printLine, printProblem } from "./policy-io.ts";
import { redactAsWritten, settingsAsWritten } from "./policy-settings.ts";
import { refuse } from "./policy-show.ts";

export async function trustPolicy(call: PolicyCall): Promise<number> {
  const { io, input } = call;
  const before = await loadPolicy(input);
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
      return record(call, projectFile) ? sayWhatCounts(call, projectFile, before.layers) : 1;
  }
}

interface Untrusted {
  readonly file: string;
  readonly sha256: string;
}

function record({ io, places }: PolicyCall, { file, sha256 }: Untrusted): boolean {
  try {
    trust(places.trustDir, file, sha256, new Date());
    return true;
  } catch (error) {
    const { code = "error" } = error as NodeJS.ErrnoException;
    printProblem(io, `${places.trustDir}: trust cannot be recorded there (${code}); ${FOLDER_ADVICE}`);
    return false;
  }
}

const FOLDER_ADVICE = "it must be a folder of yours, no link, that only you can write to";

async function sayWhatCounts(
  call: PolicyCall,
  { file, sha256 }: Untrusted,
  before: PolicyLayers,
): Promise<number> {
  const { io, places, input } = call;
  const after = await loadPolicy(input);
  if (after.kind === "refused") return refuse(call, after.problems);
  const { projectFile } = after.layers;
  if (projectFile.kind === "untrusted" && projectFile.sha256 === sha256) {
    printProblem(io, `${places.trustDir}: what is recorded there is not believed; ${FOLDER_ADVICE}`);
    return 1;
  }
  if (projectFile.kind !== "trusted") {
    printProblem(io, `${file}: it changed meanwhile and is not trusted; read it again`);
    return 1;
  }
  printLine(io, `${file}: trusted until it changes; it now allows:`);
  for (const { ruling, text } of after.layers.project) if (ruling === "allow") printLine(io, `  ${text}`);
  const more = [...changes(before, after.layers), ...replacements(after.layers)];
  if (more.length > 0) printLine(io, "and it changes:");
  for (const line of more) printLine(io, `  ${line}`);
  return 0;
}

/** Settings, processes and profiles that count only because of the trust. */
function changes(before: PolicyLayers, after: PolicyLayers): string[] {
  const show = (value: unknown): string => (value === undefined ? "not written" : String(value));
  const old = new Map<string, unknown>(Object.entries(settingsAsWritten(before.settings)));
  const settings = Object.entries(settingsAsWritten(after.settings))
    .filter(([key, value]) => show(value) !== show(old.get(key)))
    .map(([key, value]) => `settings: ${key} ${show(value)}, was ${show(old.get(key))}`);
  const processes = [...after.context.pkillProcesses].filter(
    (name) => !before.context.pkillProcesses.has(name),
  );
  const profiles = after.profiles.filter(({ layer }) => layer === "project").map(({ name }) => name);
  const hidden = redactAsWritten(before.settings);
  const hides = redactAsWritten(after.settings).filter((text) => !hidden.includes(text));
  return [
    ...settings,
    ...hides.map((text) => `redact, in guard's records: ${text}`),
    ...(processes.length > 0 ? [`pkill_processes: ${processes.join(", ")}`] : []),
    ...(profiles.length > 0 ? [`profiles: ${profiles.join(", ")}`] : []),
  ];
}

/** A project's ask or confirm takes the place of a stricter wider rule that lets itself be overridden. */
function replacements({ org, user, project }: PolicyLayers): string[] {
  if (![...org, ...user].some(({ overridable, ruling }) => overridable && ruling !== "allow")) return [];
  return project
    .filter(({ ruling }) => ruling === "ask" || ruling === "confirm")
    .map(({ ruling, text }) => `where a wider rule may be overridden, ${ruling}: ${text}`);
}

export function untrustPolicy(call: PolicyCall): Promise<number> {
  const { io, places } = call;
  const file = projectPath(call);
  try {
    const removed = untrust(places.trustDir, file);
    printLine(io, `${file}: ${removed === "removed" ? "no longer trusted" : "was not trusted"}`);
    return Promise.resolve(0);
  } catch (error) {
    const { code = "error" } = error as NodeJS.ErrnoException;
    printProblem(io, `${places.trustDir}: the record cannot be removed (${code}); ${FOLDER_ADVICE}`);
    return Promise.resolve(1);
  }
}

function projectPath({ places }: PolicyCall): string {
  return join(places.projectRoot, ".guard/policy.yaml");
}
