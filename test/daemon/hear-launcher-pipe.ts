/** All that a daemon tells its launcher, in order: what was not told matters too. */
import type { Socket } from "node:net";
import { FrameReader } from "../../src/protocol/frame.ts";
import type { ToLauncher } from "../../src/protocol/launcher-messages.ts";
import type { TestDaemon } from "../helpers/daemon.ts";

/** Begin before the start; resolves with the pipe's end. */
export function hearAll(daemon: TestDaemon): Promise<ToLauncher[]> {
  const pipe = daemon.child.stdio[3] as Socket;
  const reader = new FrameReader(1 << 22);
  const heard: ToLauncher[] = [];
  pipe.on("data", (chunk: Buffer) => {
    const outcome = reader.push(chunk);
    if (outcome.kind === "frames")
      heard.push(...outcome.frames.map((frame) => JSON.parse(frame.toString()) as ToLauncher));
  });
  return new Promise((done) => pipe.on("close", () => done(heard)));
}
