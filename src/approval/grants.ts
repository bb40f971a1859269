/** What a person allowed for longer than once, in this session: exact keys, each with its end. Never answers a deny. */

export interface Grant {
  /** The check that was answered. */
  readonly id: string;
  readonly key: string;
  readonly line: string;
  readonly cwd: string;
  /** `confirm`: it was confirmed, so it answers a confirm as well. */
  readonly answers: "ask" | "confirm";
  readonly grantedAtMs: number;
  readonly ends: "with the session" | { readonly atMs: number };
  readonly reason?: string;
}

export interface Grants {
  readonly add: (grant: Grant) => void;
  readonly find: (key: string, ruling: "ask" | "confirm") => Grant | undefined;
  /** Those that still hold, oldest first. */
  readonly list: () => Grant[];
  readonly revoke: (id: string) => "revoked" | "not-found";
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
    find: (key, ruling) =>
      byKey
        .get(key)
        ?.find((grant) => !hasEnded(grant, nowMs()) && (ruling === "ask" || grant.answers === "confirm")),
    list() {
      dropEnded();
      return [...byKey.values()].flat().toSorted((a, b) => a.grantedAtMs - b.grantedAtMs);
    },
    revoke(id) {
      for (const [key, grants] of byKey) {
        const left = grants.filter((grant) => grant.id !== id);
        if (left.length === grants.length) continue;
        if (left.length === 0) byKey.delete(key);
        else byKey.set(key, left);
        return "revoked";
      }
      return "not-found";
    },
    clear: () => byKey.clear(),
  };
}

function hasEnded({ ends }: Grant, nowMs: number): boolean {
  return ends !== "with the session" && ends.atMs <= nowMs;
}
