/** What a person pressed, told apart from what was pasted. */

export type KeyName =
  | "enter"
  | "escape"
  | "tab"
  | "back-tab"
  | "up"
  | "down"
  | "page-up"
  | "page-down"
  | "backspace"
  | "clear-line"
  | "interrupt";

export type Key =
  | { readonly kind: "letter"; readonly letter: string }
  | { readonly kind: "named"; readonly name: KeyName }
  /** Never taken as keys: whoever pastes has not seen each of them. */
  | { readonly kind: "paste"; readonly text: string }
  /** One read of the terminal brought them all: nobody looked in between. */
  | { readonly kind: "several"; readonly keys: readonly Key[] }
  | { readonly kind: "unknown" };
