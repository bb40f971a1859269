/** What is started in the agent's place: the seat with the agent as its argument, or the agent itself. */
import { join } from "node:path";
import type { SeatConfinement } from "./confine-agent.ts";

export interface AgentCommand {
  readonly program: string;
  readonly argv: readonly [string, ...string[]];
  readonly env: NodeJS.ProcessEnv;
  readonly cwd: string;
}

export interface StartCommand {
  readonly file: string;
  readonly args: readonly string[];
  readonly argv0?: string;
}

/** node puts this sign in the place of bytes that are no text; the seat knows where the bytes are. */
const NOT_TEXT = "\uFFFD";

export interface SeatWishes {
  /** With the exec gate, and these processes out of the tree's reach. */
  readonly guarded?: readonly number[];
  readonly confinement?: SeatConfinement;
  readonly modes?: string | undefined;
  /** NAME=VALUE or NAME, put right by the seat behind whatever comes between. */
  readonly fixes?: readonly string[];
}

export function startCommand(
  { program, argv, env }: AgentCommand,
  seat: string | undefined,
  sessionFolder: string,
  { guarded, confinement, modes, fixes = [] }: SeatWishes = {},
): StartCommand {
  if (seat === undefined) return { file: program, args: argv.slice(1), argv0: argv[0] };
  const mangled = Object.keys(env).filter((name) => env[name]?.includes(NOT_TEXT));
  const options = [
    ...(guarded === undefined ? [] : ["--gate", join(sessionFolder, "control/gate.sock")]),
    ...(guarded ?? []).flatMap((pid) => ["--guarded", String(pid)]),
    ...(confinement === undefined ? [] : confineOptions(confinement)),
    ...mangled.flatMap((name) => ["--raw", name]),
    ...(modes === undefined ? [] : ["--modes", modes]),
    ...fixes.flatMap((fix) => ["--env", fix]),
  ];
  return { file: seat, args: [...options, join(sessionFolder, "control/seat.sock"), "--", program, ...argv] };
}

function confineOptions({ plan, mounts, kept, bwrap, dev, devices, sandboxes }: SeatConfinement): string[] {
  const room =
    dev === "room" ? ["--room", "yes", "--kept", kept, ...devices.flatMap((name) => ["--device", name])] : [];
  const own = sandboxes.kind === "allowed" ? ["--sandboxes", "yes"] : [];
  return ["--confine", plan, "--mounts", mounts, "--bwrap", bwrap, ...room, ...own];
}
