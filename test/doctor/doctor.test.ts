/** Real examinations of this machine: the same canaries meet other layers where others are there, so each of them can fail. */
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { CANARIES } from "../../src/doctor/doctor.ts";
import type { Tier } from "../../src/doctor/tiers.ts";
import { hasGate } from "../helpers/gate.ts";
import { until } from "../helpers/until.ts";
import { DoctorPlace, outcomes } from "./examined.ts";

const place = new DoctorPlace();
afterAll(() => place.dispose());

const idsOf = (tier: Tier) => CANARIES.filter(({ heldIn }) => heldIn.includes(tier)).map(({ id }) => id);
const EXEC_BEYOND_HOOKS = ["sh-absolute", "python-system", "node", "static", "env-i", "script"];

describe("without gate and confinement", () => {
  const { status, report } = place.examine(["--gate", "off", "--confine", "off", "--tier", "advisory"]);

  test("the advisory tier is reached, and that is what was wanted", () => {
    expect([status, report.tier, report.claimed, report.ok]).toEqual([0, "advisory", "advisory", true]);
  });
  test("hooks and shims stop what they promise", () => {
    const seen = outcomes(report);
    expect(idsOf("advisory").filter((id) => !/^held (?:hook|shim)$|^absent$/.test(seen[id] ?? ""))).toEqual(
      [],
    );
  });
  test("what only a gate sees ran, and is told to be open", () => {
    const seen = outcomes(report);
    expect(EXEC_BEYOND_HOOKS.filter((id) => !/^open$|^absent$/.test(seen[id] ?? ""))).toEqual([]);
  });
  test("files, sockets, terminals and guard's processes are open, or the kernel's own business", () => {
    const seen = outcomes(report);
    const reach = CANARIES.filter(({ stoppedBy }) => stoppedBy !== undefined).map(({ id }) => id);
    expect(
      reach.filter((id) => !/^open$|^held (?:kernel|self-protection)$|^absent$/.test(seen[id] ?? "")),
    ).toEqual([]);
  });
});

test("a tier that is not reached is exit 1, and the open canaries are named", () => {
  const { status, report } = place.examine(["--gate", "off", "--confine", "off", "--tier", "gate"]);
  expect([status, report.tier, report.wanted, report.ok]).toEqual([1, "advisory", "gate", false]);
  expect(report.canaries).toContainEqual(
    expect.objectContaining({ id: "node", outcome: "open", wanted: true }),
  );
});

describe.skipIf(!hasGate)("with the gate", () => {
  const { report } = place.examine(["--tier", "gate"]);

  test("every way of starting something is stopped by the gate", () => {
    const seen = outcomes(report);
    const exec = CANARIES.filter(({ stoppedBy }) => stoppedBy === undefined).map(({ id }) => id);
    expect(exec.filter((id) => !/^held gate$|^absent$/.test(seen[id] ?? ""))).toEqual([]);
  });
  test("what reaches at guard is stopped by the filter", () => {
    expect(outcomes(report)).toMatchObject({
      tiocsti: expect.stringMatching(/^held (?:filter|kernel|self-protection)$/),
      ptrace: expect.stringMatching(/^held (?:filter|kernel|self-protection)$/),
      kill: "held filter",
    });
  });
  test("the tier that guard run tells of is the tier that is proven", () => {
    expect(report.tier).toBe(report.claimed);
  });
});

const confined = place.examine(["--gate", "off", "--tier", "confined"]);
const hasConfinement = confined.report.claimed === "confined";
if (!hasConfinement)
  process.stderr.write(
    `skipped: confinement does not work here: ${confined.report.lacks.map(({ problem }) => problem).join("; ")}\n`,
  );

describe.skipIf(!hasConfinement)("with confinement and without the gate", () => {
  test("that tier is reached", () => {
    expect([confined.status, confined.report.tier]).toEqual([0, "confined"]);
  });
  test("files and terminals are held by confinement", () => {
    const seen = outcomes(confined.report);
    const files = CANARIES.filter(({ heldIn }) => heldIn.join() === "full,confined").map(({ id }) => id);
    expect(files.filter((id) => !/^held confinement$|^absent$/.test(seen[id] ?? ""))).toEqual([]);
  });
  test("what only a gate sees is open", () => {
    const seen = outcomes(confined.report);
    expect(EXEC_BEYOND_HOOKS.filter((id) => !/^open$|^absent$/.test(seen[id] ?? ""))).toEqual([]);
  });
});

describe.skipIf(!hasGate || !hasConfinement)("with gate and confinement", () => {
  test("all of the full tier is held", () => {
    const { status, report } = place.examine([]);
    expect(report.canaries.filter(({ outcome }) => outcome === "open" || outcome === "failed")).toEqual([]);
    expect([status, report.tier, report.wanted]).toEqual([0, "full", "full"]);
  });
});

