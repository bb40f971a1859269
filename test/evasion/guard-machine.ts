/** A machine with the real guard and one attempt's files, for tests below `guard run`. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { MACHINE_HAS_ORG_POLICY } from "../helpers/org-policy.ts";
import { GUARD, hasSeat, isBuilt, Machine, type Run } from "../launcher/guard-run.ts";
import { waitUntil } from "../launcher/wait-until.ts";
import { buildAttackers } from "./attackers.ts";
import { Place } from "./attempt.ts";

const attackers = buildAttackers();

/** Why nothing below guard run can be tried here. */
export const whyNot: readonly string[] = [
  ...(isBuilt && hasSeat ? [] : ["guard is not built (npm run build)"]),
  ...(MACHINE_HAS_ORG_POLICY ? ["this machine has an org policy"] : []),
  ...(attackers.kind === "none" ? [attackers.why] : []),
];
if (whyNot.length > 0) process.stderr.write(`evasion below guard run is skipped: ${whyNot.join("; ")}\n`);

export interface AuditRecord {
  readonly layer?: string;
  readonly verdict?: string;
  readonly rule?: string;
  readonly details?: { readonly rule?: string; readonly verdict?: string };
}

export class GuardMachine {
  readonly machine = new Machine();
  readonly place = new Place(this.machine.work, attackers.kind === "built" ? attackers.folder : "");

  /** `off`: what is tried needs what confinement takes away (namespaces of root's own). */
  confine: "auto" | "off" = "auto";

  start(agent: readonly string[], console: "none" | "wait" = "none"): Run {
    const options = ["--gate", "on", "--confine", this.confine, "--console", console];
    return this.machine.run([...options, "--", ...agent]);
  }

  async run(agent: readonly string[]): Promise<Run> {
    const run = this.start(agent);
    await run.closed;
    return run;
  }

  /** Of the user: these programs need no question. */
  allow(programs: readonly string[]): void {
    const folder = join(this.machine.folder, "home/config/guard");
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, "policy.yaml"), `version: 1\ncommands: [${programs.join(", ")}]\n`);
  }

  async guard(args: readonly string[]): Promise<string> {
    const run = this.machine.spawn(GUARD, args);
    await run.closed;
    return run.stdout;
  }

  get records(): AuditRecord[] {
    const file = join(this.machine.folder, "home/state/guard/audit/permissions.jsonl");
    if (!existsSync(file)) return [];
    const lines = readFileSync(file, "utf8").trimEnd().split("\n");
    return lines.map((line) => JSON.parse(line) as AuditRecord);
  }

  /** The processes of guard's session, as its record tells. */
  async processes(): Promise<Readonly<Record<"launcher" | "daemon" | "seat", number>>> {
    const read = () => {
      const [session = ""] = this.machine.sessions;
      const file = join(this.machine.runtime, "guard", session, "control/session.json");
      if (session === "" || !existsSync(file)) return undefined;
      return JSON.parse(readFileSync(file, "utf8")) as Record<string, { pid: number } | undefined>;
    };
    await waitUntil("the session's record", () => read()?.["seat"] !== undefined);
    const { launcher, daemon, seat } = read() ?? {};
    return { launcher: launcher?.pid ?? 0, daemon: daemon?.pid ?? 0, seat: seat?.pid ?? 0 };
  }
}
