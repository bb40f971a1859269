/** A caller whose own pages never come: its start waits, and nobody else's. */
import { existsSync } from "node:fs";
import { afterEach, describe, expect, test } from "vitest";
import { GateHost } from "../gate/gate-host.ts";
import { findSeat } from "../launcher/seat-host.ts";
import { buildAttackers } from "./attackers.ts";

const seat = findSeat() ?? "";
const attackers = buildAttackers();
const whyNot = [
  ...(seat === "" ? ["no C compiler here"] : []),
  ...(attackers.kind === "none" ? [attackers.why] : []),
  ...(process.getuid?.() === 0 && existsSync("/dev/fuse") ? [] : ["needs root and /dev/fuse"]),
];
if (whyNot.length > 0) process.stderr.write(`skipped: pages that never come: ${whyNot.join("; ")}\n`);

let host: GateHost;
afterEach(() => host.close());

describe.skipIf(whyNot.length > 0)("an execve that waits for a page that never comes", () => {
  const folder = attackers.kind === "built" ? attackers.folder : "";
  test.for([
    ["arguments", "allow"],
    ["program", "allow"],
    ["code", "wait"],
    ["code", "deny"],
  ] as const)("its %s, answered by %s: other programs start meanwhile", async ([way, answer]) => {
    host = await new GateHost(({ path }) => (path === "/mnt/file" ? answer : "allow")).listen();
    const line = `for way in ${way} ${way} ${way}; do
        coproc slow { exec ${folder}/slow-page $way; }
        read -r calls server <&"\${slow[0]}"; echo $calls; servers+=" $server"
        /bin/echo other
      done 2>/dev/null
      kill -9 $servers; exit 0`;
    const run = await host.run(seat, "/bin/bash", ["bash", "-c", line]);
    expect(run.stderr).toBe("");
    expect(run.stdout).toBe("calls\nother\n".repeat(3));
  });
});
