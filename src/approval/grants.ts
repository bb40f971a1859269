/** What a person said for longer than once, in this session: exact keys, each with its end. An allow never answers a deny. */

export interface Grant {
  /** The check that was answered. */
  readonly id: string;
  readonly key: string;
  readonly line: string;
  readonly cwd: string;
  readonly says: "allow" | "deny";
  /** `confirm`: it was confirmed, so it answers a confirm as well. A deny answers both. */
  readonly answers: "ask" | "confirm";
  readonly grantedAtMs: number;
  readonly ends: "with the session" | { readonly atMs: number };
  readonly reason?: string;
}

export interface Grants {
  readonly add: (grant: Grant) => void;
  /** A deny counts before any allow. */
  readonly find: (key: string, ruling: "ask" | "confirm") => Grant | undefined;
  /** Those that still hold, oldest first. */
  readonly list: () => Grant[];
  readonly revoke: (id: string) => Grant | undefined;
  readonly clear: () => void;
}

/** One key may have a grant for each ruling that it met. */
export function createGrants(nowMs: () => number): Grants {
  const byKey = new Map<string, Grant[]>();

  function dropEnded(): void {
    for (const [key, grants] of byKey) {
      const left = grants.filter((grant) => !hasEnded(grant, nowMs()));
      if (left.length === 0) byKey.delete(key);
      else byKey.set(key, left);
    }
  }

  return {
    add(grant) {
      dropEnded();
      byKey.set(grant.key, [...(byKey.get(grant.key) ?? []), grant]);
    },
    find(key, ruling) {
      const held = byKey.get(key)?.filter((grant) => !hasEnded(grant, nowMs())) ?? [];
      return (
        held.find(({ says }) => says === "deny") ??
        held.find(({ answers }) => ruling === "ask" || answers === "confirm")
      );
    },
    list() {
      dropEnded();
      return [...byKey.values()].flat().toSorted((a, b) => a.grantedAtMs - b.grantedAtMs);
    },
    revoke(id) {
      for (const [key, grants] of byKey) {
        const revoked = grants.find((grant) => grant.id === id && !hasEnded(grant, nowMs()));
        if (revoked === undefined) continue;
        const left = grants.filter((grant) => grant !== revoked);
        if (left.length === 0) byKey.delete(key);
        else byKey.set(key, left);
        return revoked;
      }
      return undefined;
    },
    clear: () => byKey.clear(),
  };
}

function hasEnded({ ends }: Grant, nowMs: number): boolean {
  return ends !== "with the session" && ends.atMs <= nowMs;
}
