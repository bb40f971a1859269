/** Which variables are new to which program, and what is inherited of them. */

import { dirname } from "node:path";
import { describe, expect, test } from "vitest";
import { createForeignVariables } from "../../src/daemon/foreign-variables.ts";
import { findProcess } from "../../src/ipc/process-stamp.ts";
import type { GateExec } from "../../src/protocol/gate-messages.ts";

const start = findProcess(process.pid)?.startTicks ?? 0;
const top = { agentPid: process.pid, seatPid: undefined, launcherPid: 1 };

function exec(path: string, ...env: readonly string[]): GateExec {
  return {
    guard: "1",
    id: "1",
    pid: String(process.pid),
    parent: String(process.ppid),
    start: String(start),
    cwd: "/",
    path,
    device: "1",
    inode: "1",
    file: path,
    arg: [path],
    env: [...env],
    text: "exact",
  } as GateExec;
}

const nodes = dirname(dirname(process.execPath));
const home = process.env["HOME"] ?? "";
const foreign = (path: string, ...env: readonly string[]) =>
  createForeignVariables(() => false).find(exec(path, ...env), top);

describe("brings code", () => {
  test.for<readonly [path: string, setting: string]>([
    ["/bin/ls", "LD_PRELOAD=/tmp/pe.so"],
    ["/bin/ls", "LD_PRELOAD=/tmp/pe.so="],
    ["/bin/bash", "BASH_ENV=/tmp/be="],
    ["/bin/zsh", "GUARD_USER_ZDOTDIR=/tmp/zd"],
    ["/bin/bash", "GUARD_USER_BASH_ENV=/tmp/x"],
    ["/bin/bash", "GUARD_AGENT_SOCKET=/tmp/x"],
    ["/usr/bin/python3.12", "HOME=/tmp/x"],
    ["/usr/bin/git", "XDG_CONFIG_HOME=/tmp/x"],
    ["/usr/bin/git", "GIT_CONFIG_GLOBAL=/tmp/x"],
    ["/usr/bin/git", "GIT_TRACE=/tmp/x"],
    ["/usr/bin/git", "GIT_CONFIG_VALUE_0=cat"],
    ["/usr/bin/git", "EDITOR=/tmp/x"],
    ["/usr/bin/git", "GIT_DIR=/tmp/x/.git"],
    ["/usr/bin/git", "GIT_WORK_TREE=/home"],
    ["/usr/sbin/tc", "TC_LIB_DIR=/tmp/x"],
    [`${home}/.pyenv/shims/python3`, "PYENV_HOOK_PATH=/tmp/x"],
    [`${home}/.pyenv/shims/python3`, `PYENV_HOOK_PATH=${home}/.pyenv/pyenv.d:x`],
    [`${home}/.pyenv/libexec/pyenv`, "PYENV_ROOT=/tmp/x"],
    ["/usr/bin/git", "GIT_CONFIG_PARAMETERS='help.autocorrect=0' 'alias.x=!/tmp/x'"],
    ["/usr/bin/git", "GIT_CONFIG_PARAMETERS='help.autocorrect=0' core.fsmonitor=/tmp/x"],
    ["/usr/bin/make", "MAKEFLAGS=--eval=$(shell /tmp/x)"],
    ["/usr/bin/make", "MAKEFLAGS= -- SHELL=/tmp/x"],
    ["/usr/bin/make", "CC=./gcc"],
    ["/usr/bin/x86_64-linux-gnu-gcc-13", "COMPILER_PATH=/tmp/x"],
    ["/usr/bin/gcc", "COMPILER_PATH="],
    ["/usr/bin/less", "LESS=-k/tmp/x"],
    ["/usr/bin/less", "LESSOPEN=|/tmp/x %s"],
    ["/usr/bin/node", "npm_config_script_shell=/tmp/x"],
    ["/usr/bin/node", "npm_config_node_gyp=/tmp/x"],
    ["/usr/bin/node", "npm_config_node_gyp=/tmp/node_modules/npm/node_modules/node-gyp/bin/node-gyp.js"],
    ["/usr/bin/node", "npm_config_node_gyp=/usr/lib/../../tmp/x.js"],
    ["/usr/bin/npm", "npm_config_userconfig=/tmp/x"],
    ["/usr/bin/node", "NPM_CONFIG_GLOBALCONFIG=/tmp/etc/npmrc"],
    ["/bin/bash", "CDPATH=/tmp/x"],
    ["/usr/bin/hg", "HGRCPATH=/tmp/x"],
    ["/usr/bin/python3", "PYTHONWARNINGS=error::x.y"],
    ["/usr/bin/java", "JAVA_TOOL_OPTIONS=-Xmx2g -javaagent:/tmp/x.jar"],
    ["/usr/bin/cargo", "CARGO_TARGET_X86_64_RUNNER=/tmp/x"],
    // Nobody knows what reads it.
    ["/opt/agent/agent", "BUN_BE_BUN=1"],
    ["/opt/agent/agent", "NODE_PATH=/tmp/x"],
  ])("%s %s", ([path, setting]) => {
    expect(foreign(path, setting)).toEqual([setting]);
  });
});

