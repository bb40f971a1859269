/** What a reader of a replay must know besides what changed. Not made visible yet. */
import type { Replay } from "../learn/replay.ts";
import type { Gathered } from "../learn/seen.ts";
import { plural } from "./outcome-words.ts";

/** Beside "newly allowed: none" it must not be missed. */
export function loosenedTexts({ settings }: Replay): string[] {
  const loosened = settings.filter(({ loosens }) => loosens === "yes");
  if (loosened.length === 0) return [];
  const texts = loosened.map(({ setting, before, after }) => `${setting} (${before} -> ${after})`);
  return [`${texts.join("; ")}; not judged here`];
}

export function noteTexts({ unusable }: Gathered, replayed: Replay): string[] {
  const { drifted, cut, redacted, settings, gone, warnings } = replayed;
  const goneTimes = [...gone.values()].reduce((sum, count) => sum + count, 0);
  return [
    ...(drifted > 0
      ? [
          `${plural(drifted, "check")} would be ruled differently today anyway, with the files as they are: those, folders or guard itself have changed since`,
        ]
      : []),
    ...(cut > 0 ? [`${plural(cut, "check")} judged as the record has it, cut because of its length`] : []),
    ...(redacted > 0
      ? [`${plural(redacted, "check")} judged as the record has it, with a secret taken out`]
      : []),
    ...settings.map(
      ({ setting, before, after, loosens }) =>
        `${setting}: ${after} instead of ${before}; a replay does not judge it${loosens === "yes" ? ", and it loosens" : ""}`,
    ),
    ...[...unusable].map(([why, count]) => `${plural(count, "record")} not judged: ${why}`),
    ...(goneTimes > 0
      ? [`${plural(goneTimes, "check")} not judged: the project is gone (${[...gone.keys()].join(", ")})`]
      : []),
    ...warnings,
  ];
}
