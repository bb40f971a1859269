/** guard's own folders, held from a session's very start, and confirmed by the other sessions of the user. */
import { readlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import { type BeyondNode, loadBeyondNode } from "../ipc/beyond-node.ts";
import type { Places } from "../policy/find.ts";
import type { StartMessage } from "../protocol/launcher-messages.ts";
import { askOtherSessions, startVouching, VOUCHING_PREFIX, type Vouching } from "./other-sessions.ts";
import { inWords, keepOwnFolders, type OwnFolders } from "./own-folders.ts";
import type { SessionState } from "./session-state.ts";

export interface HeldFolders {
  /** Where the agent is confined: elsewhere it may change them all the same. */
  readonly own: OwnFolders | undefined;
  /** In words, why what was read until now may not be guard's own. From then on this session vouches, if its agent could move them. */
  confirm(): Promise<readonly string[]>;
  readonly endVouching: () => void;
}

/** Throws where they cannot be held. */
export function holdOwnFolders({ session, confined, sandboxes }: StartMessage, places: Places): HeldFolders {
  const beyond = findBeyondNode(installationOf(places), confined);
  if (beyond === undefined) return { own: undefined, confirm: async () => [], endVouching: () => undefined };
  const { userFile, trustDir, orgDir } = places;
  const paths = [dirname(userFile), dirname(trustDir), orgDir, installationOf(places)];
  const own = keepOwnFolders(paths, beyond);
  const vouching: Vouching = {
    ...{ session, own, beyond },
    user: process.getuid?.() ?? 0,
    view: readlinkSync("/proc/self/ns/mnt"),
    prefix: VOUCHING_PREFIX,
  };
  let end: () => void = () => undefined;
  return {
    own: confined === "on" ? own : undefined,
    async confirm() {
      const problems = await askOtherSessions(vouching);
      const moved = own.findMoved();
      // Other agents can move nothing.
      if (confined === "on" && sandboxes === "allowed") end = await startVouching(vouching);
      if (confined === "off") own.forget();
      return moved === undefined ? problems : [...problems, `${inWords(moved)} while this session started`];
    },
    endVouching: () => end(),
  };
}

/** Whoever moves it gets another one to write to. */
export function holdProject({ project, policy }: SessionState): OwnFolders {
  return keepOwnFolders([project], loadBeyondNode(installationOf(policy.places)));
}

/** Without a compiler it is not there, and nothing is confined on this machine. */
function findBeyondNode(installation: string, confined: "on" | "off"): BeyondNode | undefined {
  try {
    return loadBeyondNode(installation);
  } catch (error) {
    if (confined === "on") throw error;
    return undefined;
  }
}

function installationOf({ profilesDir }: Places): string {
  return join(profilesDir, "../..");
}
