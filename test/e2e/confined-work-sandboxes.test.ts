/** Sandboxes of agents and browsers inside of guard's: their probes find what they look for, and what cannot be had says so in plain words. */
import { describeJobs, type Job } from "./confined-jobs.ts";
import type { Person, Who } from "./confined-person.ts";

const hasBwrap = {
  needs: "bwrap --dev-bind / / --unshare-user true",
  lacks: "bwrap that may make namespaces",
};
const hasUnshare = { needs: "unshare -Ur true", lacks: "user namespaces" };
const CHROMIUM = "$(command -v chromium || command -v chromium-browser || command -v google-chrome)";
const PAGE =
  "--headless --disable-gpu --user-data-dir={here}/profile --dump-dom 'data:text/html,<p>painted</p>'";
const hasChromium = {
  needs: `test -n "${CHROMIUM}"`,
  lacks: "a chromium",
  prints: /<p>painted<\/p>/,
};

/** Only where the person allows it, and never root (docs/THREAT-MODEL.md). */
const withNamespaces: Readonly<Record<string, Job>> = {
  "bwrap with user and pid namespaces": {
    ...hasBwrap,
    line: "bwrap --dev-bind / / --unshare-user --unshare-pid --proc /proc sh -c 'echo $$; id -u'",
    prints: /^[12]\n\d+\n$/,
  },
  "bwrap as codex uses it: read-only but for the project, with a /dev and a /proc of its own": {
    ...hasBwrap,
    line: "bwrap --new-session --die-with-parent --ro-bind / / --dev /dev --bind {here} {here} --unshare-user --unshare-pid --unshare-net --proc /proc -- /bin/bash -c 'echo made > {here}/made; : > {home}/x || echo read-only'",
    prints: "read-only",
    after: "cat {here}/made; ls {home}/x 2> /dev/null || true",
    leaves: "made",
  },
  "bwrap as kilo probes it, one in another": {
    ...hasBwrap,
    line: "bwrap --unshare-user --unshare-pid --ro-bind / / --proc /proc --dev /dev -- bwrap --version",
    prints: /^bubblewrap /,
  },
  "bwrap in bwrap": {
    ...hasBwrap,
    line: "bwrap --dev-bind / / --unshare-user bwrap --dev-bind / / --unshare-user --unshare-pid --proc /proc echo deep",
    prints: "deep",
  },
  "user, mount, pid and network namespaces by unshare": {
    ...hasUnshare,
    line: "unshare -Urmpn --fork --mount-proc sh -c 'echo $$'",
    prints: "1",
  },
  "bwrap as codex probes it": {
    ...hasBwrap,
    line: "bwrap --unshare-user --unshare-net --ro-bind / / /bin/true",
  },
  "bwrap with the /proc that is there": {
    ...hasBwrap,
    line: "bwrap --new-session --die-with-parent --ro-bind / / --dev /dev --bind {here} {here} --unshare-user --unshare-pid --unshare-net -- /bin/bash -c 'echo made > {here}/made; cat {here}/made'",
    prints: "made",
  },
  "what guard hides stays hidden in a sandbox of the agent's own": {
    ...hasBwrap,
    line: 'bwrap --dev-bind / / --unshare-user --unshare-pid python3 -c \'print(open("{home}/.n" + "etrc").read())\'',
    prints: /reveal/,
  },
};

/** Without mounts of their own. */
const withUsersOnly: Readonly<Record<string, Job>> = {
  "a user namespace by unshare": { ...hasUnshare, line: "unshare -Ur id -u", prints: "0" },
  "user, pid and network namespaces by unshare": {
    ...hasUnshare,
    line: "unshare -Upn --fork sh -c 'echo $$'",
    prints: "1",
  },
  "chromium with its own sandbox": {
    ...hasChromium,
    line: `${CHROMIUM} ${PAGE}`,
  },
};

const refusedMounts: Readonly<Record<string, Job>> = {
  "bwrap tells that there are no mount namespaces": {
    ...hasBwrap,
    line: "bwrap --dev-bind / / --unshare-user touch {here}/made 2>&1",
    status: 1,
    prints: /^bwrap: .*(?:Operation not permitted|No permissions)/,
    after: "ls {here}",
    leaves: "",
  },
  "unshare tells so": {
    ...hasUnshare,
    line: "unshare -Urm true 2>&1",
    status: 1,
    prints: "unshare: unshare failed: Operation not permitted",
  },
};

const everywhere: Readonly<Record<string, Job>> = {
  "chromium without it": { ...hasChromium, line: `${CHROMIUM} --no-sandbox ${PAGE}` },
  "systemd-detect-virt tells what it tells outside": {
    needs: "command -v systemd-detect-virt",
    line: "systemd-detect-virt > inside; true",
    after: "systemd-detect-virt | cmp - {here}/inside && echo same",
    leaves: "same",
  },
};

/** What cannot be had is refused in words, at once, and nothing runs without its sandbox. */
const refused: Readonly<Record<string, Job>> = {
  "bwrap tells root that there are no namespaces": {
    ...hasBwrap,
    line: "bwrap --dev-bind / / --unshare-user --unshare-pid --proc /proc touch {here}/made 2>&1",
    status: 1,
    prints: /^bwrap: No permissions to create new namespace/,
    after: "ls {here}",
    leaves: "",
  },
  "unshare tells root so": {
    ...hasUnshare,
    line: "unshare -Ur true 2>&1",
    status: 1,
    prints: "unshare: unshare failed: Operation not permitted",
  },
};

const only = (who: Who, jobs: Readonly<Record<string, Job>>) =>
  Object.fromEntries(Object.entries(jobs).map(([name, job]) => [name, { ...job, who }]));

const prepare = (person: Person) => void person.write(".netrc", "machine example.org password sesame\n");

describeJobs(
  "sandboxes",
  {
    ...everywhere,
    ...only("a plain user", { ...withUsersOnly, ...refusedMounts }),
    ...only("root", refused),
  },
  { prepare },
);

describeJobs("sandboxes that were allowed", only("a plain user", { ...withUsersOnly, ...withNamespaces }), {
  prepare,
  start: () => ({ options: ["--sandboxes", "allow"] }),
});
