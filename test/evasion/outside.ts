/** The process outside (agents/outside.py): where it listens, and what has reached it. */
import { type ChildProcess, spawn } from "node:child_process";
import { join } from "node:path";
import { waitUntil } from "../launcher/wait-until.ts";
import { ABSTRACT, BY_DEAD, DATAGRAMS, KNOWN, ODD, PACKETS, PIPE, PORTS } from "./attempts/sockets.ts";
import { asUser } from "./user.ts";
import type { World } from "./world.ts";

interface Reached {
  readonly where: string;
  readonly what: string;
}

/** What it says of itself first. */
type Itself = Readonly<
  Record<
    "pid" | "port" | "terminalFd" | "secretFd" | "connectionFd" | "key" | "shared" | "deadListener",
    number
  >
> & {
  readonly terminal: string;
  /** Of its own, on the loopback. */
  readonly address: string;
  readonly unread: string;
  readonly handle: string;
};

export class Outside {
  readonly #child: ChildProcess;
  #lines = "";

  private constructor(child: ChildProcess) {
    this.#child = child;
    child.stdout?.on("data", (chunk) => {
      this.#lines += chunk;
    });
    child.stderr?.pipe(process.stderr);
  }

  static async start(world: World): Promise<Outside> {
    const { folder, env } = world.machine;
    const place = (text: string) => fillPaths(text, world);
    const listenOn = {
      streams: [...KNOWN.map(([, path]) => place(path)), place(ODD), `\0${place(ABSTRACT)}`],
      packets: [place(PACKETS)],
      datagrams: [place(DATAGRAMS)],
      pipes: [place(PIPE)],
      ports: PORTS.map(([, port]) => port),
      byDead: place(BY_DEAD),
      secret: join(world.home, ".aws/credentials"),
      text: world.secret,
    };
    const args = [join(folder, "agents/outside.py"), JSON.stringify(listenOn)];
    // Node itself ends when this pipe does.
    const child = spawn("/usr/bin/python3", args, {
      env,
      stdio: ["pipe", "pipe", "pipe"],
      ...asUser(world.user),
    });
    const outside = new Outside(child);
    await waitUntil("the process outside", () => outside.#lines.includes("\n"));
    return outside;
  }

  get itself(): Itself {
    return JSON.parse(this.#lines.split("\n", 1)[0] ?? "") as Itself;
  }

  get reached(): readonly Reached[] {
    return this.#lines
      .split("\n")
      .slice(1, -1)
      .map((line) => JSON.parse(line) as Reached);
  }

  end(): void {
    this.#child.kill("SIGKILL");
  }
}

/** The places that are known before anything runs. */
export function fillPaths(text: string, world: World): string {
  const { folder, runtime } = world.machine;
  return text
    .replaceAll("{runtime}", runtime)
    .replaceAll("{folder}", folder)
    .replaceAll("{name}", folder.replaceAll("/", "-"));
}
