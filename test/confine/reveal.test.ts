/** What the user reveals is seen, what lies beside it is not, and guard's own never is. */
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Revealed } from "../../src/confine/reveals.ts";
import { USERS, World, whyNot } from "./world.ts";

interface Row {
  readonly reveals: readonly string[];
  readonly line: string;
  readonly prints: RegExp;
  readonly was: Revealed["was"];
}

const SEEN = /SECRET/;
const NOT_SEEN = /^(?!.*SECRET)/s;

const ROWS: readonly (readonly [name: string, row: Row])[] = [
  ["a file", { reveals: ["~/.netrc"], line: "cat ~/.netrc", prints: SEEN, was: "hidden" }],
  ["a folder", { reveals: ["~/.aws"], line: "cat ~/.aws/credentials", prints: SEEN, was: "hidden" }],
  [
    "a folder with a slash at its end",
    { reveals: ["~/.aws/"], line: "cat ~/.aws/credentials", prints: SEEN, was: "hidden" },
  ],
  [
    "a file alone in a hidden folder",
    { reveals: ["~/.aws/credentials"], line: "cat ~/.aws/credentials", prints: SEEN, was: "hidden" },
  ],
  [
    "its neighbour stays hidden",
    { reveals: ["~/.aws/credentials"], line: "cat ~/.aws/other", prints: NOT_SEEN, was: "hidden" },
  ],
  [
    "one key of ~/.ssh",
    {
      reveals: ["~/.ssh/id_work"],
      line: "cat ~/.ssh/id_work ~/.ssh/config",
      prints: /SECRET.*kept/,
      was: "hidden",
    },
  ],
  [
    "the other key stays hidden",
    { reveals: ["~/.ssh/id_work"], line: "cat ~/.ssh/id_rsa", prints: NOT_SEEN, was: "hidden" },
  ],
  [
    "all of ~/.ssh",
    { reveals: ["~/.ssh"], line: "cat ~/.ssh/id_rsa && touch ~/.ssh/new", prints: SEEN, was: "hidden" },
  ],
  [
    "gpg's keys",
    { reveals: ["~/.gnupg"], line: "cat ~/.gnupg/private-keys-v1.d/key", prints: SEEN, was: "hidden" },
  ],
  ["through a link", { reveals: ["~/link"], line: "cat ~/.aws/credentials", prints: SEEN, was: "hidden" }],
  [
    "a start-up file can be written",
    {
      reveals: ["~/.bashrc"],
      line: "echo SECRET > ~/.bashrc && cat ~/.bashrc",
      prints: SEEN,
      was: "read-only",
    },
  ],
  [
    "a folder above reveals what is below it",
    { reveals: ["~/data"], line: "cat ~/data/.aws/credentials", prints: SEEN, was: "hidden" },
  ],
  ...(["~/.config", "~", "/", "$FOLDER", "~/everything", "$RUN"] as const).map(
    (path): readonly [string, Row] => [
      `a folder that holds the home folder or guard's own: ${path}`,
      {
        reveals: [path],
        line: "cat ~/.config/gh/hosts.yml ~/.config/guard/policy.yaml ~/.netrc ~/data/.aws/*; echo SECRET >> ~/.bashrc; cat ~/.bashrc",
        prints: NOT_SEEN,
        was: "too-wide",
      },
    ],
  ),
  [
    "guard's policy is never revealed",
    { reveals: ["~/.config/guard"], line: "cat ~/.config/guard/*", prints: NOT_SEEN, was: "guard" },
  ],
  [
    "guard's state is never revealed",
    {
      reveals: ["~/.local/state/guard/audit"],
      line: "cat ~/.local/state/guard/*/*",
      prints: NOT_SEEN,
      was: "guard",
    },
  ],
  [
    "guard's session is never revealed",
    {
      reveals: ["$RUN/guard/abcdefgh/control"],
      line: "cat $XDG_RUNTIME_DIR/guard/*/control/*",
      prints: NOT_SEEN,
      was: "guard",
    },
  ],
  [
    "guard's policy behind a link is never revealed",
    { reveals: ["~/way"], line: "cat ~/way/*", prints: NOT_SEEN, was: "guard" },
  ],
  [
    "one socket in a folder that is the tree's own",
    { reveals: ["$FOLDER/tmux/tmux-$UID/mine"], line: "cat $TMUX_TMPDIR/*/*", prints: SEEN, was: "socket" },
  ],
  [
    "the others there stay hidden",
    {
      reveals: ["$FOLDER/tmux/tmux-$UID/mine"],
      line: "ls $TMUX_TMPDIR/*",
      prints: /^mine\n$/,
      was: "socket",
    },
  ],
  [
    "the project's policy stays read-only",
    {
      reveals: ["$PROJECT/.guard"],
      line: "echo SECRET > .guard/x; cat .guard/x",
      prints: NOT_SEEN,
      was: "guard",
    },
  ],
  ["a socket", { reveals: ["$RUN/bus"], line: "cat $XDG_RUNTIME_DIR/bus", prints: SEEN, was: "socket" }],
  [
    "what is not masked at all",
    { reveals: ["~/plain.txt"], line: "cat ~/plain.txt", prints: /plain/, was: "nothing" },
  ],
  ["what is not there", { reveals: ["~/none"], line: "echo works", prints: /works/, was: "absent" }],
  ["a link to nowhere", { reveals: ["~/dangling"], line: "echo works", prints: /works/, was: "absent" }],
];

