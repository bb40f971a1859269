/** The home of a user who has nothing yet: what is not there cannot be hidden, and could be made. */
import { type Holder, type Intrusion, intrusion, marks } from "../intrusion.ts";

const made = (stoppedBy: Holder, file: string, what: string): Intrusion =>
  intrusion(
    stoppedBy,
    `in an empty home folder ${what} (~/${file})`,
    ["changes.create", `{home}/${file}`, "{mark}"],
    marks(`{home}/${file}`),
  );

export const BARE_HOME: readonly Intrusion[] = [
  made("mask", ".config/guard/policy.yaml", "rules for guard are made"),
  made("mask", ".config/guard/policy.d/x.yaml", "more rules for guard are made"),
  made("mask", ".local/state/guard/grants/x.json", "an answer for guard is made"),
  made("mask", ".local/state/guard/trust/x", "trust is made"),
  made("mask", ".ssh/authorized_keys", "a key that may log in is made"),
  made("mask", ".bashrc", "a start-up file is made"),
  made("mask", ".config/autostart/x.desktop", "a program of the desktop is made"),
  made("mask", ".config/systemd/user/x.service", "a service is made"),
  intrusion(
    "mask",
    "in an empty home folder ~/.config is replaced, with guard's rules in it",
    ["changes.exchange_folder", "{home}/.config", "guard/policy.yaml", "{mark}"],
    marks("{home}/.config-of-agent/guard/policy.yaml"),
  ),
];
