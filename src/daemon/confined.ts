/** From when the agent's confinement is planned: what must stay where it is, and what happens when it does not. */
import type { Connection } from "../ipc/listen.ts";
import type { ToDaemon } from "../protocol/launcher-messages.ts";
import { holdProject } from "./hold-own-folders.ts";
import { noteNewSecret, noteReplaced } from "./keeper.ts";
import { keepSecrets } from "./kept-secrets.ts";
import { inWords } from "./own-folders.ts";
import { lose, type Running } from "./running.ts";
import type { SessionState } from "./session-state.ts";
import { watchNewSecrets } from "./watch-new-secrets.ts";
import { watchSecrets } from "./watch-secrets.ts";

/** The agent runs from here on. guard's own folders are held since the start. */
export function noteConfined(
  { project, hidden, readOnly, kept, absent }: Extract<ToDaemon, { op: "confined" }>,
  running: Running,
  launcher: Connection,
): void {
  const { state } = running;
  state.projectMount = project;
  state.readOnly = readOnly;
  state.kept = kept;
  state.secrets = keepSecrets(hidden.filter((path) => state.ownFolders?.identities[path] === undefined));
  // Where there is a keeper it has seen to it, and tells.
  watchSecrets(state.secrets, (path) => {
    if (!state.hasKeeper) noteReplaced(path, state, launcher);
  });
  watchNewSecrets(absent, (path) => noteNewSecret(path, state, launcher));
  if (project === "read-only") state.heldProject = holdProject(state);
  // Others can move nothing: the looks of each second will do.
  if (state.sandboxes === "allowed") watchForMoves(running, launcher);
}

function watchForMoves(running: Running, launcher: Connection): void {
  const { state } = running;
  for (const held of [state.ownFolders, state.heldProject])
    held?.onMove((moved) => lose(running, launcher, findMoved(state) ?? inWords(moved)));
}

/** In words: what was moved that must not be. */
export function findMoved({ ownFolders, heldProject }: SessionState): string | undefined {
  const own = ownFolders?.findMoved();
  if (own !== undefined) return `${inWords(own)}, and it is guard's own`;
  const project = heldProject?.findMoved();
  return project && `${inWords(project)}, and PLAN keeps the project as it is`;
}