describe("brings none", () => {
  test.for<readonly [path: string, ...settings: string[]]>([
    ["/bin/bash", "BASH_ENV="],
    ["/bin/ls", "BASH_ENV=/tmp/x"],
    ["/bin/ls", "HOME=/tmp/x"],
    ["/bin/bash", "GIT_CONFIG_GLOBAL=/tmp/x"],
    ["/usr/bin/node", "MAKEFLAGS=--eval=x"],
    ["/bin/bash", "EDITOR=/tmp/x"],
    ["/usr/bin/git", "GIT_DIR=.git"],
    ["/usr/bin/python3", "PYENV_HOOK_PATH=/tmp/x"],
    [
      `${home}/.pyenv/libexec/pyenv`,
      `PYENV_HOOK_PATH=:${home}/.pyenv/pyenv.d:/usr/etc/pyenv.d:/usr/local/etc/pyenv.d:/etc/pyenv.d:/usr/lib/pyenv/hooks`,
      `PYENV_ROOT=${home}/.pyenv`,
    ],
    // gemini's, for its tools.
    ["/usr/bin/git", "GIT_CONFIG_GLOBAL=/dev/null", "GIT_CONFIG_NOSYSTEM=1", "GIT_CONFIG_COUNT=2"],
    ["/usr/bin/git", "GIT_CONFIG_KEY_4=core.pager", "GIT_CONFIG_VALUE_4=cat"],
    ["/usr/bin/git", "GIT_CONFIG_KEY_2=core.hooksPath", "GIT_CONFIG_VALUE_2="],
    ["/usr/bin/git", "GIT_EXEC_PATH=/usr/lib/git-core", "GIT_TRACE=1"],
    // claude's, for its own git.
    [
      "/usr/bin/git",
      "GIT_CONFIG_KEY_1=hook.update.enabled",
      "GIT_CONFIG_VALUE_1=false",
      "GIT_SSH_COMMAND=false",
    ],
    [
      "/usr/bin/git",
      "GIT_CONFIG_PARAMETERS='alias.remote-none=version' 'fetch.bundleURI=' 'help.autocorrect'='0'",
    ],
    ["/usr/bin/less", "LESS=FRX"],
    ["/usr/bin/less", "LESSOPEN=| /usr/bin/lesspipe %s", "LESSCLOSE=/usr/bin/lesspipe %s %s"],
    ["/usr/bin/python3", "PYTHONWARNINGS=ignore::DeprecationWarning"],
    ["/usr/bin/java", "JAVA_TOOL_OPTIONS=-Xmx2g -Xss4m"],
    ["/usr/bin/node", `npm_config_userconfig=${home}/.npmrc`, "npm_config_globalconfig=/usr/etc/npmrc"],
    [
      "/usr/bin/node",
      `npm_config_node_gyp=${nodes}/lib/node_modules/npm/node_modules/node-gyp/bin/node-gyp.js`,
      `npm_config_globalconfig=${nodes}/etc/npmrc`,
    ],
    ["/usr/bin/cargo", "CARGO_TARGET_DIR=/tmp/x"],
  ])("%s", ([path, ...settings]) => {
    expect(foreign(path, ...settings)).toEqual([]);
  });

  test("but core.hooksPath=cat leads to a folder", () => {
    const settings = ["GIT_CONFIG_KEY_0=core.hooksPath", "GIT_CONFIG_VALUE_0=cat"];
    expect(foreign("/usr/bin/git", ...settings)).toEqual(["GIT_CONFIG_VALUE_0=cat"]);
  });
});

describe("what was allowed", () => {
  test("is inherited where it was judged", () => {
    const variables = createForeignVariables(() => false);
    variables.accept(exec("/usr/bin/node", "NODE_OPTIONS=-r x"), top);
    expect(variables.find(exec("/usr/bin/node", "NODE_OPTIONS=-r x"), top)).toEqual([]);
    expect(variables.find(exec("/usr/bin/node", "NODE_OPTIONS=-r y"), top)).toEqual(["NODE_OPTIONS=-r y"]);
  });

  test.for(["/usr/bin/env", "/usr/bin/timeout", "/usr/bin/node"])(
    "is not, where %s had it and a shell would read it",
    (path) => {
      const variables = createForeignVariables(() => false);
      variables.accept(exec(path, "BASH_ENV=/tmp/x", "HOME="), top);
      expect(variables.find(exec("/bin/bash", "BASH_ENV=/tmp/x"), top)).toEqual(["BASH_ENV=/tmp/x"]);
    },
  );
});

test("what the agent's data name is not new where the agent itself started the program", () => {
  const variables = createForeignVariables((_, setting) => setting === "GIT_CONFIG_GLOBAL=/tmp/agents");
  const git = (value: string) => variables.find(exec("/usr/bin/git", `GIT_CONFIG_GLOBAL=${value}`), top);
  expect([git("/tmp/agents"), git("/tmp/others")]).toEqual([[], ["GIT_CONFIG_GLOBAL=/tmp/others"]]);
});
