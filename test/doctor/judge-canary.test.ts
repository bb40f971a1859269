import { describe, expect, test } from "vitest";
import type { Canary, Deed, Observation, Told } from "../../src/doctor/canary.ts";
import { judgeCanary } from "../../src/doctor/judge-canary.ts";

const EXEC: Deed = { kind: "exec", argv: ["bash", "-c", ": > '/m'"] };
const CALL: Deed = { kind: "call", call: "connect", object: "/s" };
const READ: Deed = { kind: "open", path: "/f", how: "read" };
const MAKE: Deed = { kind: "open", path: "/m", how: "create" };

interface Row {
  readonly name: string;
  readonly deed: Deed;
  readonly inside?: Told;
  readonly outside?: Told;
  /** Who left a mark. */
  readonly marks?: readonly ("inside" | "outside")[];
  readonly deniedBy?: Observation["deniedBy"];
  readonly is: string;
}

const OK: Told = { status: 0 };
const DENIED: Told = { status: 126, stderr: "guard: denied: …" };

const ROWS: readonly Row[] = [
  {
    name: "a program that guard's record denies, and that runs without guard, is held by that layer",
    deed: EXEC,
    inside: DENIED,
    outside: OK,
    marks: ["outside"],
    deniedBy: "gate",
    is: "held gate",
  },
  {
    name: "a mark is there: open, whatever guard wrote down",
    deed: EXEC,
    inside: DENIED,
    outside: OK,
    marks: ["inside", "outside"],
    deniedBy: "hook",
    is: "open",
  },
  {
    name: "no mark, no record: nobody knows why, so it shows nothing",
    deed: EXEC,
    inside: { error: "ENOENT" },
    outside: OK,
    marks: ["outside"],
    is: "failed",
  },
  {
    name: "what does not run without guard either shows nothing",
    deed: EXEC,
    inside: DENIED,
    outside: { status: 1 },
    deniedBy: "gate",
    is: "failed",
  },
  { name: "a driver that died shows nothing", deed: EXEC, outside: OK, marks: ["outside"], is: "failed" },
  { name: "a call that works is open", deed: CALL, inside: {}, outside: {}, is: "open" },
  {
    name: "a call that fails inside only is held by what its error means",
    deed: CALL,
    inside: { error: "EACCES" },
    outside: {},
    is: "held connect rule",
  },
  {
    name: "an error that nobody expected is held by somebody unknown",
    deed: CALL,
    inside: { error: "EXDEV" },
    outside: {},
    is: "held unknown",
  },
  {
    name: "what the kernel refuses to everybody is not guard's work",
    deed: CALL,
    inside: { error: "EPERM" },
    outside: { error: "EPERM" },
    is: "held kernel",
  },
  {
    name: "nothing to reach: the same fails outside, so it shows nothing",
    deed: CALL,
    inside: { error: "ECONNREFUSED" },
    outside: { error: "ECONNREFUSED" },
    is: "failed",
  },
  { name: "never tried outside: it shows nothing", deed: CALL, inside: { error: "EPERM" }, is: "failed" },
  {
    name: "the same file is opened: open",
    deed: READ,
    inside: { file: "1:2" },
    outside: { file: "1:2" },
    is: "open",
  },
  {
    name: "another file stands in its place: confinement",
    deed: READ,
    inside: { file: "7:9" },
    outside: { file: "1:2" },
    is: "held confinement",
  },
  {
    name: "a file that was made is open, though the driver says otherwise",
    deed: MAKE,
    inside: { error: "EROFS" },
    outside: {},
    marks: ["inside"],
    is: "open",
  },
  {
    name: "a file that could not be made",
    deed: MAKE,
    inside: { error: "EROFS" },
    outside: {},
    is: "held confinement",
  },
];

const canaryOf = (...deeds: readonly Deed[]): Canary => ({
  id: "x",
  about: "x",
  driver: "node",
  heldIn: ["full"],
  deeds,
  stoppedBy: { EACCES: "connect rule", EROFS: "confinement" },
});

const observationOf = ({ inside, outside, marks = [], deniedBy }: Row): Observation => ({
  inside,
  outside,
  marks: { inside: marks.includes("inside"), outside: marks.includes("outside") },
  ...(deniedBy === undefined ? {} : { deniedBy }),
});

describe("one deed", () => {
  test.for(ROWS)("$name", (row) => {
    const { outcome, by } = judgeCanary(canaryOf(row.deed), [observationOf(row)]);
    expect([outcome, by].join(" ").trim()).toBe(row.is);
  });
});

describe("several deeds: the weakest counts", () => {
  const held: Observation = {
    inside: { error: "EACCES" },
    outside: {},
    marks: { inside: false, outside: false },
  };
  const open: Observation = { ...held, inside: {} };
  const failed: Observation = { ...held, inside: undefined };
  test.for([
    { seen: [held, held], is: "held" },
    { seen: [held, failed, held], is: "failed" },
    { seen: [failed, open, held], is: "open" },
    { seen: [], is: "absent" },
  ])("$is", ({ seen, is }) => {
    expect(judgeCanary(canaryOf(...seen.map(() => CALL)), seen).outcome).toBe(is);
  });
});