describe("what is missing on a machine", () => {
  test("a shell that is not there is told so, and spoils nothing", () => {
    const bin = join(place.root, "bin");
    mkdirSync(bin);
    for (const name of ["bash", "sh", "env", "cat", "touch", "python3"])
      for (const folder of ["/usr/bin", "/bin"])
        if (existsSync(join(folder, name)) && !existsSync(join(bin, name)))
          symlinkSync(join(folder, name), join(bin, name));
    const { report } = place.examine(["--gate", "off", "--confine", "off", "--tier", "advisory"], {
      PATH: bin,
    });
    expect(outcomes(report)).toMatchObject({ zsh: "absent", fish: "absent", "tmux-command": "absent" });
    expect(report.lacks.map(({ id }) => id)).not.toContain("compiler");
  });
});

test("a policy that guard run refuses: no session, every canary failed, exit 1, and what to mend", () => {
  const broken = new DoctorPlace();
  mkdirSync(join(broken.home, ".config/guard"), { recursive: true });
  writeFileSync(join(broken.home, ".config/guard/policy.yaml"), "rules: nonsense\n");
  const { status, report } = broken.examine([]);
  const shown = broken.run([]);
  broken.dispose();
  expect([status, report.tier, report.claimed]).toEqual([1, "none", null]);
  expect(new Set(report.canaries.map(({ outcome }) => outcome))).toEqual(new Set(["failed"]));
  expect(report.problem).toContain("policy.yaml");
  expect(shown.stdout.split("\n").filter((row) => row.length > 80)).toEqual([]);
});

describe("an agent", () => {
  writeFileSync(
    join(place.project, "agent.mjs"),
    `import { spawnSync } from "node:child_process";
spawnSync("bash", ["-c", "ls"]); spawnSync("/bin/sh", ["-c", ": > x"]); process.stdout.write("its words\\n"); process.exit(3);`,
  );
  const agent = ["--", process.execPath, "agent.mjs"];

  test.skipIf(!hasGate)(
    "its shells are seen by the gate, its own end is told, and stdout is the report's",
    () => {
      const { report } = place.examine(["--tier", "gate", ...agent]);
      expect(report.agent).toMatchObject({
        command: [process.execPath, "agent.mjs"],
        known: null,
        status: 3,
        session: expect.stringMatching(/^[a-z0-9]{8}$/),
        denied: 1,
        denials: [{ command: expect.stringContaining(": > x"), by: "gate" }],
        shells: { onlyGate: 2, onlyHook: 0, onlyShim: 0, several: 0 },
      });
      expect(existsSync(join(place.project, "x"))).toBe(false);
    },
  );
  test("without the gate its other shell is not seen at all", () => {
    const { report } = place.examine(["--gate", "off", "--confine", "off", "--tier", "advisory", ...agent]);
    expect(report.agent).toMatchObject({ status: 3, denied: 0, tier: "advisory" });
    expect(report.agent?.shells).toMatchObject({ onlyGate: 0, several: 1 });
  });
  test("one that is not there had no session: exit 1", () => {
    const { status, report } = place.examine(["--tier", "advisory", "--", "no-such-agent"]);
    expect([status, report.agent?.status, report.agent?.session]).toEqual([1, 127, null]);
  });
});

describe("the command line", () => {
  test.for([
    { args: ["--tier", "best"], says: "--tier is one of full, gate, confined, advisory" },
    { args: ["--gate", "maybe"], says: "--gate is one of auto, on, off" },
    { args: ["--what"], says: "--what" },
    { args: ["claude"], says: "claude" },
    { args: ["--"], says: "no agent after --" },
  ])("$args is exit 2", ({ args, says }) => {
    const { status, stderr, stdout } = place.run(args);
    expect([status, stdout]).toEqual([2, ""]);
    expect(stderr).toContain(says);
  });

  test("inside a session it is the agent that asks: refused", () => {
    const { status, stderr } = place.run([], { GUARD_SESSION: "notabove" });
    expect([status, stderr]).toEqual([1, expect.stringContaining("for the person, not for the agent")]);
  });
});

test("Ctrl-C while it examines: nothing of it stays", async () => {
  const child = place.start([]);
  const ended = new Promise((done) => child.on("exit", (code, signal) => done(signal ?? code)));
  await until("its folder", () => readdirSync(place.temp).find((name) => name.startsWith("guard-doctor-")));
  child.kill("SIGINT");
  expect(await ended).toBe(130);
  await until(
    "the end of its sessions",
    () => readdirSync(join(place.root, "r/guard")).length === 0 || undefined,
  );
});

test("nothing is left behind but what guard wrote down", () => {
  expect(readdirSync(place.temp).flatMap((name) => readdirSync(join(place.temp, name)))).toEqual([]);
  expect(readdirSync(join(place.root, "r/guard"))).toEqual([]);
  const audit = readFileSync(join(place.home, ".local/state/guard/audit/permissions.jsonl"), "utf8");
  expect(audit).toContain("guard-doctor-");
});
