/** ulimit: a shell with next to no files or processes left cannot start guard's hooks, and so cannot ask. */
import { displayText, knownText, type Word } from "../core/word.ts";
import { addDoubt, type Span, type Walk } from "./walk-state.ts";

/** More files than a shell with its hooks ever has open. */
const PLENTY = 256;

export function checkLimits(args: readonly Word[], walk: Walk, span: Span): void {
  const texts = args.map(knownText);
  const options = texts.filter((text) => text?.startsWith("-"));
  // The size of core dumps has nothing to do with it.
  const aside = options.length > 0 && options.every((text) => /^-[SH]*c[SH]*$|^-[SH]+$/.test(text ?? ""));
  const low = aside ? undefined : args.find((_, index) => isLow(texts[index]));
  if (low === undefined) return;
  const because = `ulimit ${displayText(low)} may leave guard's hooks too little to ask with`;
  addDoubt(walk, "redefinition", because, span);
}

function isLow(text: string | undefined): boolean {
  if (text === undefined) return true;
  const number = /^(?:-[a-zA-Z]+)?(\d+)$/.exec(text)?.[1];
  return number !== undefined && Number(number) < PLENTY;
}
