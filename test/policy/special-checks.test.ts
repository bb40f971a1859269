import { describe, expect, test } from "vitest";
import { coveredByAllow } from "../../src/policy/covered-by-allow.ts";
import { ruleByLayers } from "../../src/policy/merge.ts";
import { userPolicy } from "./fixture.ts";
import { pathEffect, ROOT, subjectOf, unknownPathEffect } from "./subject.ts";

const LIST = "version: 1\ncommands: [pkill, chmod, init.sh, playwright-cli]\npkill_processes: [gunicorn]\n";

const CHECKED: [line: string, ruling: string | undefined][] = [
  ["pkill node", "allow"],
  ["pkill -9 node", "allow"],
  ["pkill -f 'node server.js'", "allow"],
  ["pkill -TERM vite next", "allow"],
  ["pkill gunicorn", "allow"],
  ["pkill", undefined],
  ["pkill -9", undefined],
  ["pkill sshd", undefined],
  ["pkill node sshd", undefined],
  ["pkill -u root node", undefined],
  ["pkill -v node", undefined],
  ["pkill $X", undefined],
  ["pkill 'bash node'", undefined],
  ["chmod +x run.sh", "allow"],
  ["chmod u+x a b", "allow"],
  ["chmod ug+x scripts/*.sh", "allow"],
  ["chmod 755 run.sh", undefined],
  ["chmod 777 run.sh", undefined],
  ["chmod +w run.sh", undefined],
  ["chmod -x run.sh", undefined],
  ["chmod +x", undefined],
  ["chmod -R +x dir", undefined],
  ["chmod +x -R dir", undefined],
  ['chmod +x "$F"', undefined],
  ["chmod +x *", undefined],
  ["./init.sh", "allow"],
  ["./init.sh --fast", "allow"],
  ["sub/init.sh", "allow"],
  ["/home/dev/app/init.sh", "allow"],
  ["init.sh", undefined],
  ["bash init.sh", undefined],
  ["sh ./init.sh", undefined],
  ["playwright-cli screenshot a", "allow"],
  ["playwright-cli run-code x", undefined],
  ["playwright-cli --verbose eval x", undefined],
  ["playwright-cli $X", undefined],
];

describe("listed programs that are allowed in harmless forms only", () => {
  test.for(CHECKED)("`%s` is %s", async ([line, ruling]) => {
    expect(ruleByLayers(await userPolicy(LIST), subjectOf(line))?.ruling).toBe(ruling);
  });

  test("a rule in full means what it says", async () => {
    const layers = await userPolicy(
      "version: 1\nrules:\n  - {id: r, match: chmod 755 *, ruling: allow, because: x}\n",
    );
    expect(ruleByLayers(layers, subjectOf("chmod 755 run.sh"))?.ruling).toBe("allow");
  });

  test("process names with other characters refuse the file", async () => {
    await expect(userPolicy("version: 1\npkill_processes: ['.*;']\n")).rejects.toThrow(
      "policy.yaml:2: pkill_processes[1] must be",
    );
  });
});

