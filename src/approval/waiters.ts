/** Those who wait for the same answer. Each hears it once, or has left before. */
import type { Answer } from "./question.ts";

export interface Waiters {
  readonly size: () => number;
  readonly add: () => { readonly answer: Promise<Answer>; readonly leave: () => "left" | "was not waiting" };
  readonly answerAll: (answer: Answer) => void;
}

export function createWaiters(): Waiters {
  const waiting = new Set<(answer: Answer) => void>();
  return {
    size: () => waiting.size,
    add() {
      let tell: (answer: Answer) => void = () => undefined;
      const answer = new Promise<Answer>((resolve) => {
        tell = resolve;
      });
      waiting.add(tell);
      const leave = () => {
        if (!waiting.delete(tell)) return "was not waiting";
        tell({ kind: "withdrawn" });
        return "left";
      };
      return { answer, leave };
    },
    answerAll(answer) {
      const told = [...waiting];
      waiting.clear();
      for (const tell of told) tell(answer);
    },
  };
}
