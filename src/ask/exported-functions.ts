/** Functions that bash hands down in the environment. The line runs with them, so they are a part of the question. */
import type { Field } from "./frame.ts";

/** As much as the C client sends. */
const ROOM_BYTES = 60_000;
const NAME = /^[\w.:+@-]+$/;

export function exportedFunctionFields(env: NodeJS.ProcessEnv): readonly Field[] {
  let text = "";
  let whole = true;
  for (const [key, value = ""] of Object.entries(env)) {
    const name = /^BASH_FUNC_(.+)(?:%%|\(\))$/.exec(key)?.[1];
    // bash does not take other values for functions either.
    if (name === undefined || !value.startsWith("() {")) continue;
    const definition = `${name} ${value}\n`;
    if (NAME.test(name) && Buffer.byteLength(text + definition) <= ROOM_BYTES) text += definition;
    else whole = false;
  }
  const prelude: Field[] = text === "" ? [] : [["prelude", text]];
  return whole ? prelude : [...prelude, ["incomplete", "yes"]];
}
