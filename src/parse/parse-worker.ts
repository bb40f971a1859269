/** Runs inside a worker thread: parses one line at a time, so that a slow line can be ended from outside. */
import { parentPort } from "node:worker_threads";
import { type ParseOptions, parseLine } from "./parse.ts";

parentPort?.on("message", ({ id, text, options }: { id: number; text: string; options: ParseOptions }) => {
  parentPort?.postMessage({ id, outcome: parseLine(text, options) });
});
