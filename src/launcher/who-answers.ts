/** Where a question is shown. A console beside the agent comes first: it takes nobody's screen. */

export type Wanted = "auto" | "inline" | "tmux" | "wait";

export interface Surroundings {
  readonly wanted: Wanted;
  /** Consoles that are attached now. */
  readonly consoles: number;
  readonly questions: number;
  /** `closed`: there was one, and the person has closed it. `failed`: tmux could not open it. */
  readonly split: "none-here" | "possible" | "opening" | "open" | "closed" | "failed";
}

/** `split`: open a console in a split of tmux now. `card`: over the agent's screen. */
export function chooseAnswerer({
  wanted,
  consoles,
  questions,
  split,
}: Surroundings): "nothing" | "split" | "card" {
  if (wanted === "wait") return "nothing";
  if (wanted === "inline") return questions > 0 ? "card" : "nothing";
  if (consoles > 0) return "nothing";
  switch (split) {
    case "possible":
      return wanted === "tmux" || questions > 0 ? "split" : "nothing";
    // Closed by hand while nothing waited: the next question brings it back.
    case "closed":
      return questions > 0 ? "split" : "nothing";
    // It is attached in a moment.
    case "opening":
    case "open":
      return "nothing";
    case "none-here":
    case "failed":
      return questions > 0 ? "card" : "nothing";
  }
}
