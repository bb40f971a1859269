import { writeFileSync } from "node:fs";
import { test } from "vitest";
import { startConsole } from "./console-pane.ts";
import { makeRuntime, startFakeDaemon } from "./fake-daemon.ts";
import { cardOf, LADDER } from "./questions.ts";

test("look", async () => {
  const { root, runtime } = makeRuntime();
  const daemon = await startFakeDaemon(runtime);
  daemon.ladder = LADDER;
  const shots: string[] = [];
  const pane = await startConsole(root);
  const shot = async (name: string) => {
    await new Promise((r) => setTimeout(r, 250));
    shots.push(`=== ${name}\n${await pane.screen()}`);
    writeFileSync("/tmp/shots.txt", shots.join("\n"));
  };
  await pane.waitFor((s) => s.includes("nothing waits"), "idle");
  await shot("idle");
  const one = daemon.ask();
  daemon.cards.set(one.id, cardOf(one.id));
  await pane.waitFor((s) => s.includes("npm install"), "card");
  await shot("card");
  daemon.ask({ line: "rm -rf node_modules", risk: "dangerous" });
  daemon.ask({
    line: "terraform destroy",
    ruling: "confirm",
    risk: "dangerous",
    can: ["destroy every resource of the stack"],
  });
  for (let i = 0; i < 7; i++) daemon.ask({ line: `echo ${i}; ls \u001b[31m` });
  await shot("queue");
  await pane.type("p");
  await shot("ladder");
  await pane.press("Escape");
  await shot("back");
  await pane.type("r");
  await pane.type("use the other one");
  await shot("reason");
  await pane.press("Escape");
  await shot("back2");
  await pane.type("A");
  await shot("bulk");
  await pane.press("Escape");
  await shot("back3");
  await pane.type("?");
  await shot("help");
  await pane.type("x");
  await pane.press("Tab");
  await pane.press("Tab");
  await shot("confirm");
  await pane.type("a");
  await shot("confirm-a");
  await pane.type("CONFIRM");
  await shot("confirm-typed");
  await pane.type("o");
  await shot("confirmed");
  await pane.resize(40, 12);
  await shot("40x12");
  await pane.resize(40, 10);
  await shot("40x10");
  await pane.resize(120, 40);
  await shot("120x40");
  await pane.type("m");
  await shot("mode");
  await pane.type("q");
  await pane.type("q");
  await shot("left");
});
