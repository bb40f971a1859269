/**
 * Commands to a tmux server by one client that stays (control mode): to start a client for each takes 5 ms of a core, and screens
 * are looked at hundreds of times. It has no terminal and no size, and is sent no output: panes do not notice it.
 */
import { spawn } from "node:child_process";
import type { Readable } from "node:stream";

export interface TmuxControl {
  /** Gives what it prints; several with ";" between them. */
  command(words: readonly string[]): Promise<string>;
}

interface Waiting {
  /** Answers that are still to come, one for each command. */
  left: number;
  text: string;
  done(text: string): void;
  fail(problem: Error): void;
}

/** `argv`: tmux with the options that lead to its server. */
export async function openControl(
  argv: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<TmuxControl> {
  const [program = "tmux", ...words] = argv;
  const client = spawn(program, [...words, "-C", "attach-session", "-f", "ignore-size,no-output"], {
    env: { ...env },
    stdio: ["pipe", "pipe", "ignore"],
  });
  const queue: Waiting[] = [];
  let end: Error | undefined;
  const close = (problem: Error) => {
    end = problem;
    for (const waiting of queue.splice(0)) waiting.fail(problem);
  };
  client.on("error", close);
  client.on("close", () => close(new Error("tmux has ended")));
  client.stdin.on("error", () => undefined);
  const expectAnswers = (left: number) =>
    new Promise<string>((done, fail) => {
      if (end === undefined) queue.push({ left, text: "", done, fail });
      else fail(end);
    });
  readAnswers(client.stdout, (lines, isError) => {
    const [first] = queue;
    if (first === undefined) return;
    first.text += lines.map((line) => `${line}\n`).join("");
    if (!isError && --first.left > 0) return;
    queue.shift();
    if (isError) first.fail(new Error(`tmux: ${first.text}`));
    else first.done(first.text);
  });
  // The first answer is to attach-session itself.
  await expectAnswers(1);
  return {
    command(words) {
      const answer = expectAnswers(words.filter((word) => word === ";").length + 1);
      client.stdin.write(`${words.map((word) => (word === ";" ? word : quote(word))).join(" ")}\n`);
      return answer;
    },
  };
}

/** Between a line %begin and its %end or %error; what comes outside of them are notices. */
function readAnswers(input: Readable, take: (lines: readonly string[], isError: boolean) => void): void {
  let open: { readonly id: string; readonly lines: string[] } | undefined;
  const read = (line: string) => {
    if (open === undefined) {
      // The first is behind a control sequence: ESC P1000p.
      const begin = /^(?:.P1000p)?%begin (\d+ \d+)/.exec(line);
      if (begin !== null) open = { id: begin[1] ?? "", lines: [] };
      return;
    }
    const isEnd = line.startsWith(`%end ${open.id}`);
    if (!isEnd && !line.startsWith(`%error ${open.id}`)) {
      open.lines.push(line);
      return;
    }
    const { lines } = open;
    open = undefined;
    take(lines, !isEnd);
  };
  let rest = "";
  input.setEncoding("utf8").on("data", (chunk: string) => {
    const lines = (rest + chunk).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) read(line);
  });
}

/** For tmux's own parser: everything that could mean something to it by its number. */
function quote(word: string): string {
  const told = (char: string) => `\\${char.charCodeAt(0).toString(8).padStart(3, "0")}`;
  return `"${word.replace(/[^\w ./:=,%@+-]/g, (char) => (char.charCodeAt(0) < 128 ? told(char) : char))}"`;
}
