/**
 * What is in index.db: of each record what people filter by, and where its texts are. All of it is made of audit.db and can be made again.
 * Columns without an index are looked through, which is quick: a row is some 40 bytes.
 */
import type { Database } from "../audit/database.ts";

/** Another number, another form: what is there is thrown away and made anew. */
const VERSION = 3;

const TABLES = ["state", "name", "session", "entry", "entry_program", "texts"] as const;

/**
 * `state`: the last record that is in here, and its hash there. `name`: everything that repeats; `uses` says how common it is. `verdict`: 1 allow,
 * 0 deny, null for an event. `request`: the last eight digits of its id. `texts`: text-block.ts.
 */
const SCHEMA = `
CREATE TABLE state (one INTEGER PRIMARY KEY, seq INTEGER NOT NULL, hash BLOB NOT NULL) STRICT;
CREATE TABLE name (id INTEGER PRIMARY KEY, kind TEXT NOT NULL, text TEXT NOT NULL, uses INTEGER NOT NULL, UNIQUE (kind, text)) STRICT;
CREATE TABLE session (name INTEGER PRIMARY KEY, agent INTEGER, project INTEGER) STRICT;
CREATE TABLE entry (
  seq INTEGER PRIMARY KEY, at_ms INTEGER NOT NULL, verdict INTEGER, event INTEGER, session INTEGER NOT NULL, decider INTEGER, rule INTEGER,
  person INTEGER, agent INTEGER, project INTEGER, pattern INTEGER, request INTEGER, latency_us INTEGER, asked_ms INTEGER
) STRICT;
CREATE INDEX entry_session ON entry (session);
CREATE INDEX entry_decider ON entry (decider) WHERE decider IS NOT NULL;
CREATE INDEX entry_agent ON entry (agent) WHERE agent IS NOT NULL;
CREATE INDEX entry_project ON entry (project) WHERE project IS NOT NULL;
CREATE INDEX entry_rule ON entry (rule) WHERE rule IS NOT NULL;
CREATE INDEX entry_person ON entry (person) WHERE person IS NOT NULL;
CREATE INDEX entry_request ON entry (request) WHERE request IS NOT NULL;
CREATE TABLE entry_program (program INTEGER NOT NULL, seq INTEGER NOT NULL, PRIMARY KEY (program, seq)) STRICT, WITHOUT ROWID;
CREATE TABLE texts (
  first INTEGER PRIMARY KEY, last INTEGER NOT NULL, min_ms INTEGER NOT NULL, max_ms INTEGER NOT NULL, places BLOB NOT NULL, bytes BLOB NOT NULL
) STRICT;
PRAGMA user_version = ${VERSION};`;

/** Throws what SQLite says. */
export function prepareIndex(index: Database): void {
  if (isPrepared(index)) return;
  index.exec("BEGIN IMMEDIATE");
  try {
    // Somebody else may have done it meanwhile.
    if (!isPrepared(index)) {
      for (const table of TABLES) index.exec(`DROP TABLE IF EXISTS ${table}`);
      index.exec(SCHEMA);
    }
    index.exec("COMMIT");
  } catch (error) {
    if (index.inTransaction) index.exec("ROLLBACK");
    throw error;
  }
}

function isPrepared(index: Database): boolean {
  return index.pragma("user_version", { simple: true }) === VERSION;
}

/** Inside a transaction. */
export function emptyIndex(index: Database): void {
  for (const table of TABLES) index.exec(`DELETE FROM ${table}`);
}
