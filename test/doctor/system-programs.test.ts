/** What guard doctor starts without guard are programs of the system, whatever stands first on PATH. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { readOr } from "../launcher/user-terminal.ts";
import { DoctorPlace } from "./examined.ts";

const place = new DoctorPlace();
afterAll(() => place.dispose());

const PLANTED = [
  ...["ssh-add", "gpg-connect-agent", "gpgconf", "tmux", "python3", "bwrap", "prlimit", "stty"],
  ...["bash", "sh", "zsh", "fish", "env", "cat", "touch", "rm", "true"],
];

/** A mark is made outside of sessions only: inside they are the agent's own, and judged. */
function plant(): { readonly folder: string; readonly marks: string } {
  const folder = join(place.root, "planted");
  const marks = join(place.root, "marks");
  mkdirSync(folder);
  for (const name of PLANTED)
    writeFileSync(
      join(folder, name),
      `#!/bin/sh\n[ "$GUARD_SESSION" ] || echo ${name} >> ${marks}\n[ -x /usr/bin/${name} ] && exec /usr/bin/${name} "$@"\n`,
      { mode: 0o755 },
    );
  return { folder, marks };
}

function plantKeys(): void {
  for (const folder of [".ssh", ".gnupg/private-keys-v1.d"])
    mkdirSync(join(place.home, folder), { recursive: true, mode: 0o700 });
  writeFileSync(join(place.home, ".ssh/id_test"), "");
  writeFileSync(join(place.home, ".gnupg/private-keys-v1.d/test.key"), "");
}

test("with planted programs first on PATH, none of them is run outside of a session", () => {
  const { folder, marks } = plant();
  plantKeys();
  const { report } = place.examine([], {
    PATH: `${folder}:${process.env["PATH"]}`,
    SSH_AUTH_SOCK: join(place.root, "no-agent"),
  });
  expect(report.canaries.find(({ id }) => id === "builtin")?.outcome).toBe("held");
  expect(new Set(readOr(marks, "").split("\n"))).toEqual(new Set([""]));
});
