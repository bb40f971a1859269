/** An installation that was built without a C compiler: the hooks are proven, what C would have tried is told to be absent. */
import { spawnSync } from "node:child_process";
import { cpSync, existsSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { CANARIES } from "../../src/doctor/doctor.ts";
import type { Report } from "../../src/doctor/report.ts";
import { copyInstallation } from "../launcher/installation.ts";
import { DoctorPlace, outcomes } from "./examined.ts";

const DIST = resolve(import.meta.dirname, "../../dist");
const isBuilt = existsSync(join(DIST, "doctor"));
if (!isBuilt) process.stderr.write("skipped: guard is not built: npm run build\n");

const place = new DoctorPlace();
afterAll(() => place.dispose());

function examine(): { readonly status: number | null; readonly report: Report } {
  const install = copyInstallation(place.root, ["guard-ask"]);
  cpSync(join(DIST, "doctor"), join(install, "dist/doctor"), { recursive: true });
  writeFileSync(join(install, "dist/native/compiler.txt"), "none\n");
  const { env } = place;
  const args = [join(install, "bin/guard"), "doctor", "--json", "--tier", "advisory"];
  const ran = spawnSync(process.execPath, args, { cwd: place.project, encoding: "utf8", env });
  return { status: ran.status, report: JSON.parse(ran.stdout) as Report };
}

describe.skipIf(!isBuilt)("without guard's C programs", () => {
  const { status, report } = isBuilt ? examine() : { status: null, report: undefined as never };

  test("hooks alone are advisory, and hold what that promises", () => {
    expect([status, report.tier]).toEqual([0, "advisory"]);
    const seen = outcomes(report);
    const promised = CANARIES.filter(({ heldIn }) => heldIn.includes("advisory")).map(({ id }) => id);
    expect(promised.filter((id) => !/^held hook$|^absent$/.test(seen[id] ?? ""))).toEqual([]);
  });

  test("what needs a C program is absent, and the reason is told", () => {
    const native = CANARIES.filter(({ driver }) => driver === "native").map(({ id }) => id);
    expect(outcomes(report)).toMatchObject(
      Object.fromEntries([...native, "static"].map((id) => [id, "absent"])),
    );
    expect(report.canaries.find(({ id }) => id === "ptrace")?.detail).toBe(
      "guard's C programs were not built",
    );
  });

  test("the compiler is what this machine lacks first", () => {
    expect(report.lacks).toContainEqual(
      expect.objectContaining({ id: "compiler", fix: expect.stringContaining("./install.sh again") }),
    );
  });
});
