import { createRequire } from "node:module";
import path from "node:path";
import { root } from "../root";
import type { Board } from "./board";
import { supervise } from "./supervise-process";
import { isListening } from "./ports";

const require = createRequire(import.meta.url);

const CHECK_INTERVAL_MS = 150;
/** Longer than a restart; after that, the output explains why it failed. */
const FAILED_AFTER_MS = 2_500;
const MAX_LINES = 15;

export function startSiteServer(board: Board, { port, env }: { port: number; env: Record<string, string> }): void {
  const tsx = path.join(path.dirname(require.resolve("tsx/package.json")), "dist/cli.mjs");
  let lines: string[] = [];
  let awaySince: number | null = performance.now();
  let wasThere = false;

  async function check(): Promise<void> {
    const isThere = (await isListening(port)) && (awaySince === null || (await isHealthy(port)));
    if (isThere && awaySince !== null) {
      awaySince = null;
      wasThere = true;
      lines = [];
      board.setProblems("server", []);
      board.set("server", { phase: "ready", note: undefined });
    } else if (!isThere && awaySince === null) {
      awaySince = performance.now();
      board.set("server", { phase: "away", note: "The server is restarting; requests wait for it." });
    } else if (!isThere && wasThere && lines.length > 0 && performance.now() - awaySince! > FAILED_AFTER_MS) {
      board.setProblems("server", [{ ...locationIn(lines), message: lines.join("\n") }]);
    }
    setTimeout(() => void check(), CHECK_INTERVAL_MS);
  }

  board.set("server", { phase: "starting" });
  supervise({
    name: "server",
    args: [tsx, "watch", "--clear-screen=false", "server/src/commands/server.ts"],
    cwd: root,
    env: { ...env, PORT: String(port) },
    onErrorLine: (line) => {
      if (line.trim() !== "") lines = [...lines, line].slice(-MAX_LINES);
    },
    onEnd: () => undefined,
  });
  void check();
}

const isHealthy = (port: number) =>
  fetch(`http://localhost:${port}/api/ready`).then(
    ({ ok }) => ok,
    () => false,
  );

function locationIn(lines: readonly string[]): { file?: string; line?: number; column?: number } {
  for (const line of lines) {
    const [, file, row, column] = /((?:server|shared)\/[\w./-]+\.tsx?):(\d+):(\d+)/.exec(line) ?? [];
    if (file) return { file, line: Number(row), column: Number(column) };
  }
  return {};
}
