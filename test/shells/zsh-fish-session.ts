/** A home, a work folder and the variables of a session for zsh and fish, around the stub that answers. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { type Asked, type AskStub, isInstalled, startAskStub, whyNoClient } from "./ask-stub.ts";

export type Variables = Readonly<Record<string, string>>;

export interface HookedSession {
  readonly stub: AskStub;
  readonly home: string;
  readonly work: string;
  readonly hooked: Variables;
  readonly plain: Variables;
  /** Forgets what was asked; new folders, with these files below the home. */
  place(files: Readonly<Record<string, string>>): void;
  stop(): Promise<void>;
}

/** What the stub wrote down, without the notes. */
export interface Check {
  readonly kind: string;
  readonly line: string;
  readonly prelude: string;
  readonly incomplete: boolean;
  readonly interactive: boolean;
  readonly args: readonly string[];
}

export function isMissing(...programs: readonly string[]): boolean {
  const absent = programs.filter((program) => !isInstalled(program));
  const why = absent.length > 0 ? `${absent.join(", ")} not installed` : whyNoClient();
  if (why !== undefined) process.stdout.write(`skipped: tests of a shell hook: ${why}\n`);
  return why !== undefined;
}

export async function startHookedSession(): Promise<HookedSession> {
  const stub = await startAskStub();
  const root = mkdtempSync(join(tmpdir(), "guard-zf-"));
  const [home, work] = [join(root, "home"), join(root, "work")];
  const plain = { PATH: "/usr/local/bin:/usr/bin:/bin", HOME: home, TERM: "xterm", LANG: "C.UTF-8" };
  const place = (files: Readonly<Record<string, string>>): void => {
    stub.forget();
    for (const folder of [home, work]) {
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
      mkdirSync(folder);
    }
    for (const [name, text] of Object.entries(files)) {
      mkdirSync(dirname(join(home, name)), { recursive: true });
      writeFileSync(join(home, name), text);
    }
  };
  place({});
  return {
    stub,
    home,
    work,
    plain,
    hooked: {
      ...plain,
      ZDOTDIR: join(stub.agentFolder, "hook.zsh"),
      XDG_DATA_DIRS: `${join(stub.agentFolder, "fish")}:/usr/local/share:/usr/share`,
    },
    place,
    stop: async () => {
      await stub.stop();
      rmSync(root, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

export function checks({ asked }: AskStub): Check[] {
  return asked.filter((fields) => one(fields, "op") === "check").map(readCheck);
}

/** `start`, `prompt`, `check line` …, in the order of asking. */
export function kinds({ asked }: AskStub): string[] {
  return asked.map((fields) => `${one(fields, "op")} ${one(fields, "kind")}`.trim());
}

function readCheck(fields: Asked): Check {
  return {
    kind: one(fields, "kind"),
    line: one(fields, "line"),
    prelude: one(fields, "prelude"),
    incomplete: one(fields, "incomplete") === "yes",
    interactive: one(fields, "interactive") === "yes",
    args: fields.get("arg") ?? [],
  };
}

function one(fields: Asked, key: string): string {
  return fields.get(key)?.[0] ?? "";
}
