/** `guard run`: starts an agent under guard. */
import { parseArgs } from "node:util";
import { DATAGRAMS, OPENING, OPENING_IN_WORDS } from "../core/opening.ts";
import { MODES } from "../core/ruling.ts";
import type { RunOptions } from "../launcher/run-options.ts";
import { CONSOLES } from "../protocol/consoles.ts";
import { firstSentence } from "./first-sentence.ts";
import { printProblem, printText } from "./print.ts";

const HELP = `guard run: starts an agent; every command it runs is judged first

  guard run [OPTIONS] -- AGENT [ARGUMENT]…

  --mode default|plan|full-auto
                    default asks before changes, plan only lets it read,
                    full-auto allows all but what is denied, needs CONFIRM,
                    or cannot be known before it runs
  --console auto|inline|tmux|wait|none
                    where you answer questions. inline = on a card over the
                    agent's screen; tmux = in a split of this tmux window;
                    wait = in another terminal: guard console; none = nobody,
                    they are denied. auto = a console that is attached, else a
                    split inside tmux, else a card; none without a terminal
  --no-notice       no bell and no notification when a question waits
  --timeout S       how long a question waits, 1 to 1800 seconds
  --profile NAME    allow the everyday commands of a stack (may be repeated),
                    instead of the profiles that are remembered here
  --keep            go on guarding what the agent leaves running, instead of
                    ending it
  --gate auto|on|off
                    the exec gate (Linux): every program is judged before it
                    runs, whatever starts it. auto = where it can work, else
                    shell hooks and PATH shims (advisory); on = or start
                    nothing; off = hooks and shims
  --confine auto|on|off
                    hides keys, credentials, guard's own files, other
                    terminals and ways out (tmux, docker, …) from the agent by
                    bubblewrap. auto = where it can work; on = or start nothing
  --reveal PATH     do not hide PATH from this agent (may be repeated); a
                    socket: it may be connected to
  --reveal tcp:PORT let it connect to PORT on this machine, where docker, a
                    debugger, a screen or the like is known to listen
  --reveal ${DATAGRAMS}
                    unix sockets for datagrams, which send to every server
  --sandboxes auto|allow|refuse
                    sandboxes of the agent's own (bwrap, unshare) in a confined
                    session. auto = for agents that need them (codex); root
                    gets none

  guard run -- claude
  guard run --mode plan -- codex "look for bugs"
  guard run --timeout 900 -- aider         questions wait 15 minutes
  guard run --console none -- ./agent.py   in CI: what would be asked is denied

exit status: the agent's; 125 guard could not start or lost its daemon,
126 denied or not executable, 127 agent not found
`;

const COULD_NOT_START = 125;

export async function runRun(args: readonly string[]): Promise<number> {
  const read = readOptions(args);
  if (read.kind === "help") {
    printText(HELP);
    return 0;
  }
  if (read.kind === "refused") {
    printProblem(`run: ${read.problem}`);
    return COULD_NOT_START;
  }
  outliveOutput();
  const { runSession } = await import("../launcher/session.ts");
  try {
    const exit = await runSession(read.options);
    if (exit.kind === "code") return exit.code;
    const { raise } = await import("../launcher/raise.ts");
    return await raise(exit.signal);
  } catch (error) {
    printProblem(error instanceof Error ? error.message : String(error));
    return COULD_NOT_START;
  }
}

type Read =
  | { readonly kind: "options"; readonly options: RunOptions }
  | { readonly kind: "refused"; readonly problem: string }
  | { readonly kind: "help" };

function readOptions(args: readonly string[]): Read {
  const at = args.indexOf("--");
  const [name, ...rest] = at < 0 ? [] : args.slice(at + 1);
  let parsed: ReturnType<typeof parse>;
  try {
    parsed = parse(at < 0 ? args : args.slice(0, at));
  } catch (error) {
    const problem = firstSentence(error);
    return refuse(
      at < 0 ? `${problem}; what follows the agent's name is the agent's: guard run -- AGENT …` : problem,
    );
  }
  const { values, positionals } = parsed;
  if (values.help) return { kind: "help" };
  const problem = findMisuse(values) ?? findMissingAgent(name, positionals) ?? findMangled(args);
  if (problem !== undefined || name === undefined) return refuse(problem ?? "no agent");
  return { kind: "options", options: toOptions(values, [name, ...rest]) };
}

