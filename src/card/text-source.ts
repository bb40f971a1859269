/** A place where the text of what would run stands. */
import type { WholeText } from "./approved-texts.ts";

export type Source =
  | ({ readonly kind: "given" } & WholeText)
  | { readonly kind: "file"; readonly title: string; readonly path: string }
  | {
      readonly kind: "package";
      readonly title: string;
      readonly folder: string;
      readonly names: readonly string[];
    }
  /** The first of `files` that is there; a recipe of it where that can be told. */
  | {
      readonly kind: "rules";
      readonly tool: string;
      readonly files: readonly string[];
      readonly targets: Targets;
    };

/** `all`: which ones cannot be told. */
export type Targets = readonly string[] | "all";
