/** Every row of docs/SESSION.md's table of shell starts, run by a real agent (a script) under the real guard, with and without its gate. */
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { hasGate } from "../helpers/gate.ts";
import { MACHINE_HAS_ORG_POLICY } from "../helpers/org-policy.ts";

const ROOT = join(import.meta.dirname, "../..");
const TABLE = /^\| `([^`]+)`[^|]*\| (hook|shim|not seen) \|$/gm;
const docs = readFileSync(join(ROOT, "docs/SESSION.md"), "utf8");
const rows = [...docs.matchAll(TABLE)].map(([, form = "", by = ""]) => ({ form, by }));
const shells = ["/bin/bash", "/bin/dash", "/usr/bin/zsh", "/usr/bin/fish"].filter(
  (shell) => !existsSync(shell),
);
if (shells.length > 0)
  process.stdout.write(`skipped: rows of shells that are not here: ${shells.join(", ")}\n`);

/** Starts each form and tells what became of it. It is the agent: nothing of it is asked about. */
const AGENT = `#!${process.execPath}
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync, rmSync } from "node:fs";
const [, , file, script] = process.argv;
const results = JSON.parse(readFileSync(file, "utf8")).map(({ form, mark }) => {
  const line = ": > " + mark + "; /usr/bin/sudo -n true";
  writeFileSync(script, "#!/bin/bash\\n" + line + "\\n", { mode: 0o755 });
  const [words, stdin] = form.split(" < ");
  const argv = words.split(" ").map((word) => (word === "LINE" ? line : word === "SCRIPT" ? script : word));
  const ran = spawnSync(argv[0], argv.slice(1), { input: stdin ? line + "\\n" : "", encoding: "utf8" });
  return { form, status: ran.status, stderr: ran.stderr, ran: existsSync(mark), error: String(ran.error ?? "") };
});
writeFileSync(file, JSON.stringify(results));
`;

interface Result {
  readonly form: string;
  readonly status: number | null;
  readonly stderr: string;
  readonly ran: boolean;
  readonly error: string;
}

interface Outcome {
  readonly results: readonly Result[];
  readonly denials: readonly { readonly layer: string }[];
}

const roots: string[] = [];
afterAll(() => {
  for (const root of roots) rmSync(root, { recursive: true, force: true });
});

function runForms(gate: "on" | "off"): Outcome {
  const root = mkdtempSync("/tmp/shell-forms-");
  roots.push(root);
  const project = join(root, "project");
  mkdirSync(join(project, ".git"), { recursive: true });
  writeFileSync(join(root, "agent.mjs"), AGENT, { mode: 0o755 });
  const forms = rows.map(({ form }, index) => ({ form, mark: join(root, `mark-${index}`) }));
  const file = join(root, "forms.json");
  writeFileSync(file, JSON.stringify(forms));
  const options = ["--gate", gate, "--console", "none"];
  const args = ["run", ...options, "--", join(root, "agent.mjs"), file, join(root, "x.sh")];
  const ran = spawnSync(process.execPath, [join(ROOT, "bin/guard"), ...args], {
    cwd: project,
    encoding: "utf8",
    env: { PATH: process.env["PATH"], HOME: root },
  });
  if (ran.status !== 0) throw new Error(`guard run: ${ran.status} ${ran.stderr}`);
  const records = readFileSync(join(root, ".local/state/guard/audit/permissions.jsonl"), "utf8");
  return {
    results: JSON.parse(readFileSync(file, "utf8")) as Result[],
    denials: records
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as { readonly layer: string; readonly verdict: string })
      .filter(({ verdict }) => verdict === "deny"),
  };
}

function expectStopped({ results, denials }: Outcome, form: string, layer: string): void {
  const result = results.find((one) => one.form === form);
  const said = JSON.stringify(result);
  expectStarted(result, form);
  expect(result, said).toMatchObject({ ran: false, status: 126 });
  expect(result?.stderr).toMatch(/^guard: denied: .+ \[rule [\w.-]+, check [0-9a-f-]{36}\]$/m);
  const check = /check ([0-9a-f-]{36})/.exec(result?.stderr ?? "")?.[1];
  expect(denials.find((record) => JSON.stringify(record).includes(check ?? "none"))).toMatchObject({ layer });
}

/** A denied shell may be gone before all of its input was written to it. */
function expectStarted(result: Result | undefined, form: string): void {
  expect(result?.error.replace(form.includes(" < ") ? /^.* EPIPE$/ : "", "")).toBe("");
}

test("the table was found", () => expect(rows.length).toBeGreaterThan(35));

const here = rows.filter(({ form }) => !shells.some((shell) => form.includes(shell)));

describe.skipIf(MACHINE_HAS_ORG_POLICY)("with hooks and shims", () => {
  let outcome: Outcome;
  beforeAll(() => {
    outcome = runForms("off");
  });
  test.for(here)("$form: $by", ({ form, by }) => {
    if (by !== "not seen") return expectStopped(outcome, form, by);
    const result = outcome.results.find((one) => one.form === form);
    expectStarted(result, form);
    expect(result?.ran, JSON.stringify(result)).toBe(true);
  });
});

describe.skipIf(MACHINE_HAS_ORG_POLICY || !hasGate)("with the gate", () => {
  let outcome: Outcome;
  beforeAll(() => {
    outcome = runForms("on");
  });
  test.for(here)("$form", ({ form }) => expectStopped(outcome, form, "gate"));
});
