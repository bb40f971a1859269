/** What the agent's place is made of with the exec gate, and what without: folder, variables, the seat's options. */
import { existsSync, mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { agentEnvironment } from "../../src/launcher/agent-environment.ts";
import { linkAgentFolder } from "../../src/launcher/agent-folder.ts";
import { describeTier, findInstalledParts } from "../../src/launcher/installed-parts.ts";
import { startCommand } from "../../src/launcher/seat-command.ts";

const root = mkdtempSync(join(tmpdir(), "guard-place-"));
afterAll(() => rmSync(root, { recursive: true, force: true }));
const place = { session: "k3v9x2ab", folder: "/run/guard/k3v9x2ab" };
const agent = `${place.folder}/agent`;
const parts = { ...findInstalledParts(), ask: "/g/guard-ask", shims: "/g/shims", seat: "/g/guard-seat" };
const users = {
  PATH: "/bin",
  BASH_ENV: "/my/env",
  ZDOTDIR: "/my/z",
  PROMPT_COMMAND: "mine",
  HOME: "/home/me",
};

test("with the gate the agent has the user's own PATH, BASH_ENV, SHLVL; hooks for shells that are typed to", () => {
  expect(agentEnvironment(users, place, parts, "on")).toEqual({
    PATH: "/bin",
    BASH_ENV: "/my/env",
    HOME: "/home/me",
    ZDOTDIR: `${agent}/hook.zsh`,
    XDG_DATA_DIRS: `${agent}/fish:/usr/local/share:/usr/share`,
    PROMPT_COMMAND: `. '${agent}/rc-prompt.bash'`,
    GUARD_SESSION: place.session,
    GUARD_AGENT_SOCKET: `${agent}/agent.sock`,
    GUARD_USER_ZDOTDIR: "/my/z",
    GUARD_USER_PROMPT_COMMAND: "mine",
  });
});

test("without it BASH_ENV and PATH are guard's", () => {
  expect(agentEnvironment(users, place, parts, "off")).toMatchObject({
    PATH: `${agent}/shims:/bin`,
    BASH_ENV: `${agent}/hook.bash`,
    GUARD_USER_BASH_ENV: "/my/env",
    SHLVL: "1",
    MAN_DISABLE_SECCOMP: "1",
  });
});

test.for(["on", "off"] as const)("the agent's folder tells hooks whether there is a gate: %s", (gate) => {
  const folder = mkdtempSync(join(root, "agent-"));
  linkAgentFolder(folder, parts, gate);
  const names = readdirSync(folder);
  expect(names.includes("gated")).toBe(gate === "on");
  expect(names.includes("shims")).toBe(gate === "off");
  expect(names).toEqual(expect.arrayContaining(["guard-ask", "rc-prompt.bash", "hook.zsh", "fish"]));
  if (existsSync(join(folder, "gated"))) expect(statSync(join(folder, "gated")).size).toBe(0);
});

test("the seat is told the gate's socket and whom to guard", () => {
  const command = { program: "/bin/true", argv: ["true"], env: {}, cwd: "/" } as const;
  const seatSocket = `${place.folder}/control/seat.sock`;
  const start = [seatSocket, "--", "/bin/true", "true"];
  const gate = ["--gate", `${place.folder}/control/gate.sock`, "--guarded", "12", "--guarded", "34"];
  expect(startCommand(command, "/g/guard-seat", place.folder).args).toEqual(start);
  const gated = startCommand(command, "/g/guard-seat", place.folder, { guarded: [12, 34], modes: "m" });
  expect(gated.args).toEqual([...gate, "--modes", "m", ...start]);
});

test("the seat is told how the agent is confined", () => {
  const command = { program: "/bin/true", argv: ["true"], env: {}, cwd: "/" } as const;
  const start = [`${place.folder}/control/seat.sock`, "--", "/bin/true", "true"];
  const confined = (dev: "room" | "bwrap") =>
    startCommand(command, "/g/guard-seat", place.folder, {
      confinement: {
        plan: "/s/confine.args",
        mounts: "/s/confine.mounts",
        kept: "/s/confine.kept",
        bwrap: "/usr/bin/bwrap",
        dev,
        devices: ["null", "tty"],
        sandboxes: { kind: "refused" },
      },
    }).args;
  const common = [
    "--confine",
    "/s/confine.args",
    "--mounts",
    "/s/confine.mounts",
    "--bwrap",
    "/usr/bin/bwrap",
  ];
  expect(confined("bwrap")).toEqual([...common, ...start]);
  expect(confined("room")).toEqual([
    ...common,
    "--room",
    "yes",
    "--kept",
    "/s/confine.kept",
    "--device",
    "null",
    "--device",
    "tty",
    ...start,
  ]);
});

test("the tier has a word for it", () => {
  expect(describeTier(parts, "on", "off")).toBe("gate+hooks");
  expect(describeTier(parts, "on", "on")).toBe("gate+confined+hooks");
  expect(describeTier(parts, "off", "off")).toBe("hooks+shims (advisory)");
  expect(describeTier(parts, "off", "on")).toBe("confined+hooks+shims (advisory)");
});
