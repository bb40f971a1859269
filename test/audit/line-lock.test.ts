/** Lines that C chains and adds: the same as node would, all or nothing, and only where nobody else has been. */
import {
  closeSync,
  constants,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import * as fc from "fast-check";
import { describe, expect, onTestFinished, test } from "vitest";
import { hashRecord, lineOf } from "../../src/audit/chain.ts";
import { loadLineLock, MOVED } from "../../src/audit/line-lock.ts";
import { makeFolder } from "./fixture.ts";

const lock = loadLineLock();
if (lock === undefined) process.stdout.write("skipped: line-lock.node is not built here\n");

const ZEROS = Buffer.alloc(32);

function openFile(): { file: string; fd: number } {
  const file = join(makeFolder(), "lines");
  const { O_RDWR, O_APPEND, O_CREAT } = constants;
  const fd = openSync(file, O_RDWR | O_APPEND | O_CREAT, 0o600);
  onTestFinished(() => closeSync(fd));
  return { file, fd };
}

/** What it answers, and the hash that it found. */
function add(
  { file, fd }: { file: string; fd: number },
  body: string,
  { end = 0, before = ZEROS, room = 1 << 20 }: { end?: number; before?: Buffer; room?: number } = {},
) {
  const bytes = Buffer.from(`${body} and more`);
  const hashes = Buffer.concat([before, ZEROS]);
  const path = Buffer.from(`${file}\0`);
  const added = lock?.addAt(fd, path, end, bytes, Buffer.byteLength(body), hashes, Buffer.alloc(room)) ?? 0;
  return { added, hash: hashes.subarray(32) };
}

describe.skipIf(lock === undefined)("a line", () => {
  test("has the hash and the text that node would give it, whatever its length", () => {
    const place = openFile();
    const body = fc.string({ unit: "grapheme", maxLength: 400 }).map((text) => JSON.stringify({ text }));
    let end = 0;
    let before: Buffer = ZEROS;
    let text = "";
    void fc.assert(
      fc.property(body, (one) => {
        const { added, hash } = add(place, one, { end, before });
        before = hashRecord(before, one);
        expect(hash).toEqual(before);
        text += lineOf(one, hash);
        end += added;
        expect(end).toBe(Buffer.byteLength(text));
      }),
    );
    expect(readFileSync(place.file, "utf8")).toBe(text);
  });

  test.for(Array.from({ length: 140 }, (_, length) => length))(
    "of %i characters is hashed as node does, at every end of a block",
    (length) => {
      const body = `{"x":"${"y".repeat(length)}"}`;
      expect(add(openFile(), body).hash).toEqual(hashRecord(ZEROS, body));
    },
  );
});

describe.skipIf(lock === undefined)("nothing is added", () => {
  type Place = ReturnType<typeof openFile>;
  const rows: { name: string; harm: (place: Place) => void }[] = [
    {
      name: "where somebody else has added something",
      harm: ({ file }) => writeFileSync(file, "x\n", { flag: "a" }),
    },
    { name: "to a file that was renamed", harm: ({ file }) => renameSync(file, `${file}.1`) },
    { name: "to a file that was removed", harm: ({ file }) => rmSync(file) },
    {
      name: "to a file that another one has replaced",
      harm({ file }) {
        rmSync(file);
        writeFileSync(file, "");
      },
    },
    {
      name: "to a file that a link to it has replaced",
      harm({ file }) {
        renameSync(file, `${file}.1`);
        symlinkSync(`${file}.1`, file);
      },
    },
    {
      name: "while another has the lock",
      harm({ file }) {
        const other = openSync(file, "r");
        onTestFinished(() => closeSync(other));
        expect(lock?.lock(other)).toBe(0);
      },
    },
  ];
  test.for(rows)("$name", ({ harm }) => {
    const place = openFile();
    harm(place);
    const before = readFileSync(place.fd);
    expect(add(place, "{}").added).toBe(MOVED);
    expect(readFileSync(place.fd)).toEqual(before.subarray(before.length));
  });

  test.for<[string, string, Parameters<typeof add>[2]]>([
    ["without room for it", '{"a":1}', { room: 80 }],
    ["without room for its hash", "{}", { before: Buffer.alloc(0) }],
    ["of an empty text", "", {}],
    ["before the file's beginning", "{}", { end: -1 }],
  ])("%s", ([, body, options]) => {
    const place = openFile();
    expect(add(place, body, options).added).toBeLessThan(0);
    expect(readFileSync(place.file, "utf8")).toBe("");
  });
});
