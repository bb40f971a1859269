/** A notice on the desktop, where there is one. Fixed words; whether it worked is nobody's concern. */
import { spawn } from "node:child_process";
import { findSystemProgram } from "../ipc/system-program.ts";
import { NOTICE_TEXT, NOTICE_TITLE } from "../tui/notice.ts";

export function giveDesktopNotice(platform: NodeJS.Platform, env: NodeJS.ProcessEnv): void {
  const argv = noticeCommand(platform, env);
  if (!argv) return;
  const [name, ...args] = argv;
  const program = findSystemProgram(name);
  if (program === undefined) return;
  const child = spawn(program, args, { stdio: "ignore", detached: true });
  child.on("error", () => undefined);
  child.unref();
}

/** Undefined: no desktop is known here. */
export function noticeCommand(
  platform: NodeJS.Platform,
  env: NodeJS.ProcessEnv,
): readonly [string, ...string[]] | undefined {
  if (platform === "darwin")
    return ["osascript", "-e", `display notification "${NOTICE_TEXT}" with title "${NOTICE_TITLE}"`];
  const hasDesktop = env["DISPLAY"] || env["WAYLAND_DISPLAY"];
  return hasDesktop ? ["notify-send", "--app-name", NOTICE_TITLE, NOTICE_TITLE, NOTICE_TEXT] : undefined;
}
