import { test } from "vitest";
import { loadPolicy } from "../../src/policy/load.ts";
import { makeMachine, problemsOf } from "./fixture.ts";
test("x", async () => {
  for (const t of ["commands: [make]\n","- a\n","version: 1\ncommands: [12]\n","version: 1\ncommands: [{nam: x}]\n","version: 1\nprofiles: {a: []}\n","version: 1\nprofiles: 3\n","version: 1\nrules: 3\n","version: 1\nrules:\n  - {id: a, match: 3, ruling: deny, because: b}\n","version: 1\nmode: fast\n","version: 1\nsettings:\n  ask: never\n  security: 3\n", "version: 1\ncommands: [make\n","version: 1\nrules:\n\t- a\n","version: 1\nsettings: {approval_enabled: 'no'}\n", "version: 1\nallowlist: [*]\n"," hello\n","version: 1\ncommands:\n"]) {
    console.log(JSON.stringify(t), problemsOf(await loadPolicy({ places: makeMachine({ user: t }).places })));
  }
  const t0=Date.now(); await loadPolicy({places: makeMachine({user: "version: 1\n"+"a:\n - ".repeat(40000)}).places}); console.log(Date.now()-t0);
  const t1=Date.now(); await loadPolicy({places: makeMachine({user: "version: 1\n"+"x: {"+"a: [],".repeat(30000)+"}"}).places}); console.log(Date.now()-t1);
  const t2=Date.now(); await loadPolicy({places: makeMachine({user: "version: 1\n"+Array.from({length:20000},(_,i)=>`k${i}: 1`).join("\n")}).places}); console.log(Date.now()-t2);
});
