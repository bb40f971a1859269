/** What comes through pipes, here-documents and substitutions: the words that a program really gets are judged. */
import { describe, expect, test } from "vitest";
import type { Mode, Ruling } from "../../src/core/ruling.ts";
import { createEngine } from "../../src/decide/engine.ts";
import { requireKnowledge } from "../helpers/knowledge.ts";

const engine = createEngine({ home: "/home/u", project: "/home/u/p", knowledge: requireKnowledge() });

function check(line: string, mode: Mode = "default") {
  return engine.check({ what: { kind: "line", line }, cwd: "/home/u/p", mode });
}

async function rulingOf(line: string, mode?: Mode): Promise<Ruling> {
  return (await check(line, mode)).ruling;
}

/** The words of every command that xargs starts. */
async function startedIn(line: string): Promise<string[]> {
  const { commands } = await check(line);
  return commands.filter(({ nesting }) => nesting.includes("xargs")).map(({ argv }) => argv.join("|"));
}

describe("xargs starts what its options make of the text", () => {
  test.each([
    ["blanks and line ends separate words", "printf '%s\\n' 'a  b' c | xargs ls", ["ls|a|b|c"]],
    ["double quotes are taken away", "echo '\"a b\" c' | xargs ls", ["ls|a b|c"]],
    ["single quotes are taken away", "echo \"x'y z'w\" | xargs ls", ["ls|xy zw"]],
    ["a backslash takes one character", "printf '%s\\n' 'a\\ b' | xargs ls", ["ls|a b"]],
    ["empty quotes are an empty word", "echo '\"\" a' | xargs ls", ["ls||a"]],
    ["-d splits at its character only", "echo 'a b,c' | xargs -d, ls", ["ls|a b|c\n"]],
    ["-d '\\n' splits lines", "printf '%s\\n' 'a b' c | xargs -d '\\n' ls", ["ls|a b|c"]],
    ["-0 splits at NUL", "printf '%s\\0' 'a b' c | xargs -0 ls", ["ls|a b|c"]],
    ["-0 keeps a line's end", "echo a | xargs -0 ls", ["ls|a\n"]],
    ["echo -n prints no line's end", "echo -n a | xargs -0 ls", ["ls|a"]],
    ["-n starts it again and again", "echo a b c | xargs -n 2 ls", ["ls|a|b", "ls|c"]],
    ["-I puts each line in", "printf '%s\\n' ' a b' c | xargs -I{} ls x{}y", ["ls|xa by", "ls|xcy"]],
    ["-i alone means {}", "echo a | xargs -i ls {}", ["ls|a"]],
    ["a here-string is text, too", "xargs ls <<< 'a b'", ["ls|a|b"]],
    ["so is a here-document", "xargs ls <<'E'\na\nb\nE", ["ls|a|b"]],
    ["nothing at all starts it without words", "printf '' | xargs ls", ["ls"]],
    ["a filter may drop its one line", "echo a | grep x | xargs ls", ["ls|a", "ls"]],
    ["find's names lie below its root", "find src | xargs ls", ["ls|src/**|src"]],
    ["git's names lie below the folder", "git ls-files | xargs ls", ["ls|**"]],
    ["wrappers are looked through", "echo a | timeout 5 xargs ls", ["ls|a"]],
    ["what cannot be told shows its source", "ls | xargs ls", ["ls|$(ls)"]],
  ])("%s", async (_name, line, started) => {
    expect(await startedIn(line)).toEqual(started);
  });

  test.each([
    ["two separators", "echo a | xargs -0 -d, ls"],
    ["a separator that is an escape", "echo a | xargs -d '\\t' ls"],
    ["-L", "echo a | xargs -L1 ls"],
    ["-I and -n together", "echo a | xargs -I{} -n1 ls {}"],
    ["a quote without its end", 'echo "a\'b" | xargs ls'],
    ["two producers", "{ echo a; echo b; } | xargs ls"],
    ["a file", "xargs ls < names"],
    ["error messages in the pipe", "find src 2>&1 | xargs ls"],
    ["error messages through |&", "find src |& xargs ls"],
    ["a variable that changes the output", "RIPGREP_CONFIG_PATH=x rg -l a src | xargs ls"],
    ["another reader before", "printf '%s\\n' a b | { read x; xargs ls; }"],
    ["another reader of names", "find src | { head -c 1 > /dev/null; xargs ls; }"],
  ])("with %s the words are unknown", async (_name, line) => {
    expect((await startedIn(line)).some((argv) => /…|\$\(/.test(argv))).toBe(true);
  });
});

describe("no words slip past by the way they are cut", () => {
  test.each<[string, string, Ruling]>([
    ["commas make an option", "echo 'src,-fprint,out,' | xargs -d, find", "ask"],
    ["a letter makes an option", "echo 'Z-fprintZoutZ' | xargs -d Z find src", "ask"],
    ["quotes hide an option", "printf '%s\\n' '\"-fprint\" out' | xargs find src", "ask"],
    ["quotes hide a secret", "echo '/etc/\"shadow\"' | xargs cat", "deny"],
    ["-n takes -- and the option apart", "printf '%s\\n' -- --output=out | xargs -n1 sort", "ask"],
    ["-I gets its line from a here-string", "xargs -I% cat % <<< /etc/shadow", "deny"],
    ["a here-document names a secret", "xargs cat <<'E'\n/etc/shadow\nE", "deny"],
    ["grep -o prints parts of lines", "echo 'x-fprint xout' | grep -o '[^x]*' | xargs find src", "ask"],
    ["tail -c cuts the front off", "echo 'x-fprint out' | tail -c +2 | xargs find src", "ask"],
    ["head -c cuts the end off", "echo /etc/shadow.old | head -c 11 | xargs cat", "ask"],
    ["shuf -e prints its own words", "echo a | shuf -e /etc/shadow | xargs cat", "ask"],
    ["uniq -c adds numbers", "echo a | uniq -c | xargs ls", "ask"],
    ["sort turns words round", "printf '%s\\n' out -fprint | sort | xargs find src", "ask"],
    ["grep -v takes a word away", "printf '%s\\n' -name -delete | grep -v name | xargs find src", "ask"],
    ["a filter reads a file of its own", "echo a | grep -h . list | xargs cat", "ask"],
    ["a filter reads another descriptor", "exec 5< list; echo a | cat /dev/fd/5 | xargs cat", "ask"],
    ["a complaint holds the option", "echo a | head -n 'x -fprint out' 2>&1 | xargs find src", "ask"],
    ["exec puts a file in the pipe's place", "find . | { exec < y; xargs sort; }", "ask"],
    ["names are looked up where they are used", "(cd /tmp; find .) | (cd /etc; xargs cat)", "ask"],
    ["the marker is followed by ..", "find src | xargs -I{} cat {}/../../../etc/passwd", "ask"],
    ["git prints a prefix", "git diff --name-only --line-prefix=/etc/ | xargs cat", "ask"],
    ["git prints the patch, too", "git diff --name-only -p | xargs cat", "ask"],
    ["a pathspec leads out", "git ls-files ../.. | xargs cat", "ask"],
    ["a name may be an option of rg", "git ls-files | xargs rg foo", "ask"],
    ["a name may be an option of sed", "rg -l foo | xargs sed -n 1p", "ask"],
    ["names become arguments without number", "find src | xargs sh -c '$3'", "ask"],
    ["guard's own processes are found by name", "pgrep guard | xargs kill", "deny"],
    ["also with a marker", "pidof guard | xargs -I{} kill {}", "deny"],
  ])("%s", async (_name, line, ruling) => {
    expect(await rulingOf(line)).toBe(ruling);
  });

  test.each([
    ["quotes around the root", "echo '\"/\"' | xargs rm -rf"],
    ["a here-string", "xargs rm -rf <<< /"],
    ["a marker", "xargs -I{} rm -rf {} <<< /"],
    ["a filter", "echo / | head -1 | xargs rm -rf"],
    ["a sorted list", "printf '%s\\n' a / | sort | xargs rm -rf"],
    ["an option that is not modelled", "echo / | xargs -L1 rm -rf"],
    ["a wrapper", "echo / | timeout 5 xargs rm -rf"],
    ["a group's here-document", "{ xargs rm -rf; } <<< /"],
    ["a substitution", "rm -rf $(printf '%s\\n' /)"],
    ["a substitution that may be empty", "rm -rf /$(git branch --show-current)"],
  ])("deleting everything is denied in full-auto: %s", async (_name, line) => {
    expect(await rulingOf(line, "full-auto")).toBe("deny");
  });
});

describe("a shell that reads its commands from stdin", () => {
  test.each<[string, string, Ruling]>([
    ["gets the arguments of -s", "echo '\"$@\"' | bash -s touch x", "ask"],
    ["gets them with a here-document", "bash -s touch x <<'E'\n\"$@\"\nE", "ask"],
    ["reads quietly with them", "echo 'cat \"$1\"' | bash -s README.md", "allow"],
    ["knows no arguments behind a dash", "echo '$1' | bash - x", "ask"],
    ["is looked into behind a wrapper", "echo ls | timeout 5 bash", "allow"],
    ["reads what exec put in place", "echo ls | { exec <<< 'touch m'; bash; }", "ask"],
    ["reads the file that exec opened", "echo ls | { exec < y; bash; }", "ask"],
    ["is not touched by another descriptor", "echo ls | { exec 3< y; bash; }", "allow"],
    ["does not read a descriptor with a name", "echo 'touch m' | bash {fd}<<< ls", "ask"],
    ["is not known when others read first", "printf '%s\\n' ': <<E' ls E | { read x; bash; }", "ask"],
  ])("%s", async (_name, line, ruling) => {
    expect(await rulingOf(line)).toBe(ruling);
  });
});

describe("everyday lines that only read", () => {
  test.each([
    "git ls-files | xargs wc -l",
    "git ls-files '*.ts' | xargs grep -n foo",
    "git diff --name-only | xargs -I{} wc -l {}",
    "git --no-pager diff --name-only main...HEAD -- src | xargs cat",
    "git grep -l foo | xargs wc -l",
    "rg -l foo src | xargs sed -n 1p",
    "grep -rln foo --include='*.ts' src | xargs sed -n '1,3p'",
    "find . -name '*.ts' 2>/dev/null | grep -v test | sort | head -20 | xargs wc -l",
    "find src -print0 | xargs -0 ls -la",
    "find src | xargs grep -l foo | xargs wc -l",
    "timeout 5 find src | xargs wc -l",
    'git ls-files | while IFS= read -r f; do wc -l "$f"; done',
    'find src | while read f; do echo "$f"; head -3 "$f"; done',
    "wc -l $(git ls-files '*.ts')",
    "wc -l `find src -name '*.ts' | head -3`",
    'for f in $(find src); do head -3 "$f"; done',
    "files=$(find src); wc -l $files",
    'cat "$(git rev-parse --show-toplevel)/package.json"',
    "git diff $(git merge-base HEAD main)..HEAD",
    "git log origin/$(git branch --show-current)..HEAD",
    "git show $(git rev-parse --short HEAD)",
    "ls -la $(which python3)",
    "file $(which node)",
  ])("%s", async (line) => {
    const { ruling, reasons } = await check(line);
    expect([ruling, ruling === "allow" ? [] : reasons]).toEqual(["allow", []]);
  });
});

describe("substitutions that are not what they seem", () => {
  test.each<[string, string, Ruling]>([
    ["two commands", "cat $(find src; echo /etc/shadow)", "ask"],
    ["one that prints what it is given", "cat $(git rev-parse /etc/shadow)", "ask"],
    ["one that prints a dash", "find . $(git rev-parse HEAD -- out)", "ask"],
    ["a format of its own", "cat $(find . -printf '/etc/shadow')", "ask"],
    ["error messages", "cat $(find 'x /etc/shadow' 2>&1)", "ask"],
    ["known text", "cat $(printf '%s\\n' /etc/shadow)", "deny"],
    ["known text with an option", "find . $(printf '%s' '-fprint out')", "ask"],
    ["another splitting", "IFS=x; cat $(find src)", "ask"],
    ["a function that which shows", "f() { ls; }; find . $(which f)", "ask"],
    ["the program itself", "$(which ls) src", "ask"],
    ["a key in the top folder", "cat $(git rev-parse --show-toplevel)/.ssh/id_rsa", "deny"],
    ["another work tree", "cat $(git --work-tree=/x rev-parse --show-toplevel)/y", "ask"],
    ["a name and .. behind it", "cat $(git branch --show-current)/../../../x", "ask"],
    ["one in the text around this text", "x=$(cat list) bash -c 'cat $x $(find src)'", "ask"],
    ["a reader that takes more", 'find src | while read f; do read -n1 x; cat "$f"; done', "ask"],
    ["a reader of several names", 'find src | while read f g; do cat "$g"; done', "ask"],
    ["a change", "rm $(git ls-files)", "ask"],
  ])("%s", async (_name, line, ruling) => {
    expect(await rulingOf(line)).toBe(ruling);
  });
});
