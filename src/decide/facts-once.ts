/** Within one check the disk is asked the same only once: a command that may become several others names the same paths in each. */
import type { Facts } from "./facts.ts";

export function askOnce(facts: Facts): Facts {
  return {
    ...facts,
    findGitHazard: once(facts.findGitHazard),
    findRealPath: once(facts.findRealPath),
    findLinks: once(facts.findLinks),
  };
}

function once<Answer>(find: (text: string) => Answer): (text: string) => Answer {
  const found = new Map<string, { readonly answer: Answer }>();
  return (text) => {
    const known = found.get(text) ?? { answer: find(text) };
    found.set(text, known);
    return known.answer;
  };
}
