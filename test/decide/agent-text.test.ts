/** The texts of policy/agents: as agents were seen to write them, each is taken apart; changed in any way that counts, it is not. */
import { join } from "node:path";
import { runInNewContext } from "node:vm";
import { describe, expect, test } from "vitest";
import { compileAgents, readAgents } from "../../src/build/compile-agents.ts";
import { createAgentTexts } from "../../src/decide/agent-text.ts";
import { createEngine } from "../../src/decide/engine.ts";
import { growthOf, TOO_STEEP } from "../classify/growth.ts";
import { requireKnowledge } from "../helpers/knowledge.ts";

const agents = compileAgents(readAgents(join(import.meta.dirname, "../../policy/agents")));
const engine = createEngine({
  home: "/home/me",
  project: "/home/me/project",
  knowledge: requireKnowledge(),
  agents,
});

async function unwrapped(...argv: readonly string[]) {
  const { wrapper } = await engine.check({ what: { kind: "argv", argv }, cwd: "/home/me/project" });
  return wrapper;
}

interface Known {
  readonly name: string;
  readonly agent: string;
  /** The shell and its options. */
  readonly start: readonly string[];
  readonly text: string;
  /** The line inside. */
  readonly line: string;
  /** What else may stand there. */
  readonly also?: Readonly<Record<string, { readonly text: string; readonly line: string }>>;
  readonly not: Readonly<Record<string, string>>;
}

// Codex 0.166.0. The snapshot is the same in every session.
const CODEX_SNAPSHOT = `if [ -z "\${BASH_ENV-}" ] && [ -n "\${HOME-}" ] && [ -r "$HOME/.bashrc" ]; then
  . "$HOME/.bashrc"
fi
echo '# Snapshot file'
echo '# Unset all aliases to avoid conflicts with functions'
echo 'unalias -a 2>/dev/null || true'
shopt -p || true
echo '# Functions'
declare -f
echo ''

__codex_snapshot_command() {
  if command -v "$1" >/dev/null 2>&1; then
    "$@"
  else
    command -p "$@"
  fi
}
bash_opts=$(set -o | __codex_snapshot_command awk '$2=="on"{print $1}')
bash_opt_count=$(printf '%s\\n' "$bash_opts" | __codex_snapshot_command sed '/^$/d' | __codex_snapshot_command wc -l | __codex_snapshot_command tr -d ' ')
echo "# setopts $bash_opt_count"
if [ -n "$bash_opts" ]; then
  printf 'set -o %s\\n' $bash_opts
fi
echo ''
printf '\\0'
alias_count=$(\\alias -p | __codex_snapshot_command wc -l | __codex_snapshot_command tr -d ' ')
echo "# aliases $alias_count"
\\alias -p
echo ''

printf '\\0'
(
  while IFS= read -r __codex_snapshot_export_name; do
    case "$__codex_snapshot_export_name" in
      ""|[0-9]*|*[!A-Za-z0-9_]*|PWD|OLDPWD) continue ;;
    esac
    printf '%s\\0' "$__codex_snapshot_export_name"
    declare -xp "$__codex_snapshot_export_name" 2>/dev/null || true
    printf '\\0'
  done < <(compgen -e)
)

printf '\\0'

`;
const CODEX_FILE = "/home/me/.codex/shell_snapshots/01a1e505-dc94-7a72-a5c1-9d66b75e7ec7";
const CODEX_TRIAL = `set -e; . "${CODEX_FILE}.tmp-1794843729105068904"`;

