/** Files that would be read or run outside of guard later: the agent leaves something there and waits. */
import { marks, type Reach, reach } from "../reach.ts";

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

/** These are not: the home of nearly everybody lacks some of them. */
export const NOT_YET: readonly string[] = [
  ".bash_profile",
  ".bash_login",
  ".zshenv",
  ".zprofile",
  ".ssh/rc",
  ".config/autostart/new.desktop",
  ".config/systemd/user/new.service",
  ".config/environment.d/new.conf",
  ".config/fish/conf.d/new.fish",
  ".local/share/systemd/user/new.service",
  ".pam_environment",
  ".xprofile",
];

const inHome = (file: string) => `{home}/${file}`;

const appended = START_UP_FILES.map((file) =>
  reach("mask", `~/${file} is written to`, ["changes.append", inHome(file), "{mark}"], marks(inHome(file))),
);

const replaced: readonly Reach[] = [
  reach(
    "mask",
    "~/.bashrc is replaced by rename",
    ["changes.beside", inHome(".bashrc"), "{mark}"],
    marks(inHome(".bashrc")),
  ),
  reach(
    "mask",
    "~/.bashrc is removed and written anew",
    ["changes.remove_first", inHome(".bashrc"), "{mark}"],
    marks(inHome(".bashrc")),
  ),
  reach(
    "mask",
    "~/.bashrc is written to after it was made writable again, in namespaces of its own",
    ["changes.remounted", inHome(".bashrc"), inHome(".bashrc"), "{mark}"],
    marks(inHome(".bashrc")),
  ),
  reach(
    "mask",
    "~/.bashrc is written to in a bind of the home folder, in namespaces of its own",
    ["changes.by_plain_bind", "{home}", ".bashrc", "{mark}"],
    marks(inHome(".bashrc")),
  ),
  reach(
    "mask",
    "~/.bashrc is written to through the folder of a process outside",
    ["changes.through_other_folder", "{outside.pid}", "../.bashrc", "{mark}"],
    marks(inHome(".bashrc")),
    { open: ["advisory"] },
  ),
  reach(
    "mask",
    "~/.bashrc is replaced by a link",
    ["changes.link_over", inHome(".bashrc"), "{mark}"],
    marks(inHome(".bashrc")),
  ),
];

const behindMasks: readonly Reach[] = [
  reach(
    "mask",
    "~/.profile is replaced from a namespace in which nothing is mounted",
    ["changes.from_empty_namespace", inHome(".profile"), "{mark}"],
    marks(inHome(".profile-of-agent-{mark}")),
  ),
  reach(
    "mask",
    "~/.zshrc is written to after its owner wrote it anew (an editor renames a new file over it)",
    ["changes.after_owner_wrote", inHome(".zshrc"), "{mark}"],
    marks(inHome(".zshrc")),
  ),
];

const created = NOT_YET.map((file) =>
  reach(
    "mask",
    `~/${file}, which was not there, is made`,
    ["changes.create", inHome(file), "{mark}"],
    marks(inHome(file)),
  ),
);

export const START_UP: readonly Reach[] = [...appended, ...replaced, ...behindMasks, ...created];
