import { describe, expect, it } from "vitest";
import { awkFindings } from "../../src/classify/code-awk.ts";
import type { CodeFinding } from "../../src/classify/code-finding.ts";
import { jqFindings } from "../../src/classify/code-jq.ts";
import { sedFindings } from "../../src/classify/code-sed.ts";
import { yqFindings } from "../../src/classify/code-yq.ts";
import { effectsIn } from "./fixture.ts";

const told = (findings: readonly CodeFinding[]): string =>
  findings
    .map((finding) => (finding.path === undefined ? finding.kind : `${finding.kind} ${finding.path}`))
    .join("; ");

describe("awk", () => {
  it.each([
    ["prints a field", "{print $1}", ""],
    ["patterns and arithmetic", "NR>5 && $3 ~ /a|b/ {s += $2/2; n++} END {print s/n, toupper($1)}", ""],
    ["a comparison in parentheses", "{print ($1 > 5)}", ""],
    ["a ternary before print", '{x = $1 > 5 ? "a" : "b"; print x}', ""],
    ["getline from the main input", "{while (getline > 0) n++; getline line; print line}", ""],
    ["own functions", "function f(x) {return x*2} {print f($1)}", ""],
    ["an operator in a string", '{print "a | b > c system(x)"}', ""],
    ["an operator in a pattern", "/filesystem(|>)/ {print}", ""],
    ["a bracket in a pattern", "/[[:space:]]|[]^]/ {print}", ""],
    ["a comment", "# it's system(1)\n{print}", ""],
    ["printf and split", '{split($0, a, ","); printf("%s\\n", a[1])}', ""],
    ["division of a parenthesis", "{print ($1+$2)/2}", ""],
    ["system", '{system("id")}', "execute"],
    ["system with a blank", '{system ("id")}', "execute"],
    ["a pipe out", '{print | "sh"}', "execute"],
    ["a pipe in", '{"id" | getline x}', "execute"],
    ["a two-way pipe", '{print |& "sh"}', "execute"],
    ["a literal file", '{print > "out.txt"}', "write out.txt"],
    ["appending to a literal file", '{print $1 >> "out.txt"; x = 1}', "write out.txt"],
    ["a computed file", "{print > $1}", "execute"],
    ["a concatenated file", '{print > "a" $1}', "execute"],
    ["reading a literal file", '{while ((getline line < "/etc/passwd") > 0) print line}', "read /etc/passwd"],
    ["reading a computed file", "{getline x < $1}", "execute"],
    ["the environment", 'BEGIN {print ENVIRON["KEY"]}', "execute"],
    ["other input files", 'BEGIN {ARGV[1] = "/etc/shadow"}', "execute"],
    ["loading", '@load "filefuncs"', "execute"],
    ["an indirect call", '{f = "system"; @f("id")}', "execute"],
    ["an unknown function", "{chdir($1)}", "execute"],
    ["a text that ends in a string", '{print "a', "execute"],
    ["a slash behind $ that hides a call", 'BEGIN{$/"/; system("id") # "\n}', "execute"],
    ["a slash behind a bare built-in name", 'BEGIN{length /"/; system("id") # "\n}', "execute"],
    ["a slash behind ++", 'BEGIN{a++ /"/; system("id") # "\n}', "execute"],
    ["a slash behind a pattern", 'BEGIN{/a/ /"/; system("id") # "\n}', "execute"],
    ["division of a variable beside a redirection", '{x = $2/n; print x/2 > "o"}', "write o"],
    ["a name right behind a number", 'BEGIN{x = 1system("id")}', "execute"],
    ["numbers of every form", "{print 1.5e3 + .5 + 0x1F + 3.}", ""],
    ["a new line behind a comma", 'BEGIN{print 1,\n2>"m"}', "write m"],
    ["a new line in brackets", 'BEGIN{print (1,\n2)>"m"}', "write m"],
    ["a new line behind &&", 'BEGIN{print 1 &&\n\n2>"m"}', "write m"],
    ["a new line and a comment behind ||", 'BEGIN{print 1 || # or\n2>"m"}', "write m"],
    ["a new line behind a colon", 'BEGIN{print 1 ? 2 :\n3 >"m"}', "write m"],
    ["a comparison on the line behind print", "{print 1\nif (a > b) n++}", ""],
    ["getline into an element", 'BEGIN{getline a[1] < "/etc/shadow"; print a[1]}', "read /etc/shadow"],
    ["getline into a field", 'BEGIN{getline $(1) < "/etc/shadow"}', "read /etc/shadow"],
    ["getline into an element from a computed file", "{getline a[1] < f}", "execute"],
    ["getline inside of getline", 'BEGIN{getline a[getline b] < "f"}', "read f"],
    ["a comparison behind a closed getline", "{while ((getline x) > 0 && i < 3) i++}", ""],
    ["a file name that goes on with a bracket", '{print > "a" ")"}', "execute"],
    [
      "a slash that could be both, with something to hide",
      'BEGIN {if (1) /"/; system("id"); "x"}',
      "execute",
    ],
  ])("%s", (_name, text, effects) => {
    expect([...new Set(told(awkFindings(text)).split("; "))].join("; ")).toBe(effects);
  });
});

