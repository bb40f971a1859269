/** Lines of fish and zsh that would take guard's hooks out of the shell: denied in every mode; what only might do so is asked. */
import { describe, expect, test } from "vitest";
import { MODES } from "../../src/core/ruling.ts";
import { createEngine } from "../../src/decide/engine.ts";
import { requireKnowledge } from "../helpers/knowledge.ts";

const engine = createEngine({ home: "/home/me", project: "/home/me/project", knowledge: requireKnowledge() });

const DENIED = [
  { dialect: "fish", line: "bind \\r execute" },
  { dialect: "fish", line: "bind \\n execute" },
  { dialect: "fish", line: "bind enter execute" },
  { dialect: "fish", line: "bind \\ex execute" },
  { dialect: "fish", line: "bind -e \\r" },
  { dialect: "fish", line: "bind --erase --all" },
  { dialect: "fish", line: "builtin bind \\r execute" },
  { dialect: "fish", line: "commandline -f execute" },
  { dialect: "fish", line: "functions -e _guard_ask" },
  { dialect: "fish", line: "set -e GUARD_SESSION" },
  { dialect: "fish", line: "set -g _guard_inside 1" },
  { dialect: "zsh", line: "unfunction _guard_ask" },
  { dialect: "zsh", line: "zle -D accept-line" },
  { dialect: "zsh", line: "bindkey '^J' self-insert" },
  { dialect: "zsh", line: "setopt no_zle" },
  { dialect: "zsh", line: "set +o zle" },
  { dialect: "zsh", line: "add-zsh-hook -d precmd _guard_precmd" },
] as const;

const ASKED = [
  { dialect: "fish", line: "bind -M insert \\cm execute" },
  { dialect: "fish", line: "bind \\ex 'echo a'" },
  { dialect: "fish", line: "fish_vi_key_bindings" },
  { dialect: "fish", line: "set -g fish_key_bindings fish_vi_key_bindings" },
  { dialect: "fish", line: "set -x PATH /usr/bin $PATH" },
  { dialect: "zsh", line: "TRAPDEBUG() { true; }" },
  { dialect: "zsh", line: "r" },
  { dialect: "zsh", line: "zle -N mine" },
  { dialect: "zsh", line: "bindkey '^T' mine" },
] as const;

describe("guard's hooks inside a shell", () => {
  test.each(DENIED)("$dialect: $line is denied", async ({ dialect, line }) => {
    const what = { kind: "line", line } as const;
    const results = MODES.map((mode) => engine.check({ what, cwd: "/home/me/project", mode, dialect }));
    const rulings = (await Promise.all(results)).map(({ ruling, rules }) => [ruling, rules[0]]);
    expect(rulings).toEqual(MODES.map(() => ["deny", "floor.tamper"]));
  });

  test.each(ASKED)("$dialect: $line is asked, in FULL_AUTO as well", async ({ dialect, line }) => {
    const what = { kind: "line", line } as const;
    for (const mode of ["default", "full-auto"] as const) {
      expect((await engine.check({ what, cwd: "/home/me/project", mode, dialect })).ruling).toBe("ask");
    }
  });
});
