/** What is started in the agent's place: the seat with the agent as its argument, or the agent itself. */
import { join } from "node:path";

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

/** `fixes`: NAME=VALUE or NAME, put right by the seat behind whatever comes between. */
export function startCommand(
  { program, argv, env }: AgentCommand,
  seat: string | undefined,
  sessionFolder: string,
  more: { readonly modes?: string | undefined; readonly fixes?: readonly string[] } = {},
): StartCommand {
  if (seat === undefined) return { file: program, args: argv.slice(1), argv0: argv[0] };
  const { modes, fixes = [] } = more;
  const mangled = Object.keys(env).filter((name) => env[name]?.includes(NOT_TEXT));
  const options = [
    ...mangled.flatMap((name) => ["--raw", name]),
    ...(modes === undefined ? [] : ["--modes", modes]),
    ...fixes.flatMap((fix) => ["--env", fix]),
  ];
  return { file: seat, args: [...options, join(sessionFolder, "control/seat.sock"), "--", program, ...argv] };
}
