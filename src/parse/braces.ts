/** Brace expansion of simple text: `{a,b}`, `x{1..3}y`, nested. Anything with quotes or expansions is left alone. */

const MAX_WORDS = 64;
/** Letters with a step, and numbers too long to count: the shell expands them, this reader does not. */
const ODD_SEQUENCE =
  /\{(?:[A-Za-z]\.\.[A-Za-z]\.\.|-?\d*\.\.-?\d{7}|-?\d{7}\d*\.\.|-?\d+\.\.-?\d+\.\.-?\d{7})/;
const SIMPLE = /^[^\s"'\\$`<>|;&()]*$/;

/** All texts that the brace expression stands for, or undefined when it is not simple enough to say. */
export function expandBraces(text: string): readonly string[] | undefined {
  if (!SIMPLE.test(text) || ODD_SEQUENCE.test(text)) return undefined;
  const out = expand(text, 0);
  return out && out.length <= MAX_WORDS ? out : undefined;
}

function expand(text: string, depth: number): string[] | undefined {
  if (depth > 8) return undefined;
  const open = findOpen(text);
  if (open === undefined) return [text];
  const head = text.slice(0, open.pos);
  const tails = expand(text.slice(open.end + 1), depth + 1);
  const middles = open.sequence ?? expandChoices(open.choices, depth);
  if (!tails || !middles || middles.length * tails.length > MAX_WORDS) return undefined;
  return middles.flatMap((middle) => tails.map((tail) => head + middle + tail));
}

function expandChoices(choices: readonly string[], depth: number): string[] | undefined {
  const out: string[] = [];
  for (const choice of choices) {
    const expanded = expand(choice, depth + 1);
    if (!expanded) return undefined;
    out.push(...expanded);
  }
  return out;
}

interface Open {
  pos: number;
  end: number;
  choices: string[];
  sequence?: string[];
}

/** The first brace pair that is an expansion. */
function findOpen(text: string): Open | undefined {
  for (let pos = text.indexOf("{"); pos >= 0; pos = text.indexOf("{", pos + 1)) {
    const found = readPair(text, pos);
    if (!found) continue;
    if (found.choices.length > 1) return found;
    const sequence = readSequence(text.slice(pos + 1, found.end));
    if (sequence) return { ...found, sequence };
  }
  return undefined;
}

function readPair(text: string, pos: number): Open | undefined {
  const choices: string[] = [];
  let depth = 0;
  let from = pos + 1;
  for (let i = pos; i < text.length; i++) {
    const char = text[i];
    if (char === "{") depth++;
    else if (char === "," && depth === 1) {
      choices.push(text.slice(from, i));
      from = i + 1;
    } else if (char === "}" && --depth === 0) {
      choices.push(text.slice(from, i));
      return { pos, end: i, choices };
    }
  }
  return undefined;
}

function readSequence(text: string): string[] | undefined {
  const numbers = /^(-?\d{1,6})\.\.(-?\d{1,6})(?:\.\.(-?\d{1,6}))?$/.exec(text);
  const letters = /^([A-Za-z])\.\.([A-Za-z])$/.exec(text);
  if (letters) {
    const [a = "", b = ""] = [letters[1], letters[2]];
    return count(a.charCodeAt(0), b.charCodeAt(0), 1).map((code) => String.fromCharCode(code));
  }
  if (!numbers) return undefined;
  const step = Math.abs(Number(numbers[3] ?? 1)) || 1;
  const [from = "", to = ""] = [numbers[1], numbers[2]];
  const width = [from, to].some((end) => /^-?0\d/.test(end)) ? Math.max(from.length, to.length) : 0;
  return count(Number(from), Number(to), step).map((n) => padded(n, width));
}

/** `{01..10}`: all of one width, the sign included. */
function padded(n: number, width: number): string {
  return n < 0 ? `-${String(-n).padStart(width - 1, "0")}` : String(n).padStart(width, "0");
}

function count(from: number, to: number, step: number): number[] {
  const out: number[] = [];
  const sign = from <= to ? 1 : -1;
  for (let n = from; sign * n <= sign * to && out.length <= MAX_WORDS; n += sign * step) out.push(n);
  return out;
}
