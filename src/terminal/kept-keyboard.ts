/** How keys are reported: kitty's flags (a stack for each screen) and xterm's key options (modifyOtherKeys and its kin). */
import type { Emulator } from "./emulator.ts";

export interface KeptKeyboard {
  /** Kitty's flags are in force on one of the screens: a terminal may count them as one. */
  hasKittyFlags(): boolean;
  /** Options that are not 0, with their values. */
  options(): readonly (readonly [option: number, value: number])[];
}

/** More a terminal does not keep either. */
const DEEPEST = 64;
const MOST_OPTIONS = 16;

export function keepKeyboard({ parser, activeScreen }: Emulator): KeptKeyboard {
  const options = new Map<number, number>();
  let flags = { normal: [0], alternate: [0] };
  const top = () => flags[activeScreen()].at(-1) ?? 0;

  parser.registerCsiHandler({ prefix: ">", final: "u" }, ([pushed]) => {
    const stack = flags[activeScreen()];
    stack.push(numberOr(pushed, 0));
    if (stack.length > DEEPEST) stack.shift();
    return false;
  });
  parser.registerCsiHandler({ prefix: "<", final: "u" }, ([count]) => {
    const stack = flags[activeScreen()];
    stack.splice(-Math.max(1, numberOr(count, 1)));
    if (stack.length === 0) stack.push(0);
    return false;
  });
  parser.registerCsiHandler({ prefix: "=", final: "u" }, ([given, how]) => {
    const bits = numberOr(given, 0);
    const before = top();
    const after = { 1: bits, 2: before | bits, 3: before & ~bits }[numberOr(how, 1) || 1] ?? before;
    flags[activeScreen()].splice(-1, 1, after);
    return false;
  });
  parser.registerCsiHandler({ prefix: ">", final: "m" }, (params) => {
    // Without an option all of them are as at the start.
    if (params.length === 0 || (params.length === 1 && params[0] === 0)) options.clear();
    else setOption(options, numberOr(params[0], 0), numberOr(params[1], 0));
    return false;
  });
  parser.registerCsiHandler({ prefix: ">", final: "n" }, ([option]) => {
    options.delete(numberOr(option, 0));
    return false;
  });
  parser.registerEscHandler({ final: "c" }, () => {
    flags = { normal: [0], alternate: [0] };
    options.clear();
    return false;
  });
  return {
    hasKittyFlags: () => [flags.normal, flags.alternate].some((stack) => stack.at(-1) !== 0),
    options: () => [...options],
  };
}

function setOption(options: Map<number, number>, option: number, value: number): void {
  if (value === 0) options.delete(option);
  else if (options.size < MOST_OPTIONS || options.has(option)) options.set(option, value);
}

function numberOr(param: number | number[] | undefined, otherwise: number): number {
  return typeof param === "number" ? param : otherwise;
}
