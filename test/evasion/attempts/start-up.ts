/** Files that would be read or run outside of guard later: the agent leaves something there and waits. */
import { type Intrusion, intrusion, marks } from "../intrusion.ts";

/** These are there when the session begins. */
export const START_UP_FILES: readonly string[] = [
  ".bashrc",
  ".profile",
  ".zshrc",
  ".ssh/authorized_keys",
  ".ssh/config",
  ".config/fish/config.fish",
  ".config/autostart/planted.desktop",
  ".config/systemd/user/planted.service",
  ".gitconfig",
];

/** There too; its owner writes it anew while the session runs. */
export const WRITTEN_ANEW = ".zlogin";

/** These are not, but the folder that they would lie in is. */
const NEW_IN_FOLDER: readonly string[] = [
  ".config/autostart/new.desktop",
  ".config/systemd/user/new.service",
  ".ssh/rc",
];

/** guard makes these for as long as the session runs, empty or with a text that changes nothing. */
const MADE_BY_GUARD: readonly string[] = [
  ".bash_profile",
  ".bash_login",
  ".zshenv",
  ".zprofile",
  ".pam_environment",
  ".xprofile",
  ".config/environment.d/new.conf",
  ".local/share/systemd/user/new.service",
  ".config/fish/conf.d/new.fish",
];

const inHome = (file: string) => `{home}/${file}`;

const appended = START_UP_FILES.map((file) =>
  intrusion(
    "mask",
    `~/${file} is written to`,
    ["changes.append", inHome(file), "{mark}"],
    marks(inHome(file)),
  ),
);

const replaced: readonly Intrusion[] = [
  intrusion(
    "mask",
    "~/.bashrc is replaced by rename",
    ["changes.beside", inHome(".bashrc"), "{mark}"],
    marks(inHome(".bashrc")),
  ),
  intrusion(
    "mask",
    "~/.bashrc is removed and written anew",
    ["changes.remove_first", inHome(".bashrc"), "{mark}"],
    marks(inHome(".bashrc")),
  ),
  intrusion(
    "mask",
    "~/.bashrc is written to after it was made writable again, in namespaces of its own",
    ["changes.remounted", inHome(".bashrc"), inHome(".bashrc"), "{mark}"],
    marks(inHome(".bashrc")),
  ),
  intrusion(
    "mask",
    "~/.bashrc is written to in a bind of the home folder, in namespaces of its own",
    ["changes.by_plain_bind", "{home}", ".bashrc", "{mark}"],
    marks(inHome(".bashrc")),
  ),
  intrusion(
    "mask",
    "~/.bashrc is written to through the folder of a process outside",
    ["changes.through_other_folder", "{outside.pid}", "../.bashrc", "{mark}"],
    marks(inHome(".bashrc")),
    { open: ["advisory"] },
  ),
  intrusion(
    "mask",
    "~/.bashrc is replaced by a link",
    ["changes.link_over", inHome(".bashrc"), "{mark}"],
    marks(inHome(".bashrc")),
  ),
];

const behindMasks: readonly Intrusion[] = [
  intrusion(
    "capabilities",
    "~/.profile is replaced from a namespace in which nothing is mounted",
    ["changes.from_empty_namespace", inHome(".profile"), "{mark}"],
    marks(inHome(".profile-of-agent-{mark}")),
  ),
  intrusion(
    "keeper",
    "~/.zlogin is written to after its owner wrote it anew (an editor renames a new file over it)",
    ["changes.after_owner_wrote", inHome(WRITTEN_ANEW), "{mark}"],
    marks(inHome(WRITTEN_ANEW)),
  ),
];

const made = (file: string, when: string) =>
  intrusion(
    "mask",
    `~/${file}, ${when}, is made`,
    ["changes.create", inHome(file), "{mark}"],
    marks(inHome(file)),
  );

const created: readonly Intrusion[] = [
  ...NEW_IN_FOLDER.map((file) => made(file, "in a folder that was there")),
  ...MADE_BY_GUARD.map((file) => made(file, "which was not there")),
];

export const START_UP: readonly Intrusion[] = [...appended, ...replaced, ...behindMasks, ...created];
