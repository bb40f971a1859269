/** Who runs guard: root, and somebody who is not. */
import { execFileSync, spawnSync } from "node:child_process";
import { chownSync } from "node:fs";

export type User = "root" | "plain user";

const NOBODY = 65_534;
const ownNumber = process.getuid?.() ?? 0;

export const numberOf = (user: User): number =>
  ownNumber === 0 && user === "plain user" ? NOBODY : ownNumber;

/** For spawn. */
export function asUser(user: User): { readonly uid?: number; readonly gid?: number } {
  const uid = numberOf(user);
  return uid === ownNumber ? {} : { uid, gid: uid };
}

export const giveAlone = (user: User, file: string): void => chownSync(file, numberOf(user), numberOf(user));

/** Everything in it is that user's own. */
export function giveTo(user: User, folder: string): void {
  const uid = numberOf(user);
  if (uid !== ownNumber) execFileSync("chown", ["-RPh", `${uid}:${uid}`, folder]);
}

/** As root both can be tried, where nobody else is kept from node. */
export const USERS: readonly User[] = ownNumber === 0 ? ["root", ...plainUserWithNode()] : ["plain user"];

function plainUserWithNode(): readonly User[] {
  const { status } = spawnSync(process.execPath, ["-e", "0"], { cwd: "/", ...asUser("plain user") });
  if (status === 0) return ["plain user"];
  process.stderr.write(`evasion: as plain user is skipped: nobody cannot run ${process.execPath}\n`);
  return [];
}
