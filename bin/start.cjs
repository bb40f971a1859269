/**
 * Starts a bundled program with code that V8 compiled at build time: half of a start is compiling. A cache that does not fit
 * (another node, a changed file) is refused by V8, and the program only starts slower. Nothing is decided here.
 */
const { readFileSync, writeFileSync } = require("node:fs");
const { join } = require("node:path");
const vm = require("node:vm");

const APP = join(__dirname, "../dist/app");
const loaded = new Map();

/** `name`: a bundle in dist/app, `main.cjs`. */
function load(name) {
  const file = join(APP, name);
  const known = loaded.get(file);
  if (known) return known.module.exports;
  const script = compile(file);
  const module = { exports: {} };
  loaded.set(file, { script, module });
  const requireFrom = (wanted) => (wanted.startsWith("./") ? load(wanted) : require(wanted));
  script.runInThisContext()(module.exports, requireFrom, module, file, APP);
  return module.exports;
}

function compile(file) {
  const text = readFileSync(file, "utf8");
  const source = `(function (exports, require, module, __filename, __dirname) {${text}\n})`;
  const cachedData = readCache(file);
  return new vm.Script(source, { filename: file, ...(cachedData ? { cachedData } : {}) });
}

/** V8 takes a cache only under the flags that it was made with. */
function cacheOf(file) {
  return `${file}${process.execArgv.join("")}.cache`;
}

function readCache(file) {
  try {
    return readFileSync(cacheOf(file));
  } catch {
    return undefined;
  }
}

/** For the build, after a warm-up: what ran by then is compiled in the caches. */
function writeCaches() {
  for (const [file, { script }] of loaded) writeFileSync(cacheOf(file), script.createCachedData());
}

module.exports = { load, writeCaches };