describe("sed", () => {
  it.each([
    ["substitutes", "s/a/b/g", ""],
    ["prints a range", "1,5p", ""],
    ["other delimiters", "s|/usr|/opt|2p; /x/!d", ""],
    ["an escaped delimiter", "s/\\/usr\\//x/", ""],
    ["blocks", "/a/,/b/{s/x/y/;p}", ""],
    ["labels", ":a;N;$!ba;s/\\n/ /g", ""],
    ["text", "/x/a some e text; w file", ""],
    ["text over lines", "1i\\\nsome text\n2d", ""],
    ["steps and offsets", "0~4d;/a/,+3p;2,~4p", ""],
    ["y", "y/abc/xyz/", ""],
    ["quit with a code", "10q1", ""],
    ["a class in brackets", "s/[[:space:]]*$//", ""],
    ["e runs the pattern space", "e", "execute"],
    ["e runs a command", "1e rm -r a", "execute"],
    ["the flag e", "s/a/b/e", "execute"],
    ["the flag e among others", "s/a/b/gpe", "execute"],
    ["w", "/a/w out.txt", "write out.txt"],
    ["the flag w", "s/a/b/gw out.txt", "write out.txt"],
    ["W", "W out.txt", "write out.txt"],
    ["r", "r /etc/passwd", "read /etc/passwd"],
    ["a later line counts", "p\ne id", "execute"],
    ["a command behind a substitution", "s/a/b/;e id", "execute"],
    ["a delimiter in brackets is read in two ways", "s/[/]e/x/", "execute"],
    ["an unknown command", "k", "execute"],
    ["a command behind a label's blank", ":a e touch m", "execute"],
    ["a file behind a label's blank", ":a w m", "execute"],
    ["a command behind a branch's blank", "b a e touch m", "execute"],
    ["a command behind the version", "v 4.2 e touch m", "execute"],
    ["labels with blanks around them", ": a ; N; $! b a ; t\nv 4.2\n{b a}", ""],
    ["an open block", "{p", "execute"],
    ["an open substitution", "s/a/b", "execute"],
  ])("%s", (_name, text, effects) => {
    expect(told(sedFindings(text))).toBe(effects);
  });
});

describe("jq", () => {
  it.each([
    ["a path", ".a[0].b", ""],
    ["a field called env", ".env.env", ""],
    ["a key called env", "{env: .x, a: 1, include: 2}", ""],
    ["functions", 'map(select(.a | test("env"))) | @sh, input_filename, input', ""],
    ["interpolation", '"a \\(.b) c"', ""],
    ["env", "env.KEY", "execute"],
    ["$ENV", "$ENV.KEY", "execute"],
    ["$ENV with a blank", "$ ENV", "execute"],
    ["env in an interpolation", '"a \\(env.KEY)"', "execute"],
    ["env behind a comma", ".a, env", "execute"],
    ["import", 'import "a" as a; a::f', "execute"],
    ["include", 'include "a"; .', "execute"],
    ["an open string", '"a', "execute"],
    ["a comment that may go on", '. # \\\n "\n env # "', "execute"],
  ])("%s", (_name, text, effects) => {
    expect(told(jqFindings(text))).toBe(effects);
  });
});

describe("yq", () => {
  it.each([
    ["a path", ".a.env.b", ""],
    ["an update", '.a = "x" | sort_keys(.)', ""],
    ["load", 'load("/etc/passwd")', "execute"],
    ["strenv", ".a = strenv(KEY)", "execute"],
    ["env", ".a = env(KEY)", "execute"],
    ["system hidden by a quote in a field", '.a"x, system("id"), "', "execute"],
  ])("%s", (_name, text, effects) => {
    expect(told(yqFindings(text))).toBe(effects);
  });
});

describe("code in a command", () => {
  it.each([
    ["awk's files are read", "awk '{print $1}' a", "read /home/me/project/a"],
    [
      "awk's literal output is a path",
      `awk '{print > "o"}' a`,
      "read /home/me/project/a; write /home/me/project/o",
    ],
    ["several -e are one sed script", "sed -e 'a\\' -e 'e id' a", "read /home/me/project/a"],
    ["sed reads its operands", "sed -n 5p a", "read /home/me/project/a"],
    ["code that is not known text", 'awk "$X" a', "execute; read /home/me/project/a; execute $X"],
    ["python is never looked into", "python -c 'print(1)'", "execute; execute print(1)"],
  ])("%s", (_name, line, effects) => {
    expect(effectsIn(line)).toBe(effects);
  });
});
