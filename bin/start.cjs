/**
 * Starts a bundled program with code that V8 compiled at build time: half of a start is compiling. A cache that does not fit
 * is not used, and the program only starts slower: another node is refused by V8, a changed file here (V8 compares no more
 * than its length). Nothing is decided here.
 */
// First of all: node opens a debugger for it, and whoever reaches that is master of this process. One that came before
// this line has opened it by now, or does so at the loop's first turn.
process.on("SIGUSR1", () => undefined);
if (!process.execArgv.some((flag) => flag.startsWith("--inspect"))) {
  process._debugEnd?.();
  setImmediate(() => process._debugEnd?.());
}

const { readFileSync, writeFileSync } = require("node:fs");
const { join } = require("node:path");
const vm = require("node:vm");

// Below a guard it would be refused to start anything: a gate cannot look into what is hidden.
if (process.platform === "linux" && !process.env.GUARD_SESSION) hide();

const APP = join(__dirname, "../dist/app");
const loaded = new Map();
const COULD_NOT_START = 125;
const FAILED = 2;

/** From other processes of the same user (shims/hide.c). Without a compiler it is not there, and the rest holds without it. */
function hide() {
  try {
    process.dlopen({ exports: {} }, join(__dirname, "../dist/native/hide.node"));
  } catch {
    // Confinement and the gate's filter do what they can; `guard doctor` tells what that is.
  }
}

/** `name`: a bundle in dist/app, `main.cjs`. */
function load(name) {
  const file = join(APP, name);
  const known = loaded.get(file);
  if (known) return known.module.exports;
  const text = readBundle(file);
  const script = compile(file, text);
  const module = { exports: {} };
  loaded.set(file, { text, script, module });
  const requireFrom = (wanted) => (wanted.startsWith("./") ? load(wanted) : require(wanted));
  script.runInThisContext()(module.exports, requireFrom, module, file, APP);
  return module.exports;
}

function readBundle(file) {
  try {
    return readFileSync(file);
  } catch (error) {
    if (error.code !== "ENOENT") throw error;
    const problem = `${file} is missing; install guard again (./install.sh)`;
    if (loaded.size > 0) throw new Error(problem);
    // The program itself: nobody is there yet to tell it.
    process.stderr.write(`guard: ${problem}\n`);
    process.exit(process.argv[2] === "run" ? COULD_NOT_START : FAILED);
  }
}

function compile(file, text) {
  const source = `(function (exports, require, module, __filename, __dirname) {${text}\n})`;
  const cachedData = readCache(file, text);
  return new vm.Script(source, { filename: file, ...(cachedData ? { cachedData } : {}) });
}

/** V8 takes a cache only under the flags that it was made with. */
function cacheOf(file) {
  return `${file}${process.execArgv.join("")}.cache`;
}

/** A cache ends with the text that it was made of: comparing 300 kB takes 0.03 ms, any checksum more. */
function readCache(file, text) {
  let cache;
  try {
    cache = readFileSync(cacheOf(file));
  } catch {
    return undefined;
  }
  const at = cache.length - text.length;
  return at > 0 && text.equals(cache.subarray(at)) ? cache.subarray(0, at) : undefined;
}

/** For the build, after a warm-up: what ran by then is compiled in the caches. */
function writeCaches() {
  for (const [file, { text, script }] of loaded)
    writeFileSync(cacheOf(file), Buffer.concat([script.createCachedData(), text]));
}

module.exports = { load, writeCaches };
