/** Runs inside a worker thread: one line at a time, so that a slow line can be ended from outside. */
import { parentPort } from "node:worker_threads";
import type { Dialect } from "../core/command.ts";
import { type ParseOptions, parseLine } from "./parse.ts";
import { voteOnLine } from "./vote.ts";

export type Task =
  | { readonly kind: "parse"; readonly text: string; readonly options: ParseOptions }
  | { readonly kind: "vote"; readonly text: string; readonly dialect: Dialect };

/** First of all: from here on the time of its tasks counts. */
export type Loaded = "loaded";

const port = parentPort;
port?.postMessage("loaded" satisfies Loaded);
port?.on("message", ({ id, task }: { id: number; task: Task }) => {
  if (task.kind === "parse") port.postMessage({ id, answer: parseLine(task.text, task.options) });
  else voteOnLine(task.text, task.dialect).then((answer) => port.postMessage({ id, answer }), throwOutside);
});

/** A failure ends the worker; whoever waits is then told so. */
function throwOutside(error: unknown): void {
  setImmediate(() => {
    throw error;
  });
}
