/** A registry of npm and an index of pip on loopback, with one package in each. */
import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";

/** No registry of the world has one of this name. */
export const PACKAGE = "greet-of-guards-tests";
const WHEEL = "greet-1.0.0-py3-none-any.whl";
const MAKE_WHEEL = `
import zipfile
with zipfile.ZipFile("${WHEEL}", "w") as wheel:
    info = "greet-1.0.0.dist-info/"
    wheel.writestr("greet.py", "def hello(): return 'hello from a wheel'\\n")
    wheel.writestr(info + "METADATA", "Metadata-Version: 2.1\\nName: greet\\nVersion: 1.0.0\\n")
    wheel.writestr(info + "WHEEL", "Wheel-Version: 1.0\\nGenerator: x\\nRoot-Is-Purelib: true\\nTag: py3-none-any\\n")
    wheel.writestr(info + "RECORD", "")
`;

export interface Registry {
  readonly url: string;
  /** Holds `greet-1.0.0.tgz` and the wheel. */
  readonly folder: string;
  stop(): void;
}

export async function startRegistry(): Promise<Registry> {
  const folder = mkdtempSync("/tmp/gr-");
  execFileSync("chmod", ["755", folder]);
  mkdirSync(join(folder, "package"));
  writeFileSync(join(folder, "package/package.json"), JSON.stringify({ name: PACKAGE, version: "1.0.0" }));
  writeFileSync(join(folder, "package/index.js"), "module.exports = 'hello from a package';\n");
  execFileSync("tar", ["-C", folder, "-czf", join(folder, "greet-1.0.0.tgz"), "package"]);
  execFileSync("python3", ["-c", MAKE_WHEEL], { cwd: folder });
  const server = createServer((request, response) => {
    const path = request.url ?? "";
    const answer = answerTo(path, `http://${request.headers.host}`, folder);
    response.writeHead(answer === undefined ? 404 : 200, {
      "cache-control": "max-age=600",
      ...answer?.headers,
    });
    response.end(answer?.body);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    folder,
    stop: () => {
      server.close();
      server.closeAllConnections();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

interface Answer {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Buffer;
}

function answerTo(path: string, origin: string, folder: string): Answer | undefined {
  switch (path) {
    case `/${PACKAGE}`:
      return { headers: { "content-type": "application/json" }, body: packument(origin) };
    case "/simple/greet/":
      return { headers: { "content-type": "text/html" }, body: `<a href="${origin}/${WHEEL}">${WHEEL}</a>` };
    case "/greet-1.0.0.tgz":
    case `/${WHEEL}`:
      return {
        headers: { "content-type": "application/octet-stream" },
        body: readFileSync(join(folder, path)),
      };
    default:
      return undefined;
  }
}

function packument(origin: string): string {
  const dist = { tarball: `${origin}/greet-1.0.0.tgz` };
  return JSON.stringify({
    name: PACKAGE,
    "dist-tags": { latest: "1.0.0" },
    versions: { "1.0.0": { name: PACKAGE, version: "1.0.0", dist } },
  });
}
