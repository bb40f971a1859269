/** What the parser could not know. A fork bomb and a reach for guard are denied; everything else is unknown text: asked, or denied in PLAN. */
import type { Doubt } from "../core/command.ts";
import type { Mode, Ruled } from "../core/ruling.ts";
import { applyMode } from "../mode/mode.ts";
import { applySettings } from "../mode/settings.ts";
import type { PolicyLayers } from "../policy/policy.ts";

export function judgeDoubt(doubt: Doubt, mode: Mode, layers: PolicyLayers): Ruled {
  switch (doubt.kind) {
    case "fork-bomb":
      return { ruling: "deny", layer: "floor", rule: "floor.fork-bomb", because: doubt.because };
    case "tamper":
      return { ruling: "deny", layer: "floor", rule: "floor.tamper", because: doubt.because };
    case "unparsable":
    case "unknown-text":
    case "unknown-program":
    case "too-deep":
    case "redefinition": {
      const ruled = applySettings(applyMode({ nature: "unknown-text" }, mode), layers.settings);
      if (ruled.ruling === "deny") return { ...ruled, because: `${ruled.because}: ${doubt.because}` };
      const piped = doubt.because.includes("comes through the pipe");
      const instead = piped ? { instead: "save it to a file, read the file, then run it" } : {};
      return {
        ruling: ruled.ruling,
        layer: "parser",
        rule: `parser.${doubt.kind}`,
        because: doubt.because,
        ...instead,
      };
    }
  }
}
