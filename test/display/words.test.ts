import { describe, expect, test } from "vitest";
import { wordsOf } from "../../src/display/words.ts";

/** `p:` a program, `a:` an argument, `t:` text. */
const shown = (command: string) => wordsOf(command).map(({ text, place }) => `${place[0]}:${text}`);

describe("words and where they stand", () => {
  test.for<[name: string, command: string, words: string[]]>([
    ["program and arguments", "ls -la x", ["p:ls", "a:-la", "a:x"]],
    ["lists and pipes", "a b|c;d&&e", ["p:a", "a:b", "p:c", "p:d", "p:e"]],
    ["lines", "a\nb c", ["p:a", "p:b", "a:c"]],
    ["blanks before a line's end", "a # b \n c d \ne", ["p:a", "t:b", "p:c", "a:d", "p:e"]],
    ["a line that goes on", "a\\\nb c", ["p:ab", "a:c"]],
    ["quotes do not part words", `a"b"'c' d`, ["p:abc", "a:d"]],
    ["a sentence in quotes", 'a -m "b c d" e', ["p:a", "a:-m", "a:b", "t:c", "t:d", "a:e"]],
    ["lines in quotes", "a 'b\nc' d", ["p:a", "a:b", "t:c", "a:d"]],
    ["comment", "a # b c\nd", ["p:a", "t:b", "t:c", "p:d"]],
    ["a hash within a word", "a b#c", ["p:a", "a:b#c"]],
    ["substitution in quotes", 'a "$(b c)"', ["p:a", "p:b", "t:c)"]],
    ["wrappers", "sudo env A=1 a b", ["p:sudo", "p:env", "p:A=1", "p:a", "a:b"]],
    ["-c", "sh -c 'a b'", ["p:sh", "a:-c", "p:a", "t:b"]],
    ["redirection", "a >b <c", ["p:a", "a:b", "a:c"]],
    ["here-document", "a <<E\nb c\nd\nE\nf", ["p:a", "a:E", "t:b", "t:c", "t:d", "t:E", "p:f"]],
    ["here-document without end", "a <<E\nb c", ["p:a", "a:E", "p:b", "a:c"]],
    ["escaped quote", "a it\\'s b", ["p:a", "a:it's", "a:b"]],
  ])("%s", ([, command, words]) => expect(shown(command)).toEqual(words));
});
