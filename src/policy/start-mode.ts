/** The mode that a session starts in: a person's own files choose, a project may make it stricter or wish for a looser one. */
import type { Mode } from "../core/ruling.ts";
import { type Cap, capMode, describeCap, isLooser, usableWishes } from "./cap-mode.ts";
import type { ModeWish, PolicyLayer, StartMode } from "./policy.ts";

export interface FileMode {
  readonly layer: PolicyLayer;
  readonly file: string;
  readonly mode: Mode | undefined;
}

export interface Started {
  readonly start: StartMode;
  readonly warnings: readonly string[];
}

const FROM: Readonly<Record<PolicyLayer, string>> = {
  org: "the organisation's file",
  user: "your own file",
  project: "the project's file",
};

/** `asked`: wishes of profiles that are switched on. */
export function startMode(files: readonly FileMode[], asked: readonly ModeWish[], cap: Cap): Started {
  let mode: Mode = "default";
  let from: StartMode["from"] = "default";
  const wishes: ModeWish[] = [];
  for (const one of files) {
    if (one.mode === undefined) continue;
    const free = from === "default" && one.layer !== "project";
    if (free || isLooser(mode, one.mode)) {
      mode = one.mode;
      from = one.layer;
    } else wishes.push({ mode: one.mode, from: FROM[one.layer] });
  }
  const capped = capMode(mode, cap.maxMode);
  const usable = usableWishes([...wishes, ...asked], capped, cap);
  if (capped === mode) return { start: { mode, from, wishes: usable.wishes }, warnings: usable.warnings };
  // Nobody wrote guard's own default: nothing of theirs is lowered.
  const said = files.find((one) => one.layer === from && one.mode === mode);
  const lowered = said ? [`${said.file}: mode ${mode} is lowered to ${capped}: ${describeCap(cap)}`] : [];
  return {
    start: { mode: capped, from: cap.maxModeFrom ?? from, wishes: usable.wishes },
    warnings: [...lowered, ...usable.warnings],
  };
}
