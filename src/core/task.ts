/** What is known of a project's script. One that cannot be seen is not one that is not there. */
export type TaskAnswer =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "none" }
  | { readonly kind: "unreadable"; readonly because: string };
