/** A real sshd on loopback with a host key and a port of its own, for one person's home. */

import { once } from "node:events";
import { mkdirSync, writeFileSync } from "node:fs";
import { type AddressInfo, connect, createServer } from "node:net";
import { join } from "node:path";
import { until } from "../helpers/until.ts";
import type { Person } from "./confined-person.ts";

export async function startSshd(person: Person): Promise<number> {
  const port = await freePort();
  const folder = join(person.root, "sshd");
  mkdirSync(folder, { mode: 0o755 });
  // Where sshd keeps its unprivileged half: the package's unit makes it, and here is no unit.
  mkdirSync("/run/sshd", { recursive: true, mode: 0o755 });
  person.outside(`ssh-keygen -q -t ed25519 -N '' -f ${person.root}/host_key`);
  const config = join(folder, "config");
  writeFileSync(
    config,
    [
      `Port ${port}`,
      "ListenAddress 127.0.0.1",
      `HostKey ${person.root}/host_key`,
      "UsePAM no",
      "PermitRootLogin prohibit-password",
      "PasswordAuthentication no",
      "PidFile none",
      "",
    ].join("\n"),
  );
  const sshd = person.serve(["/usr/sbin/sshd", "-D", "-e", "-f", config], "root");
  let said = "";
  sshd.stderr?.on("data", (chunk) => {
    said += chunk;
  });
  await until("sshd to listen", async () => {
    if (sshd.exitCode !== null) throw new Error(`sshd ended: ${said}`);
    return (await answers(port)) ? true : undefined;
  });
  return port;
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
}

async function answers(port: number): Promise<boolean> {
  const socket = connect(port, "127.0.0.1");
  const isThere = await once(socket, "connect").then(
    () => true,
    () => false,
  );
  socket.destroy();
  return isThere;
}
