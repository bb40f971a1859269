/**
 * The keys of a repository's config whose value git may run while it only looks. A value is harmless only when it is
 * exactly one of those named here: a tail could hold anything, because a shell reads it.
 */
import type { ConfigEntry } from "./git-config.ts";

interface RunningKey {
  readonly key: RegExp;
  readonly harmless?: RegExp;
}

const YES_OR_NO = "true|false|yes|no|on|off|0|1|";
const PAGER = "cat|less(?: -[FRSXKMN]+)?";

const RUNNING: readonly RunningKey[] = [
  { key: /^core\.fsmonitor$/, harmless: exactly(YES_OR_NO) },
  { key: /^core\.pager$/, harmless: exactly(`${PAGER}|`) },
  { key: /^pager\./, harmless: exactly(`${YES_OR_NO}|${PAGER}`) },
  { key: /^core\.(?:sshcommand|gitproxy|askpass|alternaterefscommand)$/ },
  { key: /^diff\.external$/, harmless: exactly("") },
  { key: /^diff\..*\.command$/s },
  { key: /^diff\..*\.textconv$/s, harmless: exactly("cat|") },
  { key: /^filter\..*\.clean$/s, harmless: exactly("git-lfs clean -- %f|cat|") },
  { key: /^filter\..*\.smudge$/s, harmless: exactly("git-lfs smudge (?:--skip )?-- %f|cat|") },
  { key: /^filter\..*\.process$/s, harmless: exactly("git-lfs filter-process(?: --skip)?|") },
  // git-lfs, which the filters start, runs these.
  { key: /^lfs\.(?:extension|customtransfer|.*\.customtransfer)\./s },
  { key: /^merge\..*\.driver$/s, harmless: exactly("true|false|") },
  { key: /^(?:include|includeif\..*)\.path$/s },
  { key: /^gpg\.(?:.*\.)?(?:program|defaultkeycommand)$/s },
  { key: /^interactive\.difffilter$/ },
  { key: /^tar\..*\.(?:command|remote)$/s },
  { key: /^trailer\..*\.(?:cmd|command)$/s },
  { key: /^(?:man|browser)\..*\.(?:cmd|path)$/s },
  { key: /^remote\..*\.(?:uploadpack|receivepack|vcs)$/s },
  // HELPER::ADDRESS starts git-remote-HELPER.
  { key: /^remote\..*\.(?:push)?url$/s, harmless: /^(?![\w.+-]*::)/ },
  { key: /^url\..*::.*\.(?:push)?insteadof$/s },
  { key: /^protocol\.(?:.*\.)?allow$/s, harmless: exactly("never") },
  { key: /^uploadpack\.packobjectshook$/ },
  // No sub-command of git itself: without git-lfs on the machine the alias runs.
  { key: /^alias\.lfs(?:\.|$)/ },
];

/** In a partial clone a look at a missing object fetches it, and so uses these. */
const FETCHING: readonly RunningKey[] = [
  { key: /^credential\.(?:.*\.)?helper$/s },
  { key: /^url\..*\.insteadof$/s },
  { key: /^remote\..*\.url$/s, harmless: /^(?:https?:\/\/|ssh:\/\/|git:\/\/|[\w.-]+@[\w.-]+:)/ },
];
const PARTIAL_CLONE = /^(?:extensions\.partialclone|remote\..*\.(?:promisor|partialclonefilter))$/s;

function exactly(values: string): RegExp {
  return new RegExp(`^(?:${values})$`);
}

/** The key that makes git run something. */
export function findRunningKey(entries: readonly ConfigEntry[]): string | undefined {
  const partial = entries.some(({ key }) => PARTIAL_CLONE.test(key));
  const keys = partial ? [...RUNNING, ...FETCHING] : RUNNING;
  return entries.find((entry) => keys.some((running) => runs(entry, running)))?.key;
}

function runs({ key, value }: ConfigEntry, running: RunningKey): boolean {
  return running.key.test(key) && running.harmless?.test(value) !== true;
}
