/** A small knowledge base, so that the tests of the engine do not depend on what the real one says. */
import { compileFiles } from "../../src/build/compile-files.ts";
import { problemText } from "../../src/build/problem.ts";
import { classify } from "../../src/classify/classify.ts";
import { toKnowledge } from "../../src/classify/knowledge.ts";
import type { Command } from "../../src/core/command.ts";
import { type Classified, EFFECT_KINDS } from "../../src/core/effect.ts";
import { parseLine } from "../../src/parse/parse.ts";

const PROGRAMS = `
cat: {about: x, operands: read, otherOptions: harmless, examples: {cat a: read}}
echo: {about: x, style: raw, operands: print, examples: {echo a: none}}
printenv: {about: x, operands: variable, minOperands: 1, without: {does: [execute]}, examples: {printenv: execute}}
ls: {about: x, operands: list, minOperands: 1, without: {does: [list]}, flags: -l -a --all, recursive: -R, examples: {ls: list}}
rm: {about: x, operands: delete, flags: -f -i --force, recursive: -r -R --recursive, examples: {rm a: delete}}
cp:
  about: x
  operands: [read..., write]
  flags: -v
  recursive: -r
  options: {-t --target-directory: write, -S --suffix: text}
  when: {-t --target-directory: {operands: read}}
  examples: {cp a b: read write}
uniq: {about: x, operands: [read, write], flags: -c, examples: {uniq a: read}}
unset: {about: x, style: raw, operands: sets, examples: {unset a: none}}
mv: {about: x, operands: [move..., write], flags: -v, examples: {mv a b: read write delete}}
sort:
  about: x
  operands: read
  flags: -u -r -NUM --unique --reverse
  options: {-k --key: text, -o --output: write, --compress-program: program}
  optional: {-S --size: text, -i --in-place: write}
  examples: {sort a: read}
grep: {about: x, operands: [text, search...], flags: -i -n, options: {-e: text, -f: read}, when: {-e: {operands: search}}, recursive: -r, examples: {grep a b: search}}
tar:
  about: x
  style: bundle
  operands: text
  flags: -v -z
  options: {-f --file: read, -C: cwd}
  when: {-c: {operands: read, recursive: true, options: {-f --file: write}}, -t: {operands: text}, -x: {does: [write]}}
  examples: {tar tf a: read}
gzip: {about: x, operands: move, flags: -k, when: {-d: {operands: move}, -t: {operands: read}, -c: {operands: read, always: true}}, examples: {gzip a: read delete}}
find:
  about: x
  style: long
  operands: search
  minOperands: 1
  without: {does: [search]}
  recursive: always
  prints: paths
  flags: "! ( ) -o -print"
  options: {-name -type: text, -exec -ok: exec, -fprint: write}
  when: {-delete: {operands: delete}}
  examples: {find .: search}
dd: {about: x, style: keyvalue, flags: --help, options: {if=: read, of=: write, bs=: text}, examples: {dd if=a: read}}
timeout: {about: x, style: posix, flags: -v, options: {-k: text}, operands: [text, argv], examples: {timeout 5 true: none}}
env:
  about: x
  style: posix
  operands: [assign..., argv]
  minOperands: 1
  without: {does: [execute]}
  flags: -i
  options: {-C: cwd, -S: split, -u: text}
  examples: {env: execute}
xargs: {about: x, style: posix, operands: argv-stdin, splits: words, options: {-I: replace, -n: text}, flags: "-0", examples: {xargs cat: read}}
ssh: {about: x, style: posix, operands: [host, shell], options: {-p: text}, examples: {ssh h: network}}
watch: {about: x, style: posix, operands: shell, options: {-n: text}, examples: {watch ls: list}}
bash:
  about: x
  style: posix
  operands: [execute, text...]
  minOperands: 1
  without: {runs: stdin}
  flags: -l --version
  when: {-c: {operands: [bash-text, text...]}, -s: {runs: stdin, operands: text}}
  examples: {bash -c ls: list}
python: {about: x, style: posix, operands: [execute, text...], minOperands: 1, without: {does: [execute]}, flags: --version, options: {-c: 'code:python'}, when: {-V: {minOperands: 0}}, examples: {python a: execute}}
awk: {about: x, style: posix, operands: ['code:awk', read...], options: {-F -v: text, -f: execute}, examples: {awk 1: none}}
sed: {about: x, operands: ['code:sed', read...], flags: -n -E, options: {-e: 'code:sed'}, when: {-e: {operands: read}, -i: {does: [write]}}, examples: {sed p: none}}
jq: {about: x, operands: ['code:jq', read...], flags: -r, examples: {jq .: none}}
curl: {about: x, operands: host, flags: -s, options: {-o: write}, examples: {curl a: network}}
kill: {about: x, operands: process, flags: -NUM, examples: {kill 1: execute}}
docker:
  about: x
  confirm: [It can remove volumes.]
  flags: --version
  options: {-H: host}
  subcommands:
    ps|ls: {does: [list], flags: -a}
    rm: {operands: 'thing:delete', instead: stop it first}
    volume: {subcommands: {prune: {does: [delete]}}}
  examples: {docker ps: list}
yarn: {about: x, subcommands: {why: {does: [read]}}, otherwise: {operands: [task, text...]}, examples: {yarn why a: read}}
git: {about: x, options: {-C: cwd}, minOperands: 1, without: {does: []}, subcommands: {add: {operands: write, flags: -A}, status: {does: [list]}}, examples: {git status: list}}
true: {about: x, operands: text, otherOptions: harmless, examples: {'true': none}}
`;

const VARIABLES = `
dangerous:
  linker: {reason: loads code, effect: tamper, names: LD_* BASH_ENV GUARD_*}
  search: {reason: finds programs, effect: execute, names: PATH}
  home: {reason: moves settings, effect: execute, names: HOME, harmlessValues: ["~"]}
  pager: {reason: names a program, effect: execute, names: PAGER, harmlessValues: [cat]}
harmless:
  looks: {reason: looks, names: LANG LC_* NO_COLOR}
printable: HOME PWD USER
secretWords: TOKEN KEY SECRET PASS
`;

const compiled = compileFiles([
  { file: "fixture.yaml", text: PROGRAMS },
  { file: "variables.yaml", text: VARIABLES },
]);
if (compiled.problems.length > 0) throw new Error(compiled.problems.map(problemText).join("\n"));

export const fixture = toKnowledge(compiled.data);
export const here = { home: "/home/me", project: "/home/me/project" };

export function commandIn(line: string): Command {
  const outcome = parseLine(line, { dialect: "bash", home: here.home, cwd: here.project });
  if (outcome.kind === "unparsable") throw new Error(`${line}: ${outcome.reason}`);
  const command = outcome.commands.at(-1);
  if (command === undefined) throw new Error(`${line}: no command`);
  return command;
}

export function judged(line: string): Classified {
  return classify(commandIn(line), fixture, here);
}

/** "read /home/me/project/a; write ?$X": kinds with their targets, in the order in which they were found. */
export function effectsIn(line: string): string {
  return judged(line)
    .effects.map((effect) => {
      const { target } = effect;
      if (target === undefined) return effect.kind;
      const where =
        target.kind === "path"
          ? target.path
          : target.kind === "unknown-path"
            ? `?${target.text}`
            : target.text;
      return `${effect.kind} ${where}${effect.recursive === true ? " (recursive)" : ""}`;
    })
    .join("; ");
}

export function kindsIn(line: string): string {
  const kinds = new Set(judged(line).effects.map((effect) => effect.kind));
  return EFFECT_KINDS.filter((kind) => kinds.has(kind)).join(" ") || "none";
}