/** Of 56 variables, one of each kind. */
function codexCall(exec: string): string {
  const path = "'/opt/node_modules/@openai/codex-linux-x64/vendor/x86_64-unknown-linux-musl/codex-path'";
  return `__CODEX_SNAPSHOT_OVERRIDE_SET_0="\${CODEX_VERSION+x}"
__CODEX_SNAPSHOT_OVERRIDE_0="\${CODEX_VERSION-}"
__CODEX_SNAPSHOT_PROXY_OVERRIDE_SET_48="\${wss_proxy+x}"
__CODEX_SNAPSHOT_PROXY_OVERRIDE_48="\${wss_proxy-}"
__CODEX_SNAPSHOT_PROXY_ENV_SET="\${CODEX_NETWORK_PROXY_ACTIVE+x}"

if . '${CODEX_FILE}.1794843729105068904.sh' >/dev/null 2>&1; then :; fi

if [ -n "\${__CODEX_SNAPSHOT_OVERRIDE_SET_0}" ]; then
  if [ -z "\${CODEX_VERSION+x}" ] || [ "\${CODEX_VERSION-}" != "\${__CODEX_SNAPSHOT_OVERRIDE_0}" ]; then export CODEX_VERSION="\${__CODEX_SNAPSHOT_OVERRIDE_0}"; else export CODEX_VERSION; fi
else builtin unset CODEX_VERSION 2>/dev/null || command unset CODEX_VERSION; fi
builtin unset __CODEX_SNAPSHOT_OVERRIDE_SET_0 __CODEX_SNAPSHOT_OVERRIDE_0 2>/dev/null || command unset __CODEX_SNAPSHOT_OVERRIDE_SET_0 __CODEX_SNAPSHOT_OVERRIDE_0
if [ -n "$__CODEX_SNAPSHOT_PROXY_ENV_SET" ] || [ -n "\${CODEX_NETWORK_PROXY_ACTIVE+x}" ]; then
if [ -n "\${__CODEX_SNAPSHOT_PROXY_OVERRIDE_SET_48}" ]; then
  if [ -z "\${wss_proxy+x}" ] || [ "\${wss_proxy-}" != "\${__CODEX_SNAPSHOT_PROXY_OVERRIDE_48}" ]; then export wss_proxy="\${__CODEX_SNAPSHOT_PROXY_OVERRIDE_48}"; else export wss_proxy; fi
else builtin unset wss_proxy 2>/dev/null || command unset wss_proxy; fi
builtin unset __CODEX_SNAPSHOT_PROXY_OVERRIDE_SET_48 __CODEX_SNAPSHOT_PROXY_OVERRIDE_48 2>/dev/null || command unset __CODEX_SNAPSHOT_PROXY_OVERRIDE_SET_48 __CODEX_SNAPSHOT_PROXY_OVERRIDE_48
fi
if [ -n "\${PATH:-}" ]; then export PATH=${path}:"$PATH"; else export PATH=${path}; fi

${exec}`;
}
const CODEX_CALL = codexCall("exec '/bin/bash' -c 'git status'");

// gemini-cli 0.61.0
const geminiCall = (
  line: string,
) => `shopt -u promptvars nullglob extglob nocaseglob dotglob; _bgpids_file=/tmp/gemini-shell-Jsyc9I/bgpids.tmp
(
  trap 'jobs -p > "$_bgpids_file"' EXIT
${line}
)
__code=$?
exit $__code`;

// Claude Code 2.1.325; comments and the functions that it writes are shortened.
const CLAUDE_FILE = "SNAPSHOT_FILE=/home/me/.claude/shell-snapshots/snapshot-bash-1794846626725-ek703m.sh";
const CLAUDE_END = `      cat >> "$SNAPSHOT_FILE" << 'CLAUDE_CODE_END_6mazaw2b45p'
function rg {
    (exec -a rg /home/me/.local/share/claude/versions/2.1.325 \${1+"$@"})
}
export PATH=/usr/local/bin:/usr/bin:/bin
CLAUDE_CODE_END_6mazaw2b45p
  

      # a comment
      if [ ! -f "$SNAPSHOT_FILE" ]; then
        echo "Error: Snapshot file was not created at $SNAPSHOT_FILE" >&2
        exit 1
      fi
    `;
const CLAUDE_PLAIN = `${CLAUDE_FILE}
      # No user config file to source
      

      echo "# Snapshot file" >| "$SNAPSHOT_FILE"
      echo "unalias -a 2>/dev/null || true" >> "$SNAPSHOT_FILE"

      echo "shopt -s expand_aliases" >> "$SNAPSHOT_FILE"

      
${CLAUDE_END}`;
const CLAUDE_ALIASES = `      echo "# Aliases" >> "$SNAPSHOT_FILE"
      if [[ "$OSTYPE" == "msys" ]] || [[ "$OSTYPE" == "cygwin" ]]; then
        alias | sed -e "/='winpty /d" | sed -e '1001,$d' -e 's/^alias //g' -e 's/^/alias -- /' >> "$SNAPSHOT_FILE"
      else`;
