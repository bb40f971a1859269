/** What an execve announces: an allow for it counts if it comes true, and for nothing else. */
import { chmodSync, existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { findSeat } from "../launcher/seat-host.ts";
import { waitUntil } from "../launcher/wait-until.ts";
import { GateHost } from "./gate-host.ts";

const seat = findSeat() ?? "";
if (seat === "") process.stderr.write("exec gate: no C compiler here, its tests are skipped\n");

let host: GateHost;
afterEach(() => host.close());

/** Programs are asked about by their last word: NO is denied. */
async function open(early: GateHost["early"]): Promise<GateHost> {
  host = await new GateHost(({ argv }) => (argv.at(-1) === "NO" ? "deny" : "allow")).listen();
  if (early) host.early = early;
  return host;
}

/** The first call fails in the kernel, by variables that are nowhere; it was announced and allowed all the same. */
const FAILS_THEN_STARTS_BY_THREAD = `
import ctypes, os, threading
words = [ctypes.create_string_buffer(word, 512) for word in (b"/bin/echo", b"one")]
argv = (ctypes.c_void_p * 3)(*[ctypes.addressof(word) for word in words], None)
execve = ctypes.CDLL(None).execve
assert execve(words[0], argv, ctypes.c_void_p(8)) == -1
thread = threading.Thread(target=lambda: execve(words[0], argv, None))
thread.start()
thread.join()
`;

const sh = (line: string) => ["/bin/bash", ["bash", "-c", line]] as const;
const asked = () => host.execs.map(({ argv }) => argv.join(" "));

describe.skipIf(seat === "")("an announcement", () => {
  test("that is allowed and comes true is not asked about again, and the next question tells so", async () => {
    await open((file) => (file === "/bin/echo" ? "allow" : "later"));
    const run = await host.run(seat, ...sh("/bin/echo one; /bin/ls -d /; :"));
    expect(run.stdout).toBe("one\n/\n");
    expect(asked()).toEqual([expect.stringContaining("bash -c"), "/bin/ls -d /"]);
    expect(host.announced).toEqual(["/bin/bash", "/bin/echo", "/bin/ls"]);
    expect(host.used).toHaveLength(1);
  });

  test("that is not allowed at once is asked about when it is there", async () => {
    await open(() => "later");
    const run = await host.run(seat, ...sh("/bin/echo NO; echo $?"));
    expect(run.stdout).toBe("126\n");
    expect(asked().at(-1)).toBe("/bin/echo NO");
  });

  test("that is answered late lets the program wait, and then run", async () => {
    await open((file) => (file === "/bin/echo" ? "silent" : "later"));
    const run = host.start(seat, ...sh("/bin/echo one; :"));
    await host.seat.go();
    await waitUntil("the announcement", () => host.unanswered.length === 1);
    expect(run.stdout).toBe("");
    host.answer(host.unanswered[0] ?? "", "allow");
    await run.closed;
    expect(run.stdout).toBe("one\n");
    expect(asked()).toHaveLength(1);
  });

  test("that is answered late by anything but an allow is asked about", async () => {
    await open((file) => (file === "/bin/echo" ? "silent" : "later"));
    const run = host.start(seat, ...sh("/bin/echo NO; echo $?"));
    await host.seat.go();
    await waitUntil("the announcement", () => host.unanswered.length === 1);
    host.answer(host.unanswered[0] ?? "", "deny");
    await run.closed;
    expect(run.stdout).toBe("126\n");
    expect(asked().at(-1)).toBe("/bin/echo NO");
  });

  test("is not made for scripts, names without a folder, and long arguments", async () => {
    await open(() => "allow");
    const script = join(host.seat.folder, "x");
    writeFileSync(script, "#!/bin/sh\n:\n");
    chmodSync(script, 0o755);
    await host.run(seat, ...sh(`${script}; cd /bin; ./true; /bin/true ${"x".repeat(300)}; :`));
    expect(host.announced).toEqual([]);
    expect(asked()).toHaveLength(4);
  });

  test.skipIf(!existsSync("/usr/bin/python3"))(
    "of a process's first thread counts for nothing that another thread starts",
    // Announcements are there for speed, and are left out where the machine is slow: then this row has nothing to try.
    { retry: 3 },
    async () => {
      await open((file) => (file === "/bin/echo" ? "allow" : "later"));
      const run = await host.run(seat, "/usr/bin/python3", ["python3", "-c", FAILS_THEN_STARTS_BY_THREAD]);
      expect(run.stdout).toBe("one\n");
      expect(host.announced.filter((file) => file === "/bin/echo")).toHaveLength(2);
      expect(asked().at(-1)).toBe("/bin/echo one");
    },
  );

  test("that nothing came of is told, and its allow is for nothing else", async () => {
    await open((file) => (file.endsWith("/broken") ? "allow" : "later"));
    const broken = join(host.seat.folder, "broken");
    writeFileSync(broken, "\u007fELF no program", { mode: 0o755 });
    const run = await host.run(seat, ...sh(`( ${broken}; exec /bin/echo NO ); echo $?`));
    expect(run.stdout).toBe("126\n");
    // Its process may be gone before there was anything to announce.
    if (host.announced.includes(broken))
      await waitUntil("the note", () => host.notes.some((note) => /^unused \d+$/.test(note)));
    expect(asked().at(-1)).toBe("/bin/echo NO");
  });

  test("does not count when the program has variables that bring code into it", async () => {
    await open(() => "allow");
    await host.run(seat, ...sh("LD_LIBRARY_PATH=/nowhere /bin/echo one; :"));
    expect(asked()).toEqual(["/bin/echo one"]);
    await waitUntil("the note", () => host.notes.some((note) => /^unused \d+$/.test(note)));
  });
});
