/** What an agent needs every day works inside: ssh, gpg, git, shells, terminals, sandboxes of its own. */
import { existsSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { ConfinePlan } from "../../src/confine/plan.ts";
import { USERS, World, whyNot } from "./world.ts";

interface Row {
  readonly line: string;
  readonly prints: RegExp;
  readonly needs?: string;
  /** Only for this user; the reason stands in the row's name. */
  readonly only?: "root" | "plain";
}

const ROWS: readonly (readonly [name: string, row: Row])[] = [
  [
    "ssh reads its settings, and those in a folder beside them",
    {
      line: "ssh -T -F ~/.ssh/config -G example | grep -E '^(user|port)'",
      prints: /^user someone\nport 2022$/m,
      needs: "/usr/bin/ssh",
    },
  ],
  [
    "known hosts are added to the user's own file",
    { line: "echo new >> ~/.ssh/known_hosts && cat ~/.ssh/known_hosts", prints: /^old\nnew$/m },
  ],
  ["public keys are read", { line: "cat ~/.ssh/id_ed25519.pub", prints: /ssh-ed25519/ }],
  ["a link to settings elsewhere is followed", { line: "cat ~/.ssh/allowed_signers", prints: /signer/ }],
  [
    "a folder of control sockets takes new ones",
    { line: "touch ~/.ssh/sockets/new && echo made", prints: /made/ },
  ],
  ["gpg's other files stay", { line: "cat ~/.gnupg/gpg.conf", prints: /no-greeting/ }],
  ["the agents' own logins stay", { line: "cat ~/.claude/.credentials.json", prints: /login/ }],
  [
    "an agent writes its own login",
    { line: "echo x > ~/.codex/auth.json && cat ~/.codex/auth.json", prints: /x/ },
  ],
  [
    "a file of settings without a secret stays",
    { line: "cat ~/.npmrc ~/.docker/config.json", prints: /registry=.*credsStore/s },
  ],
  ["git reads the user's settings", { line: "git config --global user.name", prints: /Some One/ }],
  [
    "fish starts with settings that it cannot write",
    { line: "fish -c 'echo $from_config'", prints: /^yes$/m, needs: "/usr/bin/fish" },
  ],
  [
    "a tmux of its own starts, though the user's is hidden",
    {
      line: "tmux -f /dev/null new-session -d -s inside sleep 60 && tmux list-sessions && tmux kill-server",
      prints: /^inside:/m,
      needs: "/usr/bin/tmux",
    },
  ],
  [
    "a pseudo terminal is made",
    { line: "script -qec tty /dev/null", prints: /\/dev\/pts\/\d/, needs: "/usr/bin/script" },
  ],
  [
    "devices that everybody needs are there",
    { line: "head -c1 /dev/urandom | wc -c; ls -d /dev/shm /dev/fd /dev/stdin", prints: /^1$/m },
  ],
  [
    "a sandbox of its own has a /proc of its own (root's cannot: settings of the kernel are read-only)",
    {
      line: "bwrap --dev-bind / / --unshare-pid --proc /proc sh -c 'echo pid $$'",
      prints: /pid \d+/,
      only: "plain",
    },
  ],
  [
    "a sandbox of its own starts",
    { line: "bwrap --unshare-user --dev-bind / / echo inside", prints: /inside/ },
  ],
  ["a user namespace of its own", { line: "unshare -Ur id -u", prints: /^0$/m }],
  ["temporary files", { line: "f=$(mktemp) && echo x > $f && cat $f && rm $f", prints: /x/ }],
  ["its own name stays", { line: "id -u", prints: /^\d+$/m }],
];

describe.skipIf(whyNot !== undefined).for(USERS)("as %s", (user) => {
  let world: World;
  let plan: ConfinePlan;
  beforeAll(() => {
    world = new World(user);
    world.plant({
      "home/.ssh/config": `Include ${world.home}/.ssh/config.d/*\nHost example\n  User someone\n`,
      "home/.ssh/config.d/more": "Host example\n  Port 2022\n",
      "home/.ssh/known_hosts": "old\n",
      "home/.ssh/id_ed25519": "SECRET",
      "home/.ssh/id_ed25519.pub": "ssh-ed25519 AAAA",
      "home/.ssh/allowed_signers": "-> ../dotfiles/signers",
      "home/dotfiles/signers": "signer",
      "home/.ssh/sockets/": "",
      "home/.gnupg/gpg.conf": "no-greeting",
      "home/.gnupg/private-keys-v1.d/key": "SECRET",
      "home/.claude/.credentials.json": "login",
      "home/.codex/auth.json": "login",
      "home/.npmrc": "registry=https://registry.example/\n",
      "home/.docker/config.json": '{"credsStore":"desktop"}',
      "home/.gitconfig": "[user]\n  name = Some One\n",
      "home/.config/fish/config.fish": "set -g from_config yes\n",
      [`tmux/tmux-${world.uid}/`]: "",
      "home/.config/guard/": "",
      "home/.local/state/guard/": "",
    });
    plan = world.plan();
  });
  afterAll(() => world.remove());

  test.for(ROWS)("%s", ([, { line, prints, needs, only }], { skip }) => {
    if (needs !== undefined && !existsSync(needs)) return skip(`${needs} is not here`);
    if (only !== undefined && (only === "root") !== (world.uid === 0)) return skip(`not for ${user}`);
    const { status, stdout, stderr } = world.run(plan, line);
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
    expect(stdout).toMatch(prints);
  });

  test("~/.ssh takes new files only if ssh would not start without its control socket there", () => {
    const line = "touch ~/.ssh/made";
    expect(world.run(plan, line).stderr).toMatch(/Read-only/);
    world.plant({ "home/.ssh/config": "Host *\n  ControlPath ~/.ssh/cm-%C\n" });
    expect(world.run(world.plan(), line)).toEqual({ status: 0, stdout: "", stderr: "" });
    world.plant({ "home/.ssh/config": "Host *\n  ControlPath ~/.ssh/sockets/%C\n" });
    expect(world.run(world.plan(), line).stderr).toMatch(/Read-only/);
  });

  test("where /dev was made before, the plan makes none", () => {
    expect(world.plan({ dev: "room" }).args).not.toContain("--dev");
    expect(world.plan({ dev: "bwrap" }).args).toContain("--dev");
  });
});
