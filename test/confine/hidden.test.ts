/** What is hidden cannot be read, changed or uncovered from inside, whatever is tried. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { ConfinePlan } from "../../src/confine/plan.ts";
import { USERS, World, whyNot } from "./world.ts";

const NESTED = "bwrap --unshare-user --dev-bind / /";

/** A line that runs inside, and must neither print SECRET nor change anything. */
const ATTEMPTS: readonly (readonly [name: string, line: string])[] = [
  ["a hidden file is read", "cat ~/.netrc"],
  ["a file of a hidden folder is read", "cat ~/.aws/credentials"],
  ["a hidden folder is read below a link to it", "cat ~/link-to-aws/credentials"],
  ["a key of ~/.ssh is read", "cat ~/.ssh/id_ed25519"],
  ["a key of ~/.gnupg is read", "cat ~/.gnupg/private-keys-v1.d/key"],
  ["a name with blanks, a newline and an accent in the way", 'cat "$HOME/.config/gcloud/é x\ny"'],
  ["guard's token is read", "cat $XDG_RUNTIME_DIR/guard/abcdefgh/control/token"],
  ["guard's policy is read", "cat ~/.config/guard/policy.yaml"],
  ["guard's state is read", "cat ~/.local/state/guard/audit/permissions.jsonl"],
  ["a mask is taken away", "umount ~/.aws || umount -l ~/.aws; cat ~/.aws/credentials"],
  ["it is mounted elsewhere", "mount --bind ~ /mnt; cat /mnt/.aws/credentials"],
  [
    "another mount namespace",
    "unshare -Urm sh -c 'umount -l ~/.aws; umount -l ~/.netrc; cat ~/.aws/credentials ~/.netrc'",
  ],
  ["a bubblewrap inside", `${NESTED} sh -c 'cat ~/.aws/credentials ~/.netrc ~/.ssh/id_ed25519'`],
  [
    "a bubblewrap that binds the home elsewhere",
    `${NESTED} --bind ~ /mnt cat /mnt/.aws/credentials /mnt/.netrc`,
  ],
  ["its own root in /proc", "cat /proc/self/root$HOME/.aws/credentials"],
  ["the root of process 1", "cat /proc/1/root$HOME/.aws/credentials"],
  // As root: of those that have every capability. Landlock keeps the others apart (test/evasion).
  ["the root of a process outside", "cat /proc/OUTSIDE/root$HOME/.aws/credentials"],
  ["the working folder of a process outside", "cat /proc/OUTSIDE/cwd/home/.aws/credentials"],
  ["a hard link to it", "ln ~/.netrc ~/copy; cat ~/copy"],
  ["another name for it", "mv ~/.netrc ~/moved; cat ~/moved"],
  ["another name for its folder", "mv ~/.aws ~/moved; cat ~/moved/credentials"],
  [
    "another name for the folder above it",
    "mv ~/.config ~/moved; cat ~/moved/guard/policy.yaml ~/moved/gh/hosts.yml",
  ],
  ["its rights are changed", "chmod 777 ~/.netrc ~/.aws; cat ~/.netrc ~/.aws/credentials"],
];

/** What must be refused, with the words of the refusal. */
const CHANGES: readonly (readonly [name: string, line: string, says: RegExp])[] = [
  ["a hidden file is written", "echo x > ~/.netrc", /Read-only/],
  ["a hidden file is deleted", "rm -f ~/.netrc", /busy|Read-only/],
  ["a hidden file is replaced", "echo x > ~/new; mv -f ~/new ~/.netrc", /busy|Read-only/],
  ["a hidden file's rights", "chmod 777 ~/.netrc", /Read-only|not permitted/],
  ["a file in a hidden folder", "echo x > ~/.aws/credentials", /Read-only/],
  ["a hidden folder is renamed", "mv ~/.aws ~/aws", /busy/],
  ["a folder above a hidden file is renamed, to be looked at in the next session", "mv ~/.m2 ~/m", /busy/],
  ["one further above", "mv ~/.cache ~/c", /busy/],
  ["a hidden folder is deleted", "rm -rf ~/.aws", /busy|Read-only/],
  ["a key is put into ~/.ssh", "echo x > ~/.ssh/authorized_keys2", /Read-only/],
  ["guard's policy is written", "echo x > ~/.config/guard/policy.yaml", /Read-only/],
  ["guard's policy is written beside", "mv ~/.config ~/c && mkdir -p ~/.config/guard", /busy/],
  ["guard's state is replaced by its folder", "mv ~/.local ~/l && mkdir -p ~/.local/state/guard", /busy/],
  ["guard's state is replaced by the next folder", "mv ~/.local/state ~/s", /busy|Read-only/],
  ["a file beside the hooks", "echo x > $XDG_RUNTIME_DIR/guard/abcdefgh/agent/x", /Read-only/],
  ["another session's folder", "mkdir $XDG_RUNTIME_DIR/guard/zzzzzzzz", /Read-only/],
];

describe.skipIf(whyNot !== undefined).for(USERS)("as %s", (user) => {
  let world: World;
  let plan: ConfinePlan;
  let outside: number;
  beforeAll(() => {
    world = new World(user);
    world.plant({
      "home/.netrc": "SECRET",
      "home/.aws/credentials": "SECRET",
      "home/link-to-aws": "-> .aws",
      "home/.ssh/id_ed25519": "SECRET",
      "home/.ssh/config": "Host example\n  User someone\n",
      "home/.gnupg/private-keys-v1.d/key": "SECRET",
      "home/.config/gcloud/é x\ny": "SECRET",
      "home/.m2/settings.xml": "<password>SECRET</password>",
      "home/.cache/huggingface/token": "SECRET",
      "home/.config/gh/hosts.yml": "SECRET",
      "home/.config/guard/policy.yaml": "SECRET",
      "home/.local/state/guard/audit/permissions.jsonl": "SECRET",
    });
    plan = world.plan();
    outside = world.startOutside();
  });
  afterAll(() => world.remove());

  test("an ordinary line runs, and sees the home, the project and its own folder of the session", () => {
    world.plant({ "home/plain.txt": "plain", "project/a.txt": "a" });
    const ran = world.run(
      plan,
      "cat ~/plain.txt a.txt && ls $XDG_RUNTIME_DIR/guard/abcdefgh && touch made ~/made",
    );
    expect(ran).toEqual({ status: 0, stdout: "plainaagent\n", stderr: "" });
  });

  test("a hidden file says who hides it and how to open it", () => {
    expect(world.run(plan, "cat ~/.netrc").stdout).toMatch(
      /^# guard hides this .*guard run --reveal PATH.*\n$/,
    );
  });

  test.for(["~/.aws", "~/.ssh"])("%s, which is hidden, holds a note that can be read", (folder) => {
    const { stdout } = world.run(plan, `cat ${folder}/HIDDEN-BY-GUARD.txt`);
    expect(stdout).toMatch(/^# guard hides this/);
  });

  test.for(ATTEMPTS)("no secret is seen: %s", ([, line]) => {
    const { stdout, stderr } = world.run(plan, line.replace("OUTSIDE", String(outside)));
    expect(stdout + stderr).not.toContain("SECRET");
    expect(world.run(plan, "cat ~/.netrc").stdout).toMatch(/^# guard hides/);
  });

  test.for(CHANGES)("nothing is changed: %s", ([, line, says]) => {
    const { status, stderr } = world.run(plan, line);
    expect(status).not.toBe(0);
    expect(stderr).toMatch(says);
  });
});
