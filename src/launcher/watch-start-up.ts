/** What the person hears at the end: which start-up files and programs of PATH are not as they were before the agent ran, in every tier. */
import { statSync } from "node:fs";
import { isIdle, namesBefore } from "../confine/command-names.ts";
import { madeFiles } from "../confine/made-places.ts";
import { findOwnCommand } from "../confine/own-command.ts";
import { findShadowing, listOwnPrograms } from "../confine/shadowing-programs.ts";
import { type Change, findChanges } from "../confine/start-up-changes.ts";
import { type Contents, readContents } from "../confine/start-up-contents.ts";
import { absentPaths, isThere, startUpPaths } from "../confine/start-up-paths.ts";
import { takePicture } from "../confine/start-up-picture.ts";
import { placesFor } from "../policy/find.ts";
import type { ToDaemon } from "../protocol/launcher-messages.ts";
import type { InstalledParts } from "./installed-parts.ts";
import type { RunOptions } from "./run-options.ts";

export interface StartUpWatch {
  /** When there is time for it; what changed before is told by its times alone. */
  readContents(): void;
  /** PLAN's project: nothing may take its place. */
  holdFolder(path: string): void;
  /** Looks when it is first asked: when nothing of the agent's tree is left. Who asks again hears the same. */
  changes(): readonly Change[];
}

/** Now, before there is an agent. */
export function watchStartUp(
  { env, cwd }: Pick<RunOptions, "env" | "cwd">,
  { root }: Pick<InstalledParts, "root">,
): StartUpWatch {
  const { home, projectRoot } = placesFor(cwd, env);
  const user = { home, uid: process.getuid?.() ?? -1, env, project: projectRoot };
  const names = namesBefore(findOwnCommand({ path: env["PATH"], program: root }), user);
  const paths = startUpPaths(user);
  const picture = takePicture(paths);
  const absent = absentPaths(user);
  const programs = listOwnPrograms(env["PATH"]);
  let contents: Contents = new Map();
  const held = new Map<string, string>();
  let found: readonly Change[] | undefined;
  const made = () =>
    new Map([...madeFiles(user), ...names.filter(isIdle).map((name) => [name, ""] as const)]);
  const look = () => {
    const now = takePicture(paths);
    return { picture: now, contents: readContents(now) };
  };
  return {
    readContents() {
      contents = readContents(picture);
    },
    holdFolder: (path) => void held.set(path, identityOf(path)),
    changes() {
      found ??= withoutRepeats([
        ...findReplaced(held),
        ...findChanges({ picture, contents }, look(), made()),
        ...absent.filter(isThere).map((path) => ({ path, how: "new" as const })),
        ...findShadowing(programs, env["PATH"]),
      ]);
      return found;
    },
  };
}

/** A new guard on PATH stands before another one too. */
function withoutRepeats(changes: readonly Change[]): readonly Change[] {
  return changes.filter(({ path }, at) => changes.findIndex((one) => one.path === path) === at);
}

function findReplaced(held: ReadonlyMap<string, string>): readonly Change[] {
  return [...held]
    .filter(([path, identity]) => identityOf(path) !== identity)
    .map(([path]) => ({ path, how: "something else in its place" as const }));
}

function identityOf(path: string): string {
  try {
    const { dev, ino } = statSync(path, { bigint: true });
    return `${dev} ${ino}`;
  } catch {
    return "closed, or not there";
  }
}

const MOST_RECORDED = 100;

/** For the record. */
export function changedMessage(changes: readonly Change[]): Extract<ToDaemon, { op: "changed" }> {
  const files = changes.slice(0, MOST_RECORDED).map(({ path, how }) => `${path} (${how})`);
  return { op: "changed", files, count: changes.length };
}

const MOST_SAID = 10;

/** Somebody else may have changed them meanwhile: nobody is accused. A line each, so that no name passes for two. */
export function changedLines(
  changes: readonly Change[],
  { env, cwd }: Pick<RunOptions, "env" | "cwd">,
): readonly string[] {
  if (changes.length === 0) return [];
  const { home } = placesFor(cwd, env);
  const short = (path: string) => (path.startsWith(`${home}/`) ? `~${path.slice(home.length)}` : path);
  const more = changes.length - MOST_SAID;
  return [
    ...changes
      .slice(0, MOST_SAID)
      .map(({ path, how }) => `changed while the agent ran: ${short(path)} (${how})`),
    ...(more > 0 ? [`and ${more} more, in the audit file`] : []),
    "these run outside of guard at your next login, shell or guard run; look at them first",
  ];
}
