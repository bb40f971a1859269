/** Known ways out of the tree are not there inside: a server that runs outside is not reached. */
import { execFileSync, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { createServer, type Server } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { ConfinePlan } from "../../src/confine/plan.ts";
import { waitUntil } from "../launcher/wait-until.ts";
import { USERS, World, whyNot } from "./world.ts";

/** Sockets that somebody listens at, by their place in the world. */
const SOCKETS: readonly (readonly [name: string, path: string, variable?: readonly [string, string]])[] = [
  ["the session's bus", "run/bus"],
  ["the user's systemd", "run/systemd/private"],
  ["wayland", "run/wayland-0"],
  ["a rootless podman", "run/podman/podman.sock"],
  ["an editor", "run/nvim.123.0"],
  ["a shared connection of ssh", "home/.ssh/cm-someone"],
  ["a shared connection of ssh in a folder for them", "home/.ssh/sockets/someone"],
  ["a shared connection of ansible", "home/.ansible/cp/someone"],
  ["docker in the home folder", "home/.docker/run/docker.sock"],
  ["docker by its variable", "elsewhere/docker.sock", ["DOCKER_HOST", "unix://$/elsewhere/docker.sock"]],
  ["a tmux by its variable", "elsewhere/tmux", ["TMUX", "$/elsewhere/tmux,1,0"]],
  ["a terminal by its variable", "elsewhere/kitty", ["KITTY_LISTEN_ON", "unix:$/elsewhere/kitty"]],
];

/** They stay: keys are used through them. */
const KEPT: readonly (readonly [name: string, path: string])[] = [
  ["gpg's agent", "run/gnupg/S.gpg-agent"],
  ["gnome's ssh agent", "run/keyring/ssh"],
  ["gpg's agent in its folder", "home/.gnupg/S.gpg-agent"],
  ["an ssh agent in ssh's folder", "home/.ssh/agent/s.abc"],
];

const CONNECT = `const s = require("node:net").connect(process.argv[1]);
s.on("connect", () => { console.log("connected"); process.exit(); }); s.on("error", (e) => console.log(e.code));`;

describe.skipIf(whyNot !== undefined).for(USERS)("as %s", (user) => {
  const servers: Server[] = [];
  let world: World;
  let plan: ConfinePlan;
  beforeAll(async () => {
    world = new World(user);
    const paths = [...SOCKETS.map(([, path]) => path), ...KEPT.map(([, path]) => path)];
    world.plant(Object.fromEntries(paths.map((path) => [`${join(path, "..")}/`, ""])));
    for (const path of paths) {
      const server = createServer((socket) => socket.end());
      servers.push(server);
      await new Promise<void>((listening) => server.listen(join(world.folder, path), listening));
    }
    for (const [, , variable] of SOCKETS)
      if (variable !== undefined) world.setVariable(variable[0], variable[1].replace("$", world.folder));
    world.plant({});
    plan = world.plan();
  });
  afterAll(() => {
    for (const server of servers) server.close();
    world.remove();
  });

  const connect = (path: string) =>
    world.run(plan, `${process.execPath} -e '${CONNECT}' ${join(world.folder, path)}`).stdout.trim();

  test.for(SOCKETS)("is not reached: %s", ([, path]) => {
    expect(connect(path)).toMatch(/^(?:ENOENT|ECONNREFUSED|EACCES)$/);
  });

  test.for(KEPT)("is reached: %s", ([, path]) => {
    expect(connect(path)).toBe("connected");
  });

  test("a server of tmux that runs outside is not reached, and another one starts inside", async ({
    skip,
  }) => {
    if (!existsSync("/usr/bin/tmux")) return skip("tmux is not here");
    const folder = join(world.folder, "tmux", `tmux-${world.uid}`);
    world.plant({ [`tmux/tmux-${world.uid}/`]: "" });
    execFileSync("chmod", ["700", folder]);
    const socket = join(folder, "default");
    const { who } = world;
    const outside = spawn("tmux", ["-D", "-S", socket, "-f", "/dev/null"], { stdio: "ignore", ...who });
    try {
      await waitUntil("tmux listens", () => existsSync(socket));
      const again = world.plan();
      expect(world.run(again, "unset TMUX; tmux list-sessions").stderr).toMatch(
        /no server|No such file|error connecting/,
      );
      expect(
        world.run(
          again,
          "unset TMUX; tmux -f /dev/null new -d -s inside sleep 9 && tmux ls && tmux kill-server",
        ).stdout,
      ).toMatch(/^inside:/);
    } finally {
      outside.kill();
    }
  });
});
