/** Agents that speak Chat Completions to a provider of the user's own. */
import { join } from "node:path";
import { type Agent, byCommand, byPath, PROMPT, writeSettings } from "./agent.ts";

const openAi = (modelUrl: string) => ({
  OPENAI_API_KEY: "dummy",
  OPENAI_BASE_URL: `${modelUrl}/v1`,
  OPENAI_MODEL: "scripted",
});

/** The same under two names: it moved. */
const pi = {
  program: "pi",
  args: ["-p", "--provider", "scripted", "--model", "scripted", PROMPT],
  shell: byCommand("bash"),
  read: byPath("read", "path"),
  configure: (home: string, modelUrl: string) => {
    const api = { baseUrl: `${modelUrl}/v1`, api: "openai-completions", apiKey: "dummy" };
    const providers = { scripted: { ...api, models: [{ id: "scripted" }] } };
    writeSettings(join(home, ".pi/agent/models.json"), JSON.stringify({ providers }));
    return { PI_OFFLINE: "1" };
  },
};

export const CHAT_AGENTS: readonly Agent[] = [
  {
    name: "qwen",
    package: "@qwen-code/qwen-code",
    version: "0.24.4",
    program: "qwen",
    needsNewNode: true,
    args: ["--yolo", "-p", PROMPT],
    shell: { name: "run_shell_command", args: (command) => ({ command, is_background: false }) },
    read: byPath("read_file", "file_path"),
    configure: (_home, modelUrl) => openAi(modelUrl),
  },
  {
    ...pi,
    name: "pi",
    package: "@earendil-works/pi-coding-agent",
    version: "0.87.1",
    needsNewNode: true,
  },
  { ...pi, name: "pi-old", package: "@mariozechner/pi-coding-agent", version: "0.73.1" },
  {
    name: "cline",
    package: "cline",
    version: "3.0.65",
    program: "cline",
    args: ["--auto-approve", "true", PROMPT],
    shell: { name: "run_commands", args: (command) => ({ commands: [command] }) },
    read: { name: "read_files", args: (path) => ({ files: [{ path }] }) },
    configure: (home, modelUrl) => {
      const provider = "openai-compatible";
      const settings = { provider, apiKey: "dummy", model: "scripted", baseUrl: `${modelUrl}/v1` };
      const providers = {
        [provider]: { settings, updatedAt: "2026-01-01T00:00:00.000Z", tokenSource: "manual" },
      };
      writeSettings(
        join(home, ".cline/data/settings/providers.json"),
        JSON.stringify({ version: 1, lastUsedProvider: provider, modes: {}, providers }),
      );
      return {};
    },
  },
  {
    name: "cn",
    package: "@continuedev/cli",
    version: "1.5.47",
    program: "cn",
    args: ["--auto", "-p", PROMPT],
    refuses: /^sudo /,
    shell: byCommand("Bash"),
    read: byPath("Read", "filepath"),
    configure: (home, modelUrl) => {
      const model = { name: "scripted", provider: "openai", model: "scripted", apiKey: "dummy" };
      const models = [{ ...model, apiBase: `${modelUrl}/v1`, capabilities: ["tool_use"] }];
      // JSON is YAML.
      const config = { name: "scripted", version: "1.0.0", schema: "v1", models };
      writeSettings(join(home, ".continue/config.yaml"), JSON.stringify(config));
      return {};
    },
  },
  {
    name: "copilot",
    package: "@github/copilot",
    version: "1.0.102",
    program: "copilot",
    args: ["-p", PROMPT, "--allow-all-tools", "--allow-all-paths"],
    shell: { name: "bash", args: (command) => ({ command, description: "the script's next step" }) },
    read: byPath("view", "path"),
    configure: (_home, modelUrl) => ({
      COPILOT_PROVIDER_BASE_URL: `${modelUrl}/v1`,
      COPILOT_PROVIDER_TYPE: "openai",
      COPILOT_PROVIDER_API_KEY: "dummy",
      COPILOT_MODEL: "scripted",
      COPILOT_OFFLINE: "true",
    }),
  },
  {
    name: "grok",
    package: "@vibe-kit/grok-cli",
    version: "0.0.34",
    program: "grok",
    args: ["-p", PROMPT],
    shell: byCommand("bash"),
    read: byPath("view_file", "path"),
    configure: (_home, modelUrl) => ({ GROK_API_KEY: "dummy", GROK_BASE_URL: `${modelUrl}/v1` }),
  },
  {
    name: "goose",
    package: "@aaif/goose",
    version: "0.20.1",
    program: "goose",
    args: ["run", "--no-session", "--with-builtin", "developer", "-t", PROMPT],
    shell: byCommand("shell"),
    configure: (_home, modelUrl) => ({
      GOOSE_PROVIDER: "openai",
      GOOSE_MODEL: "scripted",
      GOOSE_MODE: "auto",
      GOOSE_DISABLE_KEYRING: "1",
      OPENAI_API_KEY: "dummy",
      OPENAI_HOST: modelUrl,
    }),
  },
];
