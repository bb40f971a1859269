/** Ways of starting something, as agents do. Each would make a mark: `{mark}` is a file in a folder of the doctor's own. */
import type { Canary } from "./canary.ts";

/** Nothing of it is found by name: the hardest case (docs/SESSION.md). */
const BUILTIN = ": > '{mark}'";

const EVERYWHERE = ["full", "gate", "confined", "advisory"] as const;
/** Hooks and shims do not see it. */
const GATE_ONLY = ["full", "gate"] as const;

export const EXEC_CANARIES: readonly Canary[] = [
  {
    id: "bash",
    about: "bash -c LINE",
    driver: "node",
    deeds: [{ kind: "exec", argv: ["bash", "-c", "touch '{mark}'"] }],
    needs: "bash",
    heldIn: EVERYWHERE,
  },
  {
    id: "builtin",
    about: "builtin redirection, /bin/bash -c ': > FILE'",
    driver: "node",
    deeds: [{ kind: "exec", argv: ["/bin/bash", "-c", BUILTIN] }],
    needs: "/bin/bash",
    heldIn: EVERYWHERE,
  },
  {
    id: "sh-absolute",
    about: "/bin/sh -c LINE",
    driver: "node",
    deeds: [{ kind: "exec", argv: ["/bin/sh", "-c", BUILTIN] }],
    heldIn: GATE_ONLY,
  },
  {
    id: "zsh",
    about: "zsh -c LINE",
    driver: "node",
    deeds: [{ kind: "exec", argv: ["zsh", "-c", BUILTIN] }],
    needs: "zsh",
    heldIn: EVERYWHERE,
  },
  {
    id: "fish",
    about: "fish -c LINE",
    driver: "node",
    deeds: [{ kind: "exec", argv: ["fish", "-c", "echo > '{mark}'"] }],
    needs: "fish",
    heldIn: EVERYWHERE,
  },
  {
    id: "python-subprocess",
    about: "python: subprocess.run(['bash', '-c', LINE])",
    driver: "python",
    deeds: [{ kind: "exec", argv: ["bash", "-c", BUILTIN] }],
    needs: "bash",
    heldIn: EVERYWHERE,
  },
  {
    id: "python-system",
    about: "python: os.system(LINE)",
    driver: "python",
    deeds: [{ kind: "line", line: BUILTIN }],
    heldIn: GATE_ONLY,
  },
  {
    id: "node",
    about: "node: child_process.exec(LINE)",
    driver: "node",
    deeds: [{ kind: "line", line: BUILTIN }],
    heldIn: GATE_ONLY,
  },
  {
    id: "static",
    about: "a static program by its path",
    driver: "node",
    deeds: [{ kind: "exec", argv: ["{canary}", "mark", "{mark}"] }],
    heldIn: GATE_ONLY,
  },
  {
    id: "env-i",
    about: "env -i /bin/sh -c LINE (no variables)",
    driver: "node",
    deeds: [{ kind: "exec", argv: ["/usr/bin/env", "-i", "/bin/sh", "-c", BUILTIN] }],
    needs: "/usr/bin/env",
    heldIn: GATE_ONLY,
  },
  {
    id: "script",
    about: "a script that begins with #!/bin/sh",
    driver: "node",
    deeds: [{ kind: "exec", argv: ["{script}"], script: `#!/bin/sh\n${BUILTIN}\n` }],
    heldIn: GATE_ONLY,
  },
  {
    id: "tmux-command",
    about: "tmux run-shell LINE (a server outside)",
    driver: "node",
    deeds: [{ kind: "exec", argv: ["tmux", "-S", "{tmux}", "run-shell", "touch '{mark}'"] }],
    needs: "tmux",
    heldIn: GATE_ONLY,
  },
];