const CLAUDE_BASHRC = `${CLAUDE_FILE}
      source "/home/me/.bashrc" < /dev/null
      echo "# Snapshot file" >| "$SNAPSHOT_FILE"
      shopt -p >> "$SNAPSHOT_FILE"
      declare -f > /dev/null 2>&1
      declare -F | while read func; do
        func=\${func##* } # a comment
        if [[ "$func" == [-+]* ]]; then
          printf 'eval -- %q > /dev/null 2>&1\\n' "$(declare -f -- "$func")" >> "$SNAPSHOT_FILE"
        else
          [[ "$func" == _[!_]* ]] ||
            printf 'eval %q > /dev/null 2>&1\\n' "$(declare -f "$func")" >> "$SNAPSHOT_FILE"
        fi
      done
      set -o | awk '$2 == "on" || $1 == "monitor" {print "set -o " $1}' >> "$SNAPSHOT_FILE"
${CLAUDE_ALIASES}
        \\alias -p | sed -e '1001,$d' -e 's/^alias -- /alias /' -e 's/^alias /alias -- /' >> "$SNAPSHOT_FILE"
      fi
${CLAUDE_END}`;
const CLAUDE_ZSHRC = `${CLAUDE_FILE.replace("-bash-", "-zsh-")}
      source "/home/me/.zshrc" < /dev/null
      typeset -f > /dev/null 2>&1
      typeset +f | grep -vE '^_[^_]' | while read func; do
        typeset -f "$func" >> "$SNAPSHOT_FILE"
      done
      setopt | command awk 'NF == 1 || $2 == "on" { print "setopt " $1 }' | head -n 1000 >> "$SNAPSHOT_FILE"
${CLAUDE_ALIASES}
        alias | sed -e '1001,$d' -e 's/^alias //g' -e 's/^/alias -- /' >> "$SNAPSHOT_FILE"
      fi
${CLAUDE_END}`;

const KNOWN: readonly Known[] = [
  {
    name: "codex takes a snapshot",
    agent: "codex",
    start: ["bash", "-lc"],
    text: CODEX_SNAPSHOT,
    line: ":",
    not: {
      "another file": CODEX_SNAPSHOT.replaceAll(".bashrc", ".profile"),
      "a command more": `${CODEX_SNAPSHOT}touch x\n`,
      "a byte less": CODEX_SNAPSHOT.slice(0, -1),
    },
  },
  {
    name: "codex tries the snapshot",
    agent: "codex",
    start: ["bash", "-c"],
    text: CODEX_TRIAL,
    line: ":",
    not: {
      "another file": `set -e; . "/tmp/x.tmp-1794843729105068904"`,
      "a folder up": CODEX_TRIAL.replace("/01a1e505", "/../01a1e505"),
      "a command more": `${CODEX_TRIAL}; touch x`,
      "a line more": `${CODEX_TRIAL}\ntouch x`,
      "no set -e": CODEX_TRIAL.slice("set -e; ".length),
    },
  },
  {
    name: "codex runs a command",
    agent: "codex",
    start: ["bash", "-c"],
    text: CODEX_CALL,
    line: "git status",
    also: {
      "quotes and lines": {
        text: codexCall(`exec '/bin/bash' -c 'echo '"'"'it'"'"' && ls\npwd'`),
        line: "echo 'it' && ls\npwd",
      },
      "another shell": { text: codexCall("exec '/usr/bin/zsh' -c 'git status'"), line: "git status" },
    },
    not: {
      "a snapshot from elsewhere": CODEX_CALL.replace("/home/me/.codex", "/tmp/.codex"),
      "a command before": `touch x\n${CODEX_CALL}`,
      "a command between": CODEX_CALL.replace("\nfi\n", "\nfi\ntouch x\n"),
      "a command behind": `${CODEX_CALL}; touch x`,
      "a quote that ends": codexCall("exec '/bin/bash' -c 'git status'; touch 'x'"),
      "another variable": CODEX_CALL.replaceAll("wss_proxy", "BASH_ENV"),
      "a substitution": CODEX_CALL.replace('${CODEX_VERSION-}"\n', '$(touch x)"\n'),
      "another folder in front of PATH": CODEX_CALL.replaceAll("/codex-path'", "/bin'"),
      "no command": CODEX_CALL.slice(0, CODEX_CALL.indexOf("exec ")),
    },
  },
  {
    name: "gemini runs a command",
    agent: "gemini",
    start: ["bash", "-c"],
    text: geminiCall("git status"),
    line: "git status",
    also: {
      "several lines": { text: geminiCall("echo 'it' && ls\npwd"), line: "echo 'it' && ls\npwd" },
    },
    not: {
      "a command behind": `${geminiCall("git status")}; touch x`,
      "another file": geminiCall("git status").replace("/tmp/gemini-shell-Jsyc9I/bgpids.tmp", "/tmp/x"),
      "another trap": geminiCall("git status").replace("jobs -p", "touch x; jobs -p"),
      "the line sets the wrapper's variable": geminiCall("_bgpids_file=x; git status"),
      "the line defines the wrapper's command": geminiCall("jobs() { ls; }"),
    },
  },
  {
    name: "claude takes a snapshot",
    agent: "claude",
    start: ["bash", "-c", "-l"],
    text: CLAUDE_PLAIN,
    line: ":",
    also: {
      "with a ~/.bashrc": { text: CLAUDE_BASHRC, line: ":" },
      "with a ~/.zshrc": { text: CLAUDE_ZSHRC, line: ":" },
      "with other functions": { text: CLAUDE_PLAIN.replace("function rg", "function other"), line: ":" },
    },
    not: {
      "a file elsewhere": CLAUDE_PLAIN.replace("/home/me/.claude/shell-snapshots/", "/home/me/.ssh/"),
      "a folder up": CLAUDE_PLAIN.replace("shell-snapshots/", "shell-snapshots/../"),
      "no file named": CLAUDE_PLAIN.slice(CLAUDE_FILE.length + 1),
      "another file named later": CLAUDE_PLAIN.replace(
        "      echo",
        "SNAPSHOT_FILE=/home/me/.bashrc\n      echo",
      ),
      "a command before": `touch x\n${CLAUDE_PLAIN}`,
      "a command between": CLAUDE_PLAIN.replace("      echo", "      touch x\n      echo"),
      "a command in a line": CLAUDE_PLAIN.replace("      echo", "      touch x; echo"),
      "a command behind": `${CLAUDE_PLAIN}\ntouch x`,
      "a substitution": CLAUDE_PLAIN.replace('"# Snapshot file"', '"$(touch x)"'),
      "another start-up file": CLAUDE_BASHRC.replace("/home/me/.bashrc", "/tmp/.bashrc"),
      "a here-document that is expanded": CLAUDE_PLAIN.replace(
        "'CLAUDE_CODE_END_6mazaw2b45p'",
        "CLAUDE_CODE_END_6mazaw2b45p",
      ),
      "a here-document that ends early": CLAUDE_PLAIN.replace(
        "function rg {",
        "CLAUDE_CODE_END_6mazaw2b45p\ntouch x",
      ),
      "a here-document for a program": CLAUDE_PLAIN.replace('cat >> "$SNAPSHOT_FILE"', "sh"),
    },
  },
];

