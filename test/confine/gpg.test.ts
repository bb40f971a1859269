/** Signing goes on through the user's gpg-agent outside, whose settings cannot be changed from inside. The real gpg and git. */
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { ConfinePlan } from "../../src/confine/plan.ts";
import { USERS, World, whyNot } from "./world.ts";

const absent = ["/usr/bin/gpg", "/usr/bin/gpg-agent", "/usr/bin/git"].find((path) => !existsSync(path));
if (absent !== undefined) process.stderr.write(`gpg is not tried: ${absent} is not here\n`);

const COMMIT =
  "git init -q r && cd r && git -c user.name=T -c user.email=t@example.org commit -q -S --allow-empty -m x";

/** Each prints this, and ends with 0. */
const WORKS: readonly (readonly [name: string, line: string, prints: RegExp])[] = [
  [
    "a file is signed and verified",
    "echo x > f; gpg --batch --yes -b f && gpg --verify f.sig 2>&1",
    /Good signature/,
  ],
  [
    "a commit is signed and verified",
    `${COMMIT} && git verify-commit HEAD 2>&1 && git log -1 --format=%G?`,
    /^G$/m,
  ],
  ["keys are listed", "gpg --list-secret-keys", /^sec/m],
];

/** Each changes nothing outside. */
const HELD: readonly (readonly [name: string, line: string])[] = [
  ["settings of the agent are changed", "echo pinentry-program /x >> $GNUPGHOME/gpg-agent.conf"],
  [
    "settings of the agent are replaced",
    "echo x > $GNUPGHOME/n; mv -f $GNUPGHOME/n $GNUPGHOME/gpg-agent.conf",
  ],
  [
    "settings for one version are made",
    "echo x > $GNUPGHOME/gpg-agent.conf-2.2; echo x > $GNUPGHOME/scdaemon.conf",
  ],
  ["the folder is moved aside", "mv $GNUPGHOME $GNUPGHOME.old; mkdir -p $GNUPGHOME"],
  ["keys are read", "cat $GNUPGHOME/private-keys-v1.d/*; cat $GNUPGHOME/openpgp-revocs.d/*"],
];

describe.skipIf(whyNot !== undefined || absent !== undefined).for(USERS)("as %s", (user) => {
  let world: World;
  let plan: ConfinePlan;
  let folder: string;
  const outside = (program: string, ...args: string[]) => {
    const { who } = world;
    const env = { PATH: process.env["PATH"], HOME: world.home, GNUPGHOME: folder };
    return spawnSync(program, args, { encoding: "utf8", env, ...who });
  };
  beforeAll(() => {
    world = new World(user);
    folder = join(world.home, ".gnupg");
    world.plant({ "home/.gnupg/gpg-agent.conf": "# mine\n" });
    outside("chmod", "700", folder);
    world.setVariable("GNUPGHOME", folder);
    const made = outside(
      "gpg",
      "--batch",
      "--passphrase",
      "",
      "--quick-gen-key",
      "T <t@example.org>",
      "ed25519",
      "sign",
      "never",
    );
    expect({ status: made.status, stderr: made.status === 0 ? "" : made.stderr }).toEqual({
      status: 0,
      stderr: "",
    });
    plan = world.plan();
  });
  afterAll(() => {
    outside("gpgconf", "--kill", "all");
    world.remove();
  });

  test.for(WORKS)("%s", ([, line, prints]) => {
    const { status, stdout, stderr } = world.run(plan, line);
    expect({ status, stderr: status === 0 ? "" : stderr }).toEqual({ status: 0, stderr: "" });
    expect(stdout).toMatch(prints);
  });

  test.for(HELD)("nothing changes outside: %s", ([, line]) => {
    const before = readdirSync(folder);
    const { stdout } = world.run(plan, line);
    expect(stdout).not.toMatch(/private-key|BEGIN PGP/);
    expect(readdirSync(folder)).toEqual(before);
    expect(readFileSync(join(folder, "gpg-agent.conf"), "utf8")).toBe("# mine\n");
  });
});
