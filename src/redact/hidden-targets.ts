/**
 * `curl https://x --token V`: guard does not know `--token` of curl, so V might be a host, and the record tells `network:V`. Targets stay
 * visible, for a host may be called like a secret; but not where V can be nothing else than the value of that option.
 */
import { fedPrograms } from "./fed-programs.ts";
import type { FindOptions } from "./options.ts";
import { markOf } from "./pieces.ts";
import { looksRandom } from "./random-value.ts";

/** 127.0.0.1, as the system's resolver reads it too. */
const ADDRESS = /^0x0*[0-9a-f]{1,8}$/i;
/** The shell's words are what they look like: nothing quoted, expanded, or sent elsewhere. */
const PLAIN_LINE = /^[\w \t.,:/@=+%;&|-]*$/;
const WORDS = /[^ \t;&|]+|[;&|]+/g;
const END = /^[;&|]/;
const NETWORK = "network:";
/** Whoever writes more wants it to take long. */
const MOST = 16;

export function hideTargets(
  command: string | readonly string[],
  effects: readonly string[],
  find: FindOptions,
): readonly string[] {
  if (!effects.some((effect) => effect.startsWith(NETWORK))) return effects;
  const values = optionValues(wordsOf(command), find);
  return values.size === 0
    ? effects
    : effects.map((effect) =>
        effect.startsWith(NETWORK) && values.has(effect.slice(NETWORK.length))
          ? `${NETWORK}${markOf("option")}`
          : effect,
      );
}

/** None: what they are cannot be told for certain. */
function wordsOf(command: string | readonly string[]): readonly string[] {
  if (typeof command === "string")
    return PLAIN_LINE.test(command) && fedPrograms(command) === "none" ? (command.match(WORDS) ?? []) : [];
  const [shell = "", option = "", line = "", ...more] = command;
  // Agents run most lines so.
  if (more.length === 0 && SHELL.test(shell) && LINE_FOLLOWS.test(option)) return wordsOf(line);
  return fedPrograms(command.join(" ")) === "none" ? command : [];
}

const SHELL = /^(?:.*\/)?(?:ba|z|da|k)?sh$/;
const LINE_FOLLOWS = /^-[a-z]{0,8}c$/;

function optionValues(words: readonly string[], find: FindOptions): ReadonlySet<string> {
  const loose = words.map((text) => ({ text, from: 0, kind: END.test(text) ? "end" : "word" }) as const);
  const found = find(loose).filter(({ word, from, to }) => from === 0 && to === words[word]?.length);
  return new Set(
    found.slice(0, MOST).flatMap(({ word }) => {
      const value = words[word] ?? "";
      const isOnlyThere = words.filter((other) => other.includes(value)).length === 1;
      const isSecret = looksRandom(value) && !ADDRESS.test(value);
      return isSecret && isOnlyThere && isOptionFor(words, word - 1) ? [value] : [];
    }),
  );
}

/** `-A --token V`: there it is -A's value, and behind `--` it is no option at all; then V may be a host. */
function isOptionFor(words: readonly string[], at: number): boolean {
  const [before = "", option = ""] = words.slice(Math.max(0, at - 1), at + 1);
  return (
    at > 0 &&
    option.startsWith("--") &&
    !/^[-;&|]/.test(before) &&
    !words.slice(0, at).some((word) => word === "--")
  );
}
