/** How each tested agent is installed, configured and started without a person, with the scripted model instead of its own. */
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

export interface Agent {
  readonly name: string;
  readonly package: string;
  readonly version: string;
  /** The name in node_modules/.bin. */
  readonly program: string;
  readonly args: readonly string[];
  /** The same, with a sandbox of its own (bwrap) around each command. */
  readonly sandboxArgs?: readonly string[];
  /** Writes its settings below the home folder; returns the variables that it needs besides. */
  readonly configure: (home: string, modelUrl: string) => NodeJS.ProcessEnv;
}

const PROMPT = "Follow the script.";

export const AGENTS: readonly Agent[] = [
  {
    name: "codex",
    package: "@openai/codex",
    version: "0.166.0",
    program: "codex",
    args: ["exec", "--dangerously-bypass-approvals-and-sandbox", PROMPT],
    sandboxArgs: ["exec", "--sandbox", "workspace-write", PROMPT],
    configure: (home, modelUrl) => {
      writeSettings(
        join(home, ".codex/config.toml"),
        [
          'model = "scripted"',
          'model_provider = "scripted"',
          "[model_providers.scripted]",
          'name = "scripted"',
          `base_url = "${modelUrl}/v1"`,
          'env_key = "SCRIPTED_MODEL_KEY"',
          'wire_api = "responses"',
        ].join("\n"),
      );
      return { SCRIPTED_MODEL_KEY: "dummy" };
    },
  },
  {
    name: "gemini-cli",
    package: "@google/gemini-cli",
    version: "0.61.0",
    program: "gemini",
    args: ["--yolo", "--skip-trust", "--model", "gemini-2.5-flash", "-p", PROMPT],
    configure: (home, modelUrl) => {
      writeSettings(
        join(home, ".gemini/settings.json"),
        JSON.stringify({
          security: { auth: { selectedType: "gemini-api-key" } },
          privacy: { usageStatisticsEnabled: false },
          general: { disableAutoUpdate: true, enableAutoUpdate: false },
        }),
      );
      return { GEMINI_API_KEY: "dummy", GOOGLE_GEMINI_BASE_URL: modelUrl };
    },
  },
  {
    name: "opencode",
    package: "opencode-ai",
    version: "1.18.33",
    program: "opencode",
    args: ["run", "--auto", "--model", "scripted/scripted", PROMPT],
    configure: (home, modelUrl) => {
      writeSettings(
        join(home, ".config/opencode/opencode.json"),
        JSON.stringify({
          autoupdate: false,
          provider: {
            scripted: {
              npm: "@ai-sdk/openai-compatible",
              options: { baseURL: `${modelUrl}/v1`, apiKey: "dummy" },
              models: { scripted: { name: "scripted", tool_call: true } },
            },
          },
        }),
      );
      return { OPENCODE_DISABLE_MODELS_FETCH: "1" };
    },
  },
];

function writeSettings(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}
