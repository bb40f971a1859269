/** `guard doctor`: what guard holds on this machine, proven by trying; and what an agent of yours does. */
import { parseArgs } from "node:util";
import type { DoctorOptions } from "../doctor/doctor.ts";
import { TIERS, type Tier } from "../doctor/tiers.ts";
import {
  firstSentence,
  isInsideSession,
  type SessionIo,
  sayJson,
  sayNotInside,
  sayProblem,
  sayUsage,
} from "./session-io.ts";

const HELP = `guard doctor: what guard holds on this machine, proven by trying it

  guard doctor [OPTIONS] [-- AGENT [ARGUMENT]…]

Starts short sessions of its own in mode PLAN, in which a driver plays the
agent and tries to start shells, read planted secrets, reach guard, and leave.
Nothing is changed, nobody is asked; your policy and audit file are used.

  --tier full|gate|confined|advisory
                    the tier that you want; full on Linux, advisory elsewhere
  --gate auto|on|off, --confine auto|on|off
                    for the sessions, as in guard run
  --json            the report as one JSON object

  -- AGENT          afterwards runs this agent under guard, on this terminal,
                    with your policy, and tells which layer saw its shells

  guard doctor
  guard doctor --tier gate --json
  guard doctor -- claude

exit status: 0 the wanted tier is reached and all of it held, 1 not,
2 usage or internal error
`;

export async function runDoctor(args: readonly string[], io: SessionIo): Promise<number> {
  const read = readOptions(args);
  if (read.kind === "help") {
    io.stdout(HELP);
    return 0;
  }
  if (read.kind === "refused") return sayUsage(io, "doctor", read.problem);
  if (isInsideSession(io)) return sayNotInside(io, "doctor");
  const { report: form, ...wishes } = read;
  if (form === "text") sayProblem(io, "sessions of its own are started and ended; this takes some seconds");
  const { examine } = await import("../doctor/doctor.ts");
  const stdout = form === "json" ? "report" : "agent";
  const report = await examine({ ...wishes, stdout, env: io.env, cwd: io.cwd() });
  if (form === "json") sayJson(io, report);
  else io.stdout((await import("../doctor/render-report.ts")).renderReport(report));
  return report.ok ? 0 : 1;
}

type Read =
  | ({ readonly kind: "options"; readonly report: "json" | "text" } & Pick<
      DoctorOptions,
      "wanted" | "runOptions" | "agent"
    >)
  | { readonly kind: "refused"; readonly problem: string }
  | { readonly kind: "help" };

function readOptions(args: readonly string[]): Read {
  const at = args.indexOf("--");
  let values: Values;
  try {
    values = parse(at < 0 ? args : args.slice(0, at));
  } catch (error) {
    return { kind: "refused", problem: firstSentence(error) };
  }
  if (values.help) return { kind: "help" };
  const [program, ...rest] = at < 0 ? [] : args.slice(at + 1);
  const wanted = values.tier === undefined ? bestTier() : TIERS.find((tier) => tier === values.tier);
  const problem = findMisuse(values) ?? (at >= 0 && program === undefined ? "no agent after --" : undefined);
  if (problem !== undefined || wanted === undefined)
    return { kind: "refused", problem: problem ?? `--tier is one of ${TIERS.join(", ")}` };
  return {
    kind: "options",
    report: values.json ? "json" : "text",
    wanted,
    runOptions: [...passOn("gate", values.gate), ...passOn("confine", values.confine)],
    agent: program === undefined ? undefined : [program, ...rest],
  };
}

const SWITCHES = ["auto", "on", "off"];

function findMisuse(values: Values): string | undefined {
  const wrong = (["gate", "confine"] as const).find((name) => !SWITCHES.includes(values[name] ?? "auto"));
  return wrong && `--${wrong} is one of ${SWITCHES.join(", ")}`;
}

function bestTier(): Tier {
  return process.platform === "linux" ? "full" : "advisory";
}

function passOn(name: "gate" | "confine", value: string | undefined): string[] {
  return value === undefined ? [] : [`--${name}`, value];
}

type Values = ReturnType<typeof parse>;

function parse(args: readonly string[]) {
  return parseArgs({
    args: [...args],
    options: {
      tier: { type: "string" },
      gate: { type: "string" },
      confine: { type: "string" },
      json: { type: "boolean" },
      help: { type: "boolean", short: "h" },
    },
  }).values;
}
