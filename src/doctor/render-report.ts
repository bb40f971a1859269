/** The report for a tired person: rows of at most 80 columns, the verdict last, where the eye is. Pure. */
import { makeVisible } from "../core/visible.ts";
import { wrapText } from "../core/wrap.ts";
import type { Finding } from "./findings.ts";
import { renderAgent } from "./render-agent.ts";
import type { Report, ReportedCanary } from "./report.ts";

const COLUMNS = 80;
const TRIED_WIDTH = 47;
const RESULT_WIDTH = 9;

export function renderReport(report: Report): string {
  const rows = [
    ...renderCanaries(report.canaries),
    ...renderFindings("What this machine lacks", "lack", report.lacks),
    ...renderFindings("What will not work below guard", "victim", report.lacks),
    ...(report.agent ? renderAgent(report.agent) : []),
    ...renderVerdict(report),
  ];
  return `${rows.join("\n")}\n`;
}

function renderCanaries(canaries: readonly ReportedCanary[]): string[] {
  const head = `${"WHAT AN AGENT TRIED".padEnd(TRIED_WIDTH)} ${"RESULT".padEnd(RESULT_WIDTH)} STOPPED BY`;
  return [head, ...canaries.flatMap(renderCanary)];
}

function renderCanary(canary: ReportedCanary): string[] {
  const { about, outcome, detail } = canary;
  const row = `${about.padEnd(TRIED_WIDTH)} ${WORDS[outcome].padEnd(RESULT_WIDTH)} ${whoStopped(canary)}`;
  if (outcome !== "failed") return [row.trimEnd()];
  const shown = makeVisible(detail);
  if (row.length + shown.length <= COLUMNS) return [`${row}${shown}`];
  return [row.trimEnd(), ...wrapText("    ", shown, COLUMNS)];
}

const WORDS = { held: "held", open: "OPEN", absent: "not here", failed: "FAILED" } as const;

function whoStopped({ outcome, by, tiers }: ReportedCanary): string {
  switch (outcome) {
    case "held":
      return by ?? "";
    case "open":
      return needs(tiers);
    case "absent":
    case "failed":
      return "";
  }
}

/** The layer that would. */
function needs(tiers: ReportedCanary["tiers"]): string {
  if (tiers.includes("advisory")) return "(hooks should)";
  if (tiers.includes("gate") && tiers.includes("confined")) return "(gate or confined)";
  return tiers.includes("gate") ? "(needs gate)" : "(needs confined)";
}

function renderFindings(title: string, kind: Finding["kind"], all: readonly Finding[]): string[] {
  const findings = all.filter((one) => one.kind === kind);
  if (findings.length === 0) return [];
  return ["", title, ...findings.flatMap(renderFinding)];
}

function renderFinding({ problem, why, fix }: Finding): string[] {
  return [
    ...wrapText("- ", makeVisible(problem), COLUMNS),
    ...wrapText("    so   ", makeVisible(why), COLUMNS),
    ...wrapText("    fix  ", makeVisible(fix), COLUMNS),
  ];
}

function renderVerdict(report: Report): string[] {
  const { tier, claimed, wanted, ok, problem } = report;
  const open = report.canaries.filter(({ outcome }) => outcome === "open").length;
  const broken = report.canaries.filter((one) => isBroken(one, report));
  return [
    "",
    ...(problem === undefined ? [] : wrapText("No session: ", makeVisible(problem), COLUMNS)),
    ...(broken.length === 0
      ? []
      : wrapText("Not held: ", `${broken.map(({ id }) => id).join(", ")} (tier ${claimed} should)`, COLUMNS)),
    ...(report.agent && report.agent.tier === null
      ? ["The agent ran in no session: nothing was seen of it."]
      : []),
    `Tier reached: ${tier}. Wanted: ${wanted}: ${ok ? "all of it held" : "NOT held"}. Open: ${open} of ${report.canaries.length}.`,
  ];
}

/** What guard run said that it holds. */
function isBroken({ outcome, tiers }: ReportedCanary, { claimed }: Report): boolean {
  return claimed !== null && tiers.includes(claimed) && (outcome === "open" || outcome === "failed");
}
