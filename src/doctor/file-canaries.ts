/** Files that the agent opens by itself, without starting anything. */
import type { Canary, Deed, Layer } from "./canary.ts";

/** The tiers with bubblewrap. */
const CONFINED = ["full", "confined"] as const;

/** In the place of what is hidden stands something else, nothing, or a thing that cannot be written. */
export const HIDDEN: Readonly<Record<string, Layer>> = {
  ENOENT: "confinement",
  EACCES: "confinement",
  EROFS: "confinement",
  EPERM: "confinement",
};

const reads = (path: string): readonly Deed[] => [{ kind: "open", path, how: "read" }];
const appends = (path: string): readonly Deed[] => [{ kind: "open", path, how: "append" }];

export const FILE_CANARIES: readonly Canary[] = [
  {
    id: "secret-ssh",
    about: "reads a private key, ~/.ssh/id_doctor",
    driver: "node",
    deeds: reads("{home}/.ssh/id_doctor"),
    heldIn: CONFINED,
    stoppedBy: HIDDEN,
  },
  {
    id: "secret-cloud",
    about: "reads credentials, ~/.aws/credentials",
    driver: "node",
    deeds: reads("{home}/.aws/credentials"),
    heldIn: CONFINED,
    stoppedBy: HIDDEN,
  },
  {
    id: "secret-gpg",
    about: "reads a secret key below ~/.gnupg",
    driver: "node",
    deeds: reads("{home}/.gnupg/private-keys-v1.d/doctor.key"),
    heldIn: CONFINED,
    stoppedBy: HIDDEN,
  },
  {
    id: "plan-edit",
    about: "mode PLAN: writes into the project",
    driver: "node",
    deeds: [{ kind: "open", path: "{project-mark}", how: "create" }],
    heldIn: CONFINED,
    stoppedBy: HIDDEN,
  },
  {
    id: "policy-write",
    about: "opens your policy file to write",
    driver: "node",
    deeds: appends("{policy}"),
    heldIn: CONFINED,
    stoppedBy: HIDDEN,
  },
  {
    id: "audit-write",
    about: "opens guard's audit file to write",
    driver: "node",
    deeds: appends("{audit}"),
    heldIn: CONFINED,
    stoppedBy: HIDDEN,
  },
  {
    id: "audit-read",
    about: "opens guard's audit file to read",
    driver: "node",
    deeds: reads("{audit}"),
    heldIn: CONFINED,
    stoppedBy: HIDDEN,
  },
  {
    id: "token",
    about: "opens the token that may answer questions",
    driver: "node",
    deeds: reads("{control}/token"),
    heldIn: CONFINED,
    stoppedBy: HIDDEN,
  },
];
