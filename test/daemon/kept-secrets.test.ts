/** A hidden file or folder that was moved is in its place after the session, and what took its name is kept aside. */
import {
  chmodSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { keepSecrets } from "../../src/daemon/kept-secrets.ts";

let home: string;
const at = (name: string) => join(home, name);

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), "guard-secrets-"));
  mkdirSync(at(".aws"));
  for (const name of [".aws/credentials", ".netrc"]) writeFileSync(at(name), "secret");
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

interface Row {
  readonly deed: () => void;
  /** What each notice says; none: nothing is told. */
  readonly told: readonly RegExp[];
  readonly netrc: string;
}

const ROWS: Record<string, Row> = {
  "nothing at all": { deed: () => undefined, told: [], netrc: "secret" },
  "a folder and a file that were moved": {
    deed: () => {
      renameSync(at(".aws"), at("a2"));
      renameSync(at(".netrc"), at("n2"));
    },
    told: [/\.aws was moved to .*a2 .*it is back/, /\.netrc was moved to .*n2 .*it is back/],
    netrc: "secret",
  },
  "a folder and a file that were exchanged": {
    deed: () => {
      renameSync(at(".aws"), at("a2"));
      mkdirSync(at(".aws"));
      renameSync(at(".netrc"), at("n2"));
      writeFileSync(at(".netrc"), "dummy");
    },
    told: [
      /\.aws was exchanged .*a2; what lay in its place is .*\.aws\.not-guards-/,
      /\.netrc was exchanged .*n2; /,
    ],
    netrc: "secret",
  },
  "a file that was moved into a closed folder": {
    deed: () => {
      mkdirSync(at("closed"));
      renameSync(at(".netrc"), at("closed/n2"));
      chmodSync(at("closed"), 0);
    },
    told: [/\.netrc was moved to .*closed\/n2 .*it is back/],
    netrc: "secret",
  },
  "a file that its owner wrote anew": {
    deed: () => {
      writeFileSync(at("new"), "new secret");
      renameSync(at("new"), at(".netrc"));
    },
    told: [],
    netrc: "new secret",
  },
  "a file that was removed, beside one of the name that the kernel shows for it": {
    deed: () => {
      renameSync(at(".netrc"), at("n2"));
      rmSync(at("n2"));
      writeFileSync(at("n2 (deleted)"), "dummy");
      writeFileSync(at(".netrc"), "new secret");
    },
    told: [],
    netrc: "new secret",
  },
  "a file that has another name now, in another folder": {
    deed: () => {
      mkdirSync(at("other"));
      linkSync(at(".netrc"), at("other/n2"));
      rmSync(at(".netrc"));
      writeFileSync(at(".netrc"), "dummy");
    },
    told: [/\.netrc was removed .* has another name somewhere/],
    netrc: "dummy",
  },
};

test.for(Object.entries(ROWS))("%s", ([, { deed, told, netrc }]) => {
  const secrets = keepSecrets([".aws", ".netrc", ".none"].map(at));
  deed();
  expect(secrets.putBack()).toEqual(told.map((text) => expect.stringMatching(text)));
  expect(readFileSync(at(".netrc"), "utf8")).toBe(netrc);
  expect(readdirSync(at(".aws"))).toEqual(["credentials"]);
});