describe.each(KNOWN)("$name", ({ agent, start, text, line, also = {}, not }) => {
  test("is taken apart", async () => {
    expect(await unwrapped(...start, text)).toMatchObject({ agent, line });
  });
  test.each(Object.entries(also))("%s", async (_, other) => {
    expect(await unwrapped(...start, other.text)).toMatchObject({ agent, line: other.line });
  });
  test.each(Object.entries(not))("not with %s", async (_, other) => {
    expect(other).not.toBe(text);
    expect(await unwrapped(...start, other)).toBeUndefined();
  });
  test.each([[["-x", "-c"]], [["-c", "--rcfile"]], [["-c", "-c"]], [["-l"]]])(
    "not behind %j",
    async (options) => {
      expect(await unwrapped("bash", ...options, text)).toBeUndefined();
    },
  );
  test("not with words behind it", async () => {
    expect(await unwrapped(...start, text, "x")).toBeUndefined();
  });
  test("not for another program", async () => {
    expect(await unwrapped("python3", "-c", text)).toBeUndefined();
  });
});

/** No text may keep guard busy: whoever writes it chooses how often a part of it comes, and what spoils its end. */
describe("whatever is repeated in a text", () => {
  const find = createAgentTexts(agents.texts, "/home/me");
  const texts = KNOWN.flatMap(({ text, also = {} }) => [
    text,
    ...Object.values(also).map((other) => other.text),
  ]);
  const lines = new Map(
    texts.flatMap((text) => text.split("\n").map((line) => [line.trim(), text] as const)),
  );
  lines.delete("");
  test.each([...lines])("%s", (line, text) => {
    const at = text.indexOf(line);
    const hostile = [...new Set(line.match(/\w+ ?|\W/g))].map((part) => {
      const end = at + line.indexOf(part) + part.length;
      return (size: number) => `${text.slice(0, end)}${part.repeat(size)}!${text.slice(end)}`;
    });
    const growth = () => growthOf((size) => hostile.map((make) => find(make(size))), FEW);
    // Where each repetition doubles the work, nothing would ever come back.
    expect(runInNewContext("growth()", { growth }, { timeout: 60_000 })).toBeLessThan(TOO_STEEP);
  });
});

const FEW = 300;
