/** The texts in a value as JSON has them: taken out in order, and put back. Keys are names that guard gave, and stay. */
import type { ArgvAt } from "./argv-words.ts";

export interface TakenTexts {
  readonly texts: readonly string[];
  /** Lists of texts only, which may be the words of a command. */
  readonly argvs: readonly ArgvAt[];
}

const DEEPEST = 32;
/** What guard calls the words of a command. */
const COMMANDS: ReadonlySet<string> = new Set(["command", "argv"]);

export function takeTexts(value: unknown): TakenTexts {
  const texts: string[] = [];
  const argvs: ArgvAt[] = [];
  const walk = (one: unknown, depth: number, key: string): void => {
    if (typeof one === "string") texts.push(one);
    if (typeof one !== "object" || one === null || depth > DEEPEST) return;
    const from = texts.length;
    for (const [name, inner] of Object.entries(one)) walk(inner, depth + 1, name);
    if (Array.isArray(one) && one.length > 0 && one.every((inner) => typeof inner === "string"))
      argvs.push({ from, to: texts.length, kind: COMMANDS.has(key) ? "command" : "list" });
  };
  walk(value, 0, "");
  return { texts, argvs };
}

/** In the same order. What holds nothing new is given back as it is. */
export function putTexts<T>(value: T, texts: readonly string[]): T {
  let at = 0;
  const walk = (one: unknown, depth: number): unknown => {
    if (typeof one === "string") return texts[at++];
    if (typeof one !== "object" || one === null || depth > DEEPEST) return one;
    if (Array.isArray(one)) return one.map((inner: unknown) => walk(inner, depth + 1));
    return Object.fromEntries(Object.entries(one).map(([key, inner]) => [key, walk(inner, depth + 1)]));
  };
  return walk(value, 0) as T;
}
