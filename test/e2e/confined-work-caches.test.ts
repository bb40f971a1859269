/** Package managers with their caches in the home folder, and what else outlives a session. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { describeJobs, type Job } from "./confined-jobs.ts";
import { Person } from "./confined-person.ts";
import { cannotRun, openSession, PEOPLE } from "./confined-session.ts";
import { PACKAGE, type Registry, startRegistry } from "./loopback-registry.ts";

let registry: Registry;
beforeAll(async () => {
  registry = await startRegistry();
});
afterAll(() => registry.stop());

const NPM = "npm install --no-audit --no-fund --no-update-notifier";
const RUSTUP = process.env["RUSTUP_HOME"] ?? `${process.env["HOME"]}/.rustup`;

const jobs: Readonly<Record<string, Job>> = {
  "npm install of a tarball": {
    line: `${NPM} "$REGISTRY_FOLDER/greet-1.0.0.tgz" && node -p 'require("${PACKAGE}")'`,
    files: { "package.json": '{"name":"job","version":"1.0.0"}' },
    prints: /hello from a package/,
    after: "ls -d ~/.npm/_cacache",
  },
  "npm install from a registry, and a second time from the cache alone": {
    line: `${NPM} --registry "$REGISTRY" ${PACKAGE} && rm -r node_modules && ${NPM} --offline --registry "$REGISTRY" && node -p 'require("${PACKAGE}")'`,
    files: { "package.json": '{"name":"job","version":"1.0.0"}' },
    prints: /hello from a package/,
  },
  "pip install of a wheel": {
    line: "python3 -m pip install -q --no-index --disable-pip-version-check --root-user-action=ignore --target site \"$REGISTRY_FOLDER\"/*.whl && PYTHONPATH=site python3 -c 'import greet; print(greet.hello())'",
    needs: "python3 -m pip --version",
    prints: "hello from a wheel",
  },
  "pip install from an index, with its cache": {
    line: "python3 -m pip install -q --index-url \"$REGISTRY/simple\" --trusted-host 127.0.0.1 --disable-pip-version-check --root-user-action=ignore --target site greet && PYTHONPATH=site python3 -c 'import greet; print(greet.hello())'",
    needs: "python3 -m pip --version",
    prints: "hello from a wheel",
    after: "find ~/.cache/pip -type f | head -n 1",
    leaves: /pip/,
  },
  "go build with its cache": {
    line: "go run .",
    needs: "go version",
    files: { "go.mod": "module small\n", "main.go": 'package main\nfunc main() { println("hello") }\n' },
    after: "ls -d ~/.cache/go-build",
  },
  "a file in the home folder stays": {
    line: "mkdir -p ~/notes && echo kept > ~/notes/one && echo kept > ~/two",
    after: "cat ~/notes/one ~/two",
    leaves: "kept\nkept",
  },
  "tools make hidden folders of their own": {
    line: "mkdir -p ~/.cache/tool ~/.config/tool ~/.local/share/tool ~/.local/bin && echo kept > ~/.config/tool/settings",
    after: "cat ~/.config/tool/settings",
    leaves: "kept",
  },
  "/tmp is the person's own, both ways": {
    before: "echo from outside > /tmp/gp-$USER-outside",
    line: "cat /tmp/gp-$USER-outside && echo from inside > /tmp/gp-$USER-inside",
    prints: "from outside",
    after: "cat /tmp/gp-$USER-inside; rm /tmp/gp-$USER-inside /tmp/gp-$USER-outside",
    leaves: "from inside",
  },
};

const cargo: Readonly<Record<string, Job>> = {
  "cargo build, and cargo install into ~/.cargo": {
    line: "cargo build -q --offline && ./target/debug/small && cargo install -q --offline --path .",
    needs: `RUSTUP_HOME=${RUSTUP} cargo --version`,
    files: {
      "Cargo.toml": '[package]\nname = "small"\nversion = "0.1.0"\nedition = "2021"\n',
      "src/main.rs": 'fn main() { println!("hello from a crate"); }\n',
    },
    prints: "hello from a crate",
    after: "~/.cargo/bin/small",
    leaves: "hello from a crate",
  },
};
describeJobs("cargo", cargo, { start: () => ({ env: { RUSTUP_HOME: RUSTUP } }) });

describeJobs("caches", jobs, {
  start: () => ({ env: { REGISTRY: registry.url, REGISTRY_FOLDER: registry.folder } }),
});

describe.skipIf(cannotRun).each(PEOPLE)("settings with credentials, as %s", (who) => {
  let person: Person;
  beforeAll(async () => {
    person = await Person.open(who);
    person.write(".npmrc", `registry=${registry.url}\n//127.0.0.1/:_authToken=sesame\n`);
    person.write(`${person.project}/package.json`, '{"name":"job","version":"1.0.0"}');
  });
  afterAll(() => person.leave());

  const INSTALL = `${NPM} --fetch-retries=0 ${PACKAGE}`;

  test("~/.npmrc is hidden, and its words tell how to open it", async () => {
    const session = openSession(person);
    const { ran } = await session.does(INSTALL);
    expect(ran.status).not.toBe(0);
    const { stdout } = await session.reads(`${person.home}/.npmrc`);
    expect(stdout).not.toContain("sesame");
    expect(stdout).toContain("--reveal");
  });

  test("--reveal opens it", async () => {
    const session = openSession(person, { options: ["--reveal", `${person.home}/.npmrc`] });
    const { ran } = await session.does(INSTALL);
    expect(ran, ran.stderr).toMatchObject({ status: 0 });
    expect(session.startLine).toContain(".npmrc");
  });
});
