/** sed scripts, read command by command. What is not read exactly as sed would read it is `execute`. */
import { closingBracket } from "./brackets.ts";
import { type CodeFinding, notUnderstood } from "./code-finding.ts";

interface Script {
  readonly text: string;
  at: number;
  readonly findings: CodeFinding[];
}

/** Commands without an argument. */
const SIMPLE = "=dDgGhHnNpPxzF";
const NUMBERED = "lLqQ";

export function sedFindings(text: string): readonly CodeFinding[] {
  const script: Script = { text, at: 0, findings: [] };
  let depth = 0;
  for (;;) {
    skip(script, " \t\n;");
    if (script.at >= text.length) break;
    if (!readAddresses(script)) return [...script.findings, notUnderstood("sed", "an address")];
    const command = text.charAt(script.at);
    script.at += 1;
    if (command === "{") depth += 1;
    else if (command === "}") depth -= 1;
    else if (!readCommand(script, command)) {
      return [...script.findings, notUnderstood("sed", `command "${command}"`)];
    }
    if (depth < 0) return [...script.findings, notUnderstood("sed", "braces")];
  }
  return depth === 0 ? script.findings : [...script.findings, notUnderstood("sed", "braces")];
}

function skip(script: Script, characters: string): void {
  while (script.at < script.text.length && characters.includes(script.text.charAt(script.at))) script.at += 1;
}

function readAddresses(script: Script): boolean {
  const first = readAddress(script);
  if (first === "wrong") return false;
  skip(script, " \t");
  if (script.text.charAt(script.at) === ",") {
    if (first === "none") return false;
    script.at += 1;
    skip(script, " \t+~");
    if (readAddress(script) !== "read") return false;
  }
  skip(script, " \t!");
  return script.at < script.text.length;
}

function readAddress(script: Script): "none" | "read" | "wrong" {
  const { text } = script;
  const char = text.charAt(script.at);
  if (char === "$") {
    script.at += 1;
    return "read";
  }
  if (char >= "0" && char <= "9") {
    skip(script, "0123456789~");
    return "read";
  }
  if (char !== "/" && char !== "\\") return "none";
  script.at += char === "/" ? 0 : 1;
  const delimiter = text.charAt(script.at);
  script.at += 1;
  if (!readPart(script, delimiter, "regex")) return "wrong";
  skip(script, "IM");
  return "read";
}

/** Up to the next delimiter that is not escaped; false when there is none. */
function readPart(script: Script, delimiter: string, part: "regex" | "plain"): boolean {
  const { text } = script;
  if (delimiter === "" || delimiter === "\n" || delimiter === "\\") return false;
  for (; script.at < text.length; script.at++) {
    const char = text.charAt(script.at);
    if (char === delimiter) {
      script.at += 1;
      return true;
    }
    if (char === "\\") script.at += 1;
    else if (part === "regex" && (char === "\n" || (char === "[" && !readBrackets(script, delimiter))))
      return false;
  }
  return false;
}

function readBrackets(script: Script, delimiter: string): boolean {
  const end = closingBracket(script.text, script.at, delimiter);
  if (end !== undefined) script.at = end;
  return end !== undefined;
}

function readCommand(script: Script, command: string): boolean {
  if (SIMPLE.includes(command)) return readEnd(script);
  if (NUMBERED.includes(command)) {
    skip(script, " \t0123456789");
    return readEnd(script);
  }
  switch (command) {
    case "#":
      readLine(script);
      return true;
    case ":":
    case "b":
    case "t":
    case "T":
    case "v":
      return readLabel(script);
    case "a":
    case "i":
    case "c":
      readText(script);
      return true;
    case "r":
    case "R":
    case "w":
    case "W":
      return readFile(script, command === "r" || command === "R" ? "read" : "write");
    case "e":
      return readRun(script);
    case "s":
      return readSubstitution(script);
    case "y":
      return readTwoParts(script) && readEnd(script);
    default:
      return false;
  }
}

/** GNU sed ends a label at the first blank and reads the next command right behind it; others take the whole line. */
function readLabel(script: Script): boolean {
  skip(script, " \t");
  return /^[\w.-]*$/u.test(readUntil(script, " \t;}\n")) && readEnd(script);
}

/** Alone it runs the line that sed has in hand. */
function readRun(script: Script): boolean {
  const shell = readLine(script).trim();
  const because = "sed command e runs a program";
  script.findings.push({ kind: "execute", because, ...(shell && { shell }) });
  return true;
}

/** Nothing but blanks up to `;`, `}`, `#` or the end of the line. */
function readEnd(script: Script): boolean {
  skip(script, " \t");
  return script.at >= script.text.length || ";}#\n".includes(script.text.charAt(script.at));
}

function readUntil(script: Script, characters: string): string {
  const start = script.at;
  while (script.at < script.text.length && !characters.includes(script.text.charAt(script.at)))
    script.at += 1;
  return script.text.slice(start, script.at);
}

function readLine(script: Script): string {
  return readUntil(script, "\n");
}

/** Text of a, i and c: to the end of the line; a backslash takes the next line in. */
function readText(script: Script): void {
  const { text } = script;
  for (; script.at < text.length && text.charAt(script.at) !== "\n"; script.at++) {
    if (text.charAt(script.at) === "\\") script.at += 1;
  }
}

function readFile(script: Script, kind: "read" | "write"): boolean {
  skip(script, " \t");
  const path = readLine(script);
  if (path === "") return false;
  script.findings.push({
    kind,
    path,
    because: `the sed script ${kind === "read" ? "reads" : "writes"} ${path}`,
  });
  // Another sed may end the name at `;` or `}`: what follows could be a command.
  return !/[;}]/u.test(path);
}

function readTwoParts(script: Script): boolean {
  const delimiter = script.text.charAt(script.at);
  script.at += 1;
  return readPart(script, delimiter, "plain") && readPart(script, delimiter, "plain");
}

function readSubstitution(script: Script): boolean {
  const delimiter = script.text.charAt(script.at);
  script.at += 1;
  if (!readPart(script, delimiter, "regex")) return false;
  const start = script.at;
  if (!readPart(script, delimiter, "plain")) return false;
  // What the flag e would run, as far as it is written here.
  const shell = script.text.slice(start, script.at - 1).replaceAll(`\\${delimiter}`, delimiter);
  for (; script.at < script.text.length; script.at++) {
    const flag = script.text.charAt(script.at);
    if (flag === "w") {
      script.at += 1;
      return readFile(script, "write");
    }
    if (flag === "e") script.findings.push({ kind: "execute", because: "sed flag e runs the result", shell });
    else if (!"gpiImM0123456789".includes(flag)) return readEnd(script);
  }
  return true;
}
