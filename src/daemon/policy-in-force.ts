/**
 * The policy that counts now. Files are looked at before a check (at most every 50 ms): changed ones are read and validated
 * whole, then take their place between two checks; a refused one changes nothing but is said, and is tried again. Without any
 * file the engine is opened when the first check comes, or shortly after the start: an agent need not wait for it.
 */
import { statSync } from "node:fs";
import { dirname } from "node:path";
import type { Engine } from "../decide/engine.ts";
import { NO_POLICY } from "../decide/no-policy.ts";
import type { OpenedEngine, OpenOptions } from "../engine/open-engine.ts";
import { findPolicyFiles, hasPolicyFiles, type Places, placesFor } from "../policy/find.ts";
import type { LoadInput } from "../policy/load-layer.ts";
import type { PolicyLayers } from "../policy/policy.ts";
import { trustRecordOf } from "../policy/trust.ts";
import { type OwnFolders, readOwn } from "./own-folders.ts";

export interface Policy {
  readonly layers: PolicyLayers;
  readonly warnings: readonly string[];
}

export interface PolicyInForce {
  /** The engine for the check that is about to be made. Rejects when there is none: then everything is denied. */
  current(): Promise<Engine>;
  readonly last: Policy;
  readonly places: Places;
  /** The files are looked at now, however short ago that was. What is wrong with them, if anything is. */
  lookAgain(): Promise<readonly string[]>;
  /** An engine with these rules added to the policy that counts now. Rejects when there is none. */
  trial(...args: Parameters<Open["withRules"]>): ReturnType<Open["withRules"]>;
  /** What the knowledge base tells of a program; nothing before the first check. */
  know(program: string): ReturnType<Open["know"]>;
  /** From now on only what lies in these folders is read. */
  keepTo(own: OwnFolders): void;
  /** For whoever writes policy files. Rejects when there is no policy. */
  loadInput(): Promise<LoadInput>;
}

export interface PolicyEvents {
  onReloaded(policy: Policy): void;
  onRefused(problems: readonly string[]): void;
}

export type StartedPolicy =
  | { readonly kind: "started"; readonly policy: PolicyInForce }
  | { readonly kind: "refused"; readonly problems: readonly string[] };

type Open = Extract<OpenedEngine, { kind: "open" }>;

const LOOK_AGAIN_MS = 50;
/** What was in the way may have passed (no descriptor was free): a stricter file must not wait for its next change. */
const TRY_AGAIN_MS = 1_000;

export async function startPolicy(options: OpenOptions, events: PolicyEvents): Promise<StartedPolicy> {
  const places = placesFor(options.cwd, options.env);
  const policy = new WatchedPolicy(options, places, events);
  if (hasPolicyFiles(findPolicyFiles(places)) || (options.profiles ?? []).length > 0) {
    const problems = await policy.openAtStart();
    if (problems.length > 0) return { kind: "refused", problems };
  }
  return { kind: "started", policy };
}

class WatchedPolicy implements PolicyInForce {
  readonly #options: OpenOptions;
  readonly places: Places;
  readonly #events: PolicyEvents;
  #seen: string;
  #lookedAtMs = 0;
  #tryAgainAtMs = 0;
  /** Why the files that are there now do not count. */
  #refusal: string | undefined;
  #own: OwnFolders | undefined;
  #open: Open | undefined;
  #opening: Promise<readonly string[]> | undefined;

  constructor(options: OpenOptions, places: Places, events: PolicyEvents) {
    this.#options = options;
    this.places = places;
    this.#events = events;
    this.#seen = fingerprint(places);
  }

  get last(): Policy {
    return this.#open ?? { layers: NO_POLICY, warnings: [] };
  }

  /** What is wrong, if anything is: then nothing may start. */
  openAtStart(): Promise<readonly string[]> {
    return this.#reopen();
  }

  async current(): Promise<Engine> {
    // Who waited beside us may have looked first, and be reading the files that we came for.
    while (this.#opening !== undefined) await this.#opening;
    if (this.#open === undefined) {
      const problems = await this.#reopen();
      if (this.#open === undefined) throw new Error(problems.join("; "));
    } else if (this.#shouldReopen()) this.#tell(await this.#reopen());
    return this.#requireOpen().engine;
  }

  async lookAgain(): Promise<readonly string[]> {
    this.#lookedAtMs = Number.NEGATIVE_INFINITY;
    await this.current();
    return this.#refusal === undefined ? [] : [this.#refusal];
  }

  async trial(...args: Parameters<Open["withRules"]>): ReturnType<Open["withRules"]> {
    await this.current();
    return this.#requireOpen().withRules(...args);
  }

  know(program: string): ReturnType<Open["know"]> {
    return this.#open?.know(program);
  }

  keepTo(own: OwnFolders): void {
    this.#own = own;
  }

  async loadInput(): Promise<LoadInput> {
    await this.current();
    return this.#requireOpen().loadInput();
  }

  #requireOpen(): Open {
    if (this.#open === undefined) throw new Error("the policy is not open");
    return this.#open;
  }

  #shouldReopen(): boolean {
    const nowMs = performance.now();
    if (nowMs - this.#lookedAtMs < LOOK_AGAIN_MS) return false;
    this.#lookedAtMs = nowMs;
    const now = fingerprint(this.places);
    if (now === this.#seen && (this.#refusal === undefined || nowMs < this.#tryAgainAtMs)) return false;
    if (now !== this.#seen) this.#refusal = undefined;
    this.#seen = now;
    this.#tryAgainAtMs = nowMs + TRY_AGAIN_MS;
    return true;
  }

  /** The same refusal of the same files is no news. */
  #tell(problems: readonly string[]): void {
    const refusal = problems.length > 0 ? problems.join("; ") : undefined;
    if (refusal === undefined) this.#events.onReloaded(this.last);
    else if (refusal !== this.#refusal) this.#events.onRefused(problems);
    this.#refusal = refusal;
  }

  /** One at a time; the old engine stays until the new one is whole. */
  #reopen(): Promise<readonly string[]> {
    this.#opening ??= this.#openNow().finally(() => {
      this.#opening = undefined;
    });
    return this.#opening;
  }

  async #openNow(): Promise<readonly string[]> {
    try {
      const { openEngine } = await import("../engine/open-engine.ts");
      const opened = await readOwn(() => openEngine(this.#options), this.#own);
      if (opened.kind === "not-ours") return [opened.problem];
      if (opened.kind === "refused") return opened.problems;
      // At the start a broken project file is left out, and said. Later that would take away the denies it had.
      if (this.#open && opened.layers.projectFile.kind === "broken") return opened.warnings;
      this.#open = opened;
      return [];
    } catch (error) {
      return [error instanceof Error ? error.message : String(error)];
    }
  }
}

function fingerprint(places: Places): string {
  const { org, user, project, problems } = findPolicyFiles(places);
  // The user's folder too: its rights decide whether the file counts.
  const folder = user && dirname(user);
  const files = [...org, user, folder, project, project && trustRecordOf(places.trustDir, project)];
  return [...files.map((file) => (file === undefined ? "-" : stampOf(file))), problems.length].join("|");
}

/** A file replaced by one of the same size within a clock tick still has another inode or change time. */
function stampOf(path: string): string {
  try {
    const stats = statSync(path, { bigint: true });
    return `${path} ${stats.ino} ${stats.size} ${stats.mtimeNs} ${stats.ctimeNs}`;
  } catch (error) {
    return `${path} ${(error as NodeJS.ErrnoException).code}`;
  }
}
