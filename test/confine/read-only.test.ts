/** What runs later outside of guard cannot be changed from inside; what an agent works on can. */
import { execFileSync } from "node:child_process";
import { readFileSync, renameSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { USERS, World, whyNot } from "./world.ts";

/** Written inside, and refused. */
const HELD: readonly (readonly [name: string, line: string])[] = [
  ["a start-up file is written", "echo x >> ~/.bashrc"],
  ["a start-up file is replaced", "echo x > ~/n && mv -f ~/n ~/.bashrc"],
  ["a start-up file is deleted", "rm -f ~/.bashrc"],
  ["a file is added to a folder of them", "echo x > ~/.config/fish/conf.d/x.fish"],
  ["the folder above them is replaced", "mv ~/.config ~/c && mkdir -p ~/.config/fish"],
  ["a plugin of vim", "echo x > ~/.vim/plugin/x.vim"],
  ["a start-up file of zsh in a folder with its history", "echo x >> ~/.config/zsh/.zshrc"],
  ["a part of zsh's start-up", "echo x >> ~/.zsh/aliases.zsh"],
  ["a plugin of oh-my-zsh", "echo x > ~/.oh-my-zsh/custom/x.zsh"],
  ["emacs's start-up file", "echo x >> ~/.config/emacs/init.el"],
  ["a package of emacs", "echo x > ~/.emacs.d/elpa/x.el"],
  ["a unit of systemd", "echo x > ~/.config/systemd/user/x.service"],
  ["git's settings, by git", "git config --global alias.x '!sh'"],
  ["the target of a link", "echo x >> ~/dotfiles/zshrc"],
  ["the project's policy", "echo x > .guard/policy.yaml"],
  ["the project's policy by its folder", "mv .guard g && mkdir .guard"],
  ["the project's policy by the project's folder", "mv ../project ../p && mkdir -p ../project/.guard"],
  ["a setting of the kernel", "echo x > /proc/sys/kernel/core_pattern"],
  ["a control group", "mkdir /sys/fs/cgroup/guard-test-made"],
];

/** Written inside, and really there afterwards. */
const FREE: readonly (readonly [name: string, line: string])[] = [
  ["a file of the project", "echo x > made"],
  ["a repository's settings", "git init -q repo && git -C repo config user.name x"],
  ["a file in the home folder", "echo x > ~/made"],
  ["a program of the user's own", "mkdir -p ~/.local/bin && echo x > ~/.local/bin/tool"],
  ["vim's undo files", "echo x > ~/.vim/undo/f && echo x > ~/.vim/.netrwhist"],
  ["zsh's history", "echo x > ~/.config/zsh/.zsh_history && echo x > ~/.zsh/history"],
  ["oh-my-zsh's cache", "echo x > ~/.oh-my-zsh/cache/x"],
  ["emacs's lists of files", "echo x > ~/.emacs.d/recentf && echo x > ~/.config/emacs/recentf"],
  ["a cache", "mkdir -p ~/.cache/pip && echo x > ~/.cache/pip/a && ln ~/.cache/pip/a ~/.cache/b"],
];

describe.skipIf(whyNot !== undefined).for(USERS)("as %s", (user) => {
  let world: World;
  beforeEach(() => {
    world = new World(user);
    world.plant({
      "home/.bashrc": "# mine\n",
      "home/.zshrc": "-> dotfiles/zshrc",
      "home/dotfiles/zshrc": "# mine\n",
      "home/.gitconfig": "",
      "home/.config/fish/config.fish": "# mine\n",
      "home/.config/fish/conf.d/": "",
      "home/.config/systemd/user/": "",
      "home/.vim/undo/": "",
      "home/.vim/plugin/": "",
      "home/.config/zsh/.zshrc": "",
      "home/.zsh/aliases.zsh": "",
      "home/.oh-my-zsh/custom/": "",
      "home/.oh-my-zsh/cache/": "",
      "home/.config/emacs/init.el": "",
      "home/.emacs.d/elpa/": "",
      "home/.config/guard/": "",
      "project/.guard/policy.yaml": "version: 1\n",
      "project/a.txt": "a",
    });
  });
  afterEach(() => world.remove());

  test.for(HELD)("is refused: %s", ([, line]) => {
    const before = treeOf(world);
    const { status, stderr } = world.run(world.plan(), line);
    expect(status).not.toBe(0);
    expect(stderr).toMatch(/Read-only|busy|denied|not permitted/);
    expect(treeOf(world)).toEqual(before);
  });

  test.for(FREE)("is done: %s", ([, line]) => {
    const { status, stderr } = world.run(world.plan(), line);
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  });

  test("PLAN: nothing of the project changes, and the rest is as before", () => {
    const plan = world.plan({ mode: "plan" });
    expect(plan.project).toBe("read-only");
    expect(world.run(plan, "echo x > a.txt").stderr).toMatch(/Read-only/);
    expect(world.run(plan, "echo x > ~/made && cat a.txt").stdout).toBe("a");
    expect(readFileSync(join(world.project, "a.txt"), "utf8")).toBe("a");
  });

  test("PLAN: what is hidden in the project's folder stays hidden", () => {
    const plan = world.plan({ mode: "plan", project: join(world.folder, "run") });
    expect(plan.project).toBe("read-only");
    const { stdout, stderr } = world.run(plan, "cat ../run/guard/*/control/token; echo x > ../run/made");
    expect(stdout).toBe("");
    expect(stderr).toMatch(/Read-only/);
  });

  test.for([
    ["PLAN's project", { mode: "plan", project: "deep/er/project" }],
    ["a project with a policy", { project: "deep/er/ruled" }],
    ["guard's installation", { guardProgram: "deep/er/guard" }],
  ] as const)("folders above it cannot be renamed: %s", ([, facts]) => {
    world.plant({
      "deep/er/project/a.txt": "a",
      "deep/er/ruled/.guard/policy.yaml": "version: 1\n",
      "deep/er/guard/bin/guard": "",
    });
    const placed = Object.entries(facts).map(([name, value]) => [
      name,
      value.startsWith("deep") ? join(world.folder, value) : value,
    ]);
    const plan = world.plan(Object.fromEntries(placed));
    for (const folder of ["deep", "deep/er"]) {
      const { status, stderr } = world.run(plan, `mv ${folder} ${folder}.old`, world.folder);
      expect(status).not.toBe(0);
      expect(stderr).toMatch(/busy/);
    }
  });

  test("PLAN: a folder that is pinned because of what lies in it stays read-only with the project", () => {
    const plan = world.plan({ mode: "plan", project: join(world.home, ".config") });
    expect(world.run(plan, "echo x > ~/.config/fish/new").stderr).toMatch(/Read-only/);
    expect(world.run(plan, "echo x > ~/.config/new").stderr).toMatch(/Read-only/);
  });

  test("PLAN: a project that is not there starts nothing, before the plan and after it", () => {
    expect(() => world.plan({ mode: "plan", project: join(world.folder, "none") })).toThrow(
      /none cannot be found, so PLAN cannot keep it as it is/,
    );
    const plan = world.plan({ mode: "plan" });
    renameSync(world.project, `${world.project}.old`);
    const { status, stderr } = world.run(plan, "echo started", world.folder);
    expect(status).not.toBe(0);
    expect(stderr).toMatch(/^(?:bwrap|room): .*project/);
  });

  test.for([
    ["a worktree", "worktree", "../main/.git/worktrees/worktree"],
    ["a submodule", "main/sub", "../.git/modules/sub"],
  ] as const)("PLAN: the git folder elsewhere is read-only too: %s", ([, project, gitdir]) => {
    world.plant({
      "main/.git/config": "",
      "main/.git/worktrees/worktree/commondir": "../..\n",
      "main/.git/modules/sub/config": "",
      [`${project}/.git`]: `gitdir: ${gitdir}\n`,
    });
    const plan = world.plan({ mode: "plan", project: join(world.folder, project) });
    const folder = join(world.folder, project);
    expect(world.run(plan, `cd ${gitdir} && echo x > made`, folder).stderr).toMatch(/Read-only/);
    if (project === "worktree")
      expect(world.run(plan, "echo x > ../main/.git/config", folder).stderr).toMatch(/Read-only/);
  });

  test("PLAN: a project that holds the home folder stays writable, and that is told", () => {
    world.plant({ "home/.aws/credentials": "SECRET" });
    const plan = world.plan({ mode: "plan", project: world.folder });
    expect(plan.project).toBe("holds-home");
    expect(world.run(plan, "cat ~/.aws/*; echo x > ~/made && cat ~/made").stdout).toMatch(
      /guard hides[^S]*x\n$/,
    );
  });

  test("a folder of start-up files that is the project stays writable", () => {
    const plan = world.plan({ project: join(world.home, ".config/fish") });
    expect(world.run(plan, "echo x > ~/.config/fish/new.fish").status).toBe(0);
  });
});

function treeOf(world: World): string {
  return execFileSync(
    "sh",
    [
      "-c",
      "find home/.config home/.vim home/.zsh home/.oh-my-zsh home/.emacs.d project | sort; cat home/.bashrc home/dotfiles/zshrc home/.gitconfig",
    ],
    {
      cwd: world.folder,
      encoding: "utf8",
    },
  );
}
