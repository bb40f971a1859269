/** How each tested agent is installed, configured and started: those with a wire format of their own, and opencode with its kin. */
import { join } from "node:path";
import { type Agent, byCommand, byPath, PROMPT, writeSettings } from "./agent.ts";
import { CHAT_AGENTS } from "./chat-agents.ts";

const OWN_AGENTS: readonly Agent[] = [
  {
    name: "codex",
    package: "@openai/codex",
    version: "0.166.0",
    program: "codex",
    args: ["exec", "--dangerously-bypass-approvals-and-sandbox", PROMPT],
    sandboxArgs: ["exec", "--sandbox", "workspace-write", PROMPT],
    shell: { name: "exec_command", args: (command) => ({ cmd: command }) },
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
    name: "gemini",
    package: "@google/gemini-cli",
    version: "0.61.0",
    program: "gemini",
    args: ["--yolo", "--skip-trust", "--model", "gemini-2.5-flash", "-p", PROMPT],
    shell: byCommand("run_shell_command"),
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
    shell: { name: "bash", args: (command) => ({ command, description: "the script's next step" }) },
    read: byPath("read", "filePath"),
    configure: (home, modelUrl) => {
      writeSettings(join(home, ".config/opencode/opencode.json"), openCodeSettings(modelUrl));
      return { OPENCODE_DISABLE_MODELS_FETCH: "1" };
    },
  },
  {
    name: "claude",
    package: "@anthropic-ai/claude-code",
    version: "2.1.325",
    program: "claude",
    needsNewNode: true,
    args: ["-p", "--dangerously-skip-permissions", PROMPT],
    shell: byCommand("Bash"),
    read: byPath("Read", "file_path"),
    configure: (_home, modelUrl) => ({
      ANTHROPIC_BASE_URL: modelUrl,
      ANTHROPIC_API_KEY: "dummy",
      DISABLE_AUTOUPDATER: "1",
      // As root it wants to hear that there is a sandbox around it.
      IS_SANDBOX: "1",
    }),
  },
  {
    name: "kilo",
    package: "@kilocode/cli",
    version: "7.7.7",
    program: "kilo",
    args: ["run", "--auto", "--model", "scripted/scripted", PROMPT],
    shell: { name: "bash", args: (command) => ({ command, description: "the script's next step" }) },
    read: byPath("read", "filePath"),
    configure: (home, modelUrl) => {
      writeSettings(join(home, ".config/kilo/kilo.json"), openCodeSettings(modelUrl));
      return { OPENCODE_DISABLE_MODELS_FETCH: "1", KILO_DISABLE_MODELS_FETCH: "1" };
    },
  },
];

export const AGENTS: readonly Agent[] = [...OWN_AGENTS, ...CHAT_AGENTS];

function openCodeSettings(modelUrl: string): string {
  return JSON.stringify({
    autoupdate: false,
    provider: {
      scripted: {
        npm: "@ai-sdk/openai-compatible",
        options: { baseURL: `${modelUrl}/v1`, apiKey: "dummy" },
        models: { scripted: { name: "scripted", tool_call: true } },
      },
    },
  });
}