describe("the forms of list entries", () => {
  const rows: [entry: string, line: string, ruling: string | undefined][] = [
    ["swift", "swift build -c release", "allow"],
    ["swift", "swiftc a.swift", undefined],
    ["swift*", "swiftc a.swift", "allow"],
    ["cargo build **", "cargo build --release", "allow"],
    ["cargo build **", "cargo publish", undefined],
    ["./scripts/build.sh", "./scripts/build.sh --fast", "allow"],
    ["./scripts/build.sh", "./other/scripts/build.sh", undefined],
    ["{name: rm, args: ['-rf ./build/*']}", "rm -rf ./build/x", "allow"],
    ["{name: rm, args: ['-rf ./build/*']}", "rm -rf ./src", undefined],
    ["{name: make, args: ['', test]}", "make", "allow"],
    ["{name: make, args: ['', test]}", "make install", undefined],
  ];
  test.for(rows)("%s and `%s`", async ([entry, line, ruling]) => {
    expect(
      ruleByLayers(await userPolicy(`version: 1\ncommands:\n  - ${entry}\n`), subjectOf(line))?.ruling,
    ).toBe(ruling);
  });

  test("blocked and dangerous lists deny and confirm, with their reasons", async () => {
    const layers = await userPolicy(
      "version: 1\nblocked_commands: [terraform, {name: helm, description: use argo, instead: argocd app sync}]\ndangerous_commands: [fly]\n",
    );
    expect(ruleByLayers(layers, subjectOf("terraform apply"))).toMatchObject({
      ruling: "deny",
      rule: "user.blocked_commands.terraform",
    });
    expect(ruleByLayers(layers, subjectOf("helm install x"))).toMatchObject({
      because: "use argo",
      instead: "argocd app sync",
    });
    expect(ruleByLayers(layers, subjectOf("fly deploy"))?.ruling).toBe("confirm");
  });
});

describe("redirections that an allow covers", () => {
  const safe = { projectRoot: ROOT, temp: ["/tmp"] };
  const rows: [name: string, effect: ReturnType<typeof pathEffect>, covered: "covered" | "not-covered"][] = [
    ["a file of the project", pathEffect("write", "out.txt"), "covered"],
    ["a temp file", pathEffect("write", "/tmp/x"), "covered"],
    ["/dev/null", pathEffect("write", "/dev/null"), "covered"],
    ["reading is no write", pathEffect("read", "/etc/hosts"), "covered"],
    ["the home folder", pathEffect("write", "/home/dev/.bashrc"), "not-covered"],
    ["a neighbour with the same beginning", pathEffect("write", "/home/dev/app2/x"), "not-covered"],
    ["git's own files", pathEffect("write", ".git/hooks/pre-commit"), "not-covered"],
    ["guard's own files", pathEffect("write", ".guard/policy.yaml"), "not-covered"],
    ["git's own files in a folder", pathEffect("write", "sub/.git/config"), "not-covered"],
    ["guard's own files in a folder", pathEffect("write", "a/b/.guard/policy.yaml"), "not-covered"],
    ["the file that stands for .git", pathEffect("write", "sub/.git"), "not-covered"],
    ["another case of letters", pathEffect("write", ".Git/config"), "not-covered"],
    ["a glob that may find .git", pathEffect("write", ".g*/config", { glob: true }), "not-covered"],
    ["git's own files in a temp folder", pathEffect("write", "/tmp/x/.git/hooks/a"), "not-covered"],
    ["a file that is called like them", pathEffect("write", ".github/workflows/a.yml"), "covered"],
    ["ignored names", pathEffect("write", ".gitignore"), "covered"],
    ["a name with brackets", pathEffect("write", "app/[id]/page.tsx"), "covered"],
    ["a device", pathEffect("write", "/dev/sda"), "not-covered"],
    ["an unknown place", unknownPathEffect("write"), "not-covered"],
  ];
  test.for(rows)("%s", ([, effect, covered]) => {
    expect(coveredByAllow([effect], safe).kind).toBe(covered);
  });

  const below: [path: string, covered: string][] = [
    ["/tmp/p/out.txt", "covered"],
    ["/tmp/p/.git/config", "not-covered"],
    ["/tmp/p/.guard/policy.yaml", "not-covered"],
    ["/tmp/p/sub/.git/config", "not-covered"],
  ];
  test.for(below)("in a project below a temp folder: %s", ([path, covered]) => {
    const inTemp = { projectRoot: "/tmp/p", temp: ["/tmp"] };
    expect(coveredByAllow([pathEffect("write", path)], inTemp).kind).toBe(covered);
  });

  test("the whole machine is nobody's project", () => {
    const everywhere = { projectRoot: "/", temp: ["/tmp"] };
    expect(coveredByAllow([pathEffect("write", "/etc/x")], everywhere).kind).toBe("not-covered");
  });
});
