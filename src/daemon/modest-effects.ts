/**
 * What start-up files may do without a question. Not all that they read can be known (`for f in ~/.{exports,extra}`), and an
 * agent may have written one of them: so they may read, and write where tools keep what is their own, and no more.
 */
import type { Effect } from "../core/effect.ts";
import type { CheckResult } from "../decide/result.ts";

export function isModest(
  { commands, doubts }: CheckResult,
  home: string,
  startUpFiles: readonly string[],
): boolean {
  const isFine = ({ kind, target }: Effect, program: string | undefined): boolean => {
    switch (kind) {
      case "read":
      case "list":
      case "search":
      case "execute":
        return true;
      case "write":
        // `pyenv rehash` writes below its own folder, and does not say so.
        if (target === undefined) return MANAGER.test(program ?? "");
        return (
          target.kind === "path" && isToolsPlace(target.path, home) && !startUpFiles.includes(target.path)
        );
      case "delete":
      case "network":
      case "privilege":
      case "tamper":
        return false;
    }
  };
  return (
    doubts.length === 0 &&
    commands.every(({ effects, program }) => effects.every((effect) => isFine(effect, program)))
  );
}

const MANAGER = /^(?:py|rb|nod|go|j|pl|php)env$|^(?:asdf|mise|rtx)$/;

/** Hidden folders of the user's, but for those with keys and with what starts by itself. */
function isToolsPlace(path: string, home: string): boolean {
  if (/^(?:\/tmp|\/run\/user\/\d+)\/[^/]+$|^\/dev\/null$/.test(path)) return true;
  if (!path.startsWith(`${home}/.`)) return false;
  return !/^\.(?:ssh|gnupg|config\/(?:autostart|systemd|git)|git.*|npmrc|netrc)(?:\/|$)/.test(
    path.slice(home.length + 1),
  );
}
