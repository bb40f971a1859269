/** Programs that could run what a value holds, or make something else of it first: `TOKEN=cm0g…; echo $TOKEN | base64 -d | sh`. Beside them no name makes a secret. */

const SHELLS = "(?:ba|z|da|k|a|fi|c|tc)?sh";
const OTHERS =
  "base64|base32|basenc|xxd|uudecode|openssl|busybox|eval|source|xargs|parallel|crontab|[gm]?awk|python[\\d.]*|pypy3?|perl|ruby|php|node|nodejs|deno|bun|lua|tclsh|osascript|pwsh";
const BEFORE = "(?<![\\w.-])";
const BEHIND = "(?![\\w=-]|\\.\\w)";
/** What a substitution writes is run. */
const SUBSTITUTION = "(?:^|[;&|\\n({`])[ \\t]*(?:\\$\\(|`)";
const ANY = new RegExp(`${BEFORE}(?:${SHELLS}|${OTHERS})${BEHIND}|${SUBSTITUTION}`);
/** The line behind `sh -c` is in plain sight. */
const NO_PLAIN_LINE = new RegExp(
  `${BEFORE}(?:${SHELLS}${BEHIND}(?![ \\t]{1,8}-[a-z]{0,8}c[ \\t])|(?:${OTHERS})${BEHIND})|${SUBSTITUTION}`,
);

/** `some`: only shells with a line of their own, `sh -c "x --token …"`. */
export type Fed = "none" | "some" | "all";

/** Something is handed on, or code stands in the line: `API_TOKEN=… python app.py` hands on nothing. */
const FEEDING =
  /[|`]|\$\(|<<|(?<![\w.-])(?:eval|source|xargs|parallel)(?![\w-])|[ \t]-[a-zA-Z]{0,8}[ce](?![\w-])/;

export function fedPrograms(text: string): Fed {
  if (!FEEDING.test(text) || !ANY.test(text)) return "none";
  return NO_PLAIN_LINE.test(text) ? "all" : "some";
}