describe.skipIf(whyNot !== undefined).for(USERS)("as %s", (user) => {
  let world: World;
  beforeEach(() => {
    world = new World(user);
    world.setVariable("KUBECONFIG", `${world.home}/data/.aws/credentials`);
    world.plant({
      "home/.netrc": "SECRET",
      "home/.aws/credentials": "SECRET",
      "home/.aws/other": "SECRET",
      "home/link": "-> .aws",
      "home/everything": "-> /",
      "home/dangling": "-> none",
      "home/data/.aws/credentials": "SECRET",
      "home/way": "-> .config/guard",
      "home/.ssh/id_rsa": "SECRET",
      "home/.ssh/id_work": "SECRET ",
      "home/.ssh/config": "kept",
      "home/.gnupg/private-keys-v1.d/key": "SECRET",
      "home/.bashrc": "",
      "home/.config/gh/hosts.yml": "SECRET",
      "home/.config/guard/policy.yaml": "SECRET",
      "home/.local/state/guard/audit/permissions.jsonl": "SECRET",
      "home/plain.txt": "plain",
      "run/bus": "SECRET",
      [`tmux/tmux-${world.uid}/mine`]: "SECRET",
      [`tmux/tmux-${world.uid}/other`]: "SECRET",
      "project/.guard/policy.yaml": "version: 1",
    });
  });
  afterEach(() => world.remove());

  test.for(ROWS)("%s", ([, { reveals, line, prints, was }]) => {
    const paths = reveals.map((path) =>
      path
        .replace("$RUN", `${world.folder}/run`)
        .replace("$PROJECT", world.project)
        .replace("$FOLDER", world.folder)
        .replace("$UID", String(world.uid)),
    );
    const plan = world.plan({ reveals: paths });
    expect(plan.revealed).toEqual(paths.map((path) => ({ path, was })));
    const { stdout } = world.run(plan, line);
    expect(stdout).toMatch(prints);
  });

  test("what is revealed twice is told once, by its first name", () => {
    const { revealed } = world.plan({ reveals: ["~/.aws", "~/.aws/", "~/link", "~/.netrc", "~/.netrc"] });
    expect(revealed.map(({ path }) => path)).toEqual(["~/.aws", "~/.netrc"]);
  });

  test("without it every one of them is hidden", () => {
    const plan = world.plan();
    const { stdout } = world.run(plan, "find ~ $XDG_RUNTIME_DIR -type f -exec cat {} +");
    expect(stdout).not.toContain("SECRET");
    expect(plan.revealed).toEqual([]);
  });
});
