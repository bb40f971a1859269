/** Whose home folders a list of paths is about. */
import { readdirSync } from "node:fs";
import { userInfo } from "node:os";
import { join } from "node:path";

export interface Homes {
  /** HOME may be anything; the account's own folder is where the secrets are. */
  readonly own: readonly string[];
  /** Root can open everybody's. */
  readonly all: readonly string[];
  readonly user: string;
}

export function findHomes({ home, uid }: { readonly home: string; readonly uid: number }): Homes {
  const account = accountOf(uid);
  const own = [...new Set([home, account.home])];
  const all = uid === 0 ? [...new Set([...own, "/root", ...foldersIn("/home")])] : own;
  return { own, all, user: account.name };
}

/** None where it cannot be listed. */
export function foldersIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder).map((name) => join(folder, name));
  } catch {
    return [];
  }
}

function accountOf(uid: number): { readonly home: string; readonly name: string } {
  try {
    const { homedir, username } = userInfo();
    return { home: homedir, name: username };
  } catch {
    return { home: "/", name: String(uid) };
  }
}
