/** Every row of docs/SESSION.md's table of shell starts, run by a real agent (a script) under the real guard. */
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
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

let root = "";
let results: readonly Result[] = [];
let records: readonly { command: unknown; layer: string; verdict: string }[] = [];
beforeAll(() => {
  if (MACHINE_HAS_ORG_POLICY) return;
  root = mkdtempSync("/tmp/shell-forms-");
  const project = join(root, "project");
  mkdirSync(join(project, ".git"), { recursive: true });
  writeFileSync(join(root, "agent.mjs"), AGENT, { mode: 0o755 });
  const forms = rows.map(({ form }, index) => ({ form, mark: join(root, `mark-${index}`) }));
  writeFileSync(join(root, "forms.json"), JSON.stringify(forms));
  const args = [
    "run",
    "--console",
    "none",
    "--",
    join(root, "agent.mjs"),
    join(root, "forms.json"),
    join(root, "x.sh"),
  ];
  const ran = spawnSync(process.execPath, [join(ROOT, "bin/guard"), ...args], {
    cwd: project,
    encoding: "utf8",
    env: { PATH: process.env["PATH"], HOME: root },
  });
  if (ran.status !== 0) throw new Error(`guard run: ${ran.status} ${ran.stderr}`);
  results = JSON.parse(readFileSync(join(root, "forms.json"), "utf8")) as Result[];
  const jsonl = readFileSync(join(root, ".local/state/guard/audit/permissions.jsonl"), "utf8")
    .trim()
    .split("\n");
  records = jsonl
    .map((line) => JSON.parse(line) as (typeof records)[number])
    .filter(({ verdict }) => verdict === "deny");
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

test("the table was found", () => expect(rows.length).toBeGreaterThan(35));

const here = rows.filter(({ form }) => !shells.some((shell) => form.includes(shell)));
test.skipIf(MACHINE_HAS_ORG_POLICY).for(here)("$form: $by", ({ form, by }) => {
  const result = results.find((one) => one.form === form);
  const said = JSON.stringify(result);
  // A denied shell may be gone before all of its input was written to it.
  expect(result?.error.replace(form.includes(" < ") ? /^.* EPIPE$/ : "", ""), said).toBe("");
  if (by === "not seen") {
    expect(result?.ran, said).toBe(true);
    return;
  }
  expect(result, said).toMatchObject({ ran: false, status: 126 });
  expect(result?.stderr).toMatch(/^guard: denied: .+ \[rule [\w.-]+, check [0-9a-f-]{36}\]$/m);
  const check = /check ([0-9a-f-]{36})/.exec(result?.stderr ?? "")?.[1];
  expect(records.find((record) => JSON.stringify(record).includes(check ?? "none"))).toMatchObject({
    layer: by,
  });
});
