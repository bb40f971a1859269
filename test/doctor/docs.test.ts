/** docs/DOCTOR.md: its commands are run, its tables are the code's. */
import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, symlinkSync } from "node:fs";
import { join, resolve } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { CANARIES } from "../../src/doctor/doctor.ts";
import { LACKS } from "../../src/doctor/known-lacks.ts";
import { PRIVILEGED } from "../../src/doctor/privileged-programs.ts";
import { DoctorPlace, GUARD } from "./examined.ts";

const DOC = readFileSync(resolve(import.meta.dirname, "../../docs/DOCTOR.md"), "utf8");
const place = new DoctorPlace();
const bin = join(place.root, "bin");
mkdirSync(bin);
symlinkSync(GUARD, join(bin, "guard"));
afterAll(() => place.dispose());

function shell(command: string): { readonly status: number | null; readonly out: string } {
  const env = { ...place.env, PATH: `${bin}:${process.env["PATH"]}` };
  const ran = spawnSync("bash", ["-c", command], { cwd: place.project, encoding: "utf8", env });
  return { status: ran.status, out: ran.stdout };
}

const blocks = (language: string) =>
  [...DOC.matchAll(new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``, "g"))].map(([, text = ""]) =>
    text.trim(),
  );

describe("the commands run", () => {
  test.for(blocks("sh").flatMap((block) => block.split("\n")))("%s", (command) => {
    const { status, out } = shell(command);
    expect([0, 1]).toContain(status);
    expect(out).toMatch(/Tier reached|"tier"/);
  });
});

test("the transcript is what is shown", () => {
  const [transcript = ""] = blocks("console");
  const [command = "", ...shown] = transcript.replace(/^\$ /, "").split("\n");
  const rows = shell(command).out.split("\n");
  let at = 0;
  for (const row of shown.filter((one) => one !== "…")) {
    const found = rows.findIndex((actual, index) => index >= at && actual.startsWith(row.replace(/…$/, "")));
    expect(found, `${row} is not shown in\n${rows.join("\n")}`).toBeGreaterThanOrEqual(0);
    at = found + 1;
  }
});

test("the table of canaries is the code's", () => {
  const rows = CANARIES.map(({ id, about, heldIn, onlyWith }) => {
    const where = onlyWith === undefined ? "" : " (kernels with Landlock scopes)";
    return `| \`${id}\` | ${about} | ${heldIn.join(", ")}${where} |`;
  });
  expect(DOC).toContain(rows.join("\n"));
});

test.for([...LACKS, ...PRIVILEGED].map(({ id }) => id))("it tells of the finding %s", (id) => {
  expect(DOC).toContain(`\`${id}\``);
});

test("every field of the report is told of", () => {
  const { out } = shell("guard doctor --json --gate off --confine off -- true 2>/dev/null");
  const report = JSON.parse(out) as Record<string, unknown>;
  const fields = [
    ...Object.keys(report),
    ...Object.keys((report["canaries"] as object[])[0] ?? {}),
    ...Object.keys(report["agent"] as object),
  ];
  expect(fields).toContain("shells");
  expect(fields.filter((name) => !DOC.includes(`\`${name}\``))).toEqual([]);
});