function toOptions(values: Values, agent: RunOptions["agent"]): RunOptions {
  const mode = MODES.find((candidate) => candidate === values.mode);
  return {
    agent,
    ...(mode === undefined ? {} : { mode }),
    console: CONSOLES.find((candidate) => candidate === values.console) ?? "auto",
    notices: values["no-notice"] || process.env["GUARD_NOTICE"] === "off" ? "off" : "on",
    ...(values.timeout === undefined ? {} : { timeoutS: Number(values.timeout) }),
    confine: values.confine === "on" || values.confine === "off" ? values.confine : "auto",
    reveals: values.reveal ?? [],
    sandboxes: values.sandboxes === "allow" || values.sandboxes === "refuse" ? values.sandboxes : "auto",
    gate: values.gate === "on" || values.gate === "off" ? values.gate : "auto",
    profiles: values.profile ?? [],
    leftovers: values.keep ? "keep" : "end",
    env: process.env,
    cwd: process.cwd(),
    say: printProblem,
  };
}

function refuse(problem: string): Read {
  return { kind: "refused", problem: `${problem}; guard run --help shows how it is used` };
}

function findMissingAgent(name: string | undefined, [stray]: readonly string[]): string | undefined {
  if (stray !== undefined) return `put -- before the agent: guard run -- ${stray}`;
  return name === undefined ? "no agent; write it after --: guard run -- claude" : undefined;
}

/** node has put U+FFFD in the place of the bytes: the agent would get something else than was written. */
function findMangled(args: readonly string[]): string | undefined {
  const isMangled = [...args, process.cwd()].some((text) => text.includes("\uFFFD"));
  return isMangled ? "an argument or the folder's name holds bytes that are not UTF-8 text" : undefined;
}

type Values = ReturnType<typeof parse>["values"];

/** What is wrong with the options, or undefined. */
function findMisuse(values: Values): string | undefined {
  const { mode, timeout, reveal, confine } = values;
  if (mode !== undefined && !MODES.some((name) => name === mode))
    return `--mode is one of ${MODES.join(", ")}`;
  if (
    timeout !== undefined &&
    !(/^\d{1,4}$/.test(timeout) && Number(timeout) >= 1 && Number(timeout) <= 1800)
  )
    return "--timeout is a number of seconds, 1 to 1800";
  if (reveal?.some((one) => !OPENING.test(one)))
    return `--reveal is an absolute path, one that begins with ~/, ${OPENING_IN_WORDS}`;
  if (reveal !== undefined && confine === "off" && values.gate === "off")
    return "--reveal has nothing to open with --confine off and --gate off";
  return (
    findUnknown("console", values.console, CONSOLES) ??
    findMissingTerminal(values.console) ??
    findUnknown("gate", values.gate, ["auto", "on", "off"]) ??
    findUnknown("confine", confine, ["auto", "on", "off"]) ??
    findUnknown("sandboxes", values.sandboxes, ["auto", "allow", "refuse"])
  );
}

/** Said at once: a question that nobody can see would wait in vain. */
function findMissingTerminal(console: string | undefined): string | undefined {
  if (console !== "inline" && console !== "tmux") return undefined;
  if (console === "tmux" && !(process.env["TMUX"] && process.env["TMUX_PANE"]))
    return "--console tmux needs a tmux window to split; start tmux first, or leave --console out";
  return process.stdin.isTTY && process.stdout.isTTY && process.stderr.isTTY
    ? undefined
    : `--console ${console} needs a terminal; without one: --console wait, and guard console in another`;
}

function findUnknown(name: string, value: string | undefined, known: readonly string[]): string | undefined {
  return value === undefined || known.includes(value) ? undefined : `--${name} is one of ${known.join(", ")}`;
}

/** The agent goes on when the terminal or the reader of our output goes away, as it would without guard. */
function outliveOutput(): void {
  for (const stream of [process.stdout, process.stderr]) {
    stream.removeAllListeners("error");
    stream.on("error", () => undefined);
  }
}

function parse(args: readonly string[]) {
  return parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      mode: { type: "string" },
      console: { type: "string" },
      gate: { type: "string" },
      confine: { type: "string" },
      reveal: { type: "string", multiple: true },
      sandboxes: { type: "string" },
      profile: { type: "string", multiple: true },
      timeout: { type: "string" },
      keep: { type: "boolean" },
      "no-notice": { type: "boolean" },
      help: { type: "boolean", short: "h" },
    },
  });
}
