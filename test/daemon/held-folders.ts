/** A home folder with guard's two folders, and the module that is built into dist/native. */
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { keepOwnFolders, type OwnFolders } from "../../src/daemon/own-folders.ts";
import { type BeyondNode, loadBeyondNode } from "../../src/ipc/beyond-node.ts";

const ROOT = join(import.meta.dirname, "../..");

export const beyond: BeyondNode | undefined = load();

function load(): BeyondNode | undefined {
  try {
    return loadBeyondNode(ROOT);
  } catch (error) {
    process.stderr.write(`guard's own folders: skipped: ${error instanceof Error ? error.message : error}\n`);
    return undefined;
  }
}

export class Home {
  readonly home = mkdtempSync(join(tmpdir(), "guard-own-"));
  readonly policy = join(this.home, ".config/guard");
  readonly state = join(this.home, ".local/state/guard");

  constructor() {
    for (const folder of [this.policy, this.state]) mkdirSync(folder, { recursive: true });
  }

  keep(...more: readonly string[]): OwnFolders {
    if (beyond === undefined) throw new Error("beyond-node.node is not built");
    return keepOwnFolders([this.policy, this.state, ...more], beyond);
  }

  dispose(): void {
    // What a row has closed, its owner could not remove.
    for (const name of readdirSync(this.home)) chmodSync(join(this.home, name), 0o700);
    rmSync(this.home, { recursive: true, force: true });
  }
}
