import { createRequire } from "node:module";
import path from "node:path";
import { root } from "../root";
import type { Board } from "./board";
import { supervise } from "./supervise-process";
import { isListening } from "./listening";

const require = createRequire(import.meta.url);

/** How often is looked whether it is there, in milliseconds. */
const LOOK_EVERY_MS = 150;
/** A restart takes less; what it prints meanwhile is then the reason why it does not come back. */
const LATE_MS = 2_500;
const LINES_KEPT = 15;

/** Runs the server, which starts anew with each change of its sources, and tells the board whether it is there. */
export function siteServer(board: Board, { port, env }: { port: number; env: Record<string, string> }): void {
  const tsx = path.join(path.dirname(require.resolve("tsx/package.json")), "dist/cli.mjs");
  let lines: string[] = [];
  let awaySince: number | null = performance.now();
  let wasThere = false;

  async function look(): Promise<void> {
    const isThere = (await isListening(port)) && (awaySince === null || (await isHealthy(port)));
    if (isThere && awaySince !== null) {
      awaySince = null;
      wasThere = true;
      lines = [];
      board.setProblems("server", []);
      board.set("server", { phase: "ready", note: undefined });
    } else if (!isThere && awaySince === null) {
      awaySince = performance.now();
      board.set("server", { phase: "away", note: "The server restarts; calls wait for it." });
    } else if (!isThere && wasThere && lines.length > 0 && performance.now() - awaySince! > LATE_MS) {
      board.setProblems("server", [{ ...placeIn(lines), message: lines.join("\n") }]);
    }
    setTimeout(() => void look(), LOOK_EVERY_MS);
  }

  board.set("server", { phase: "starting" });
  supervise({
    name: "server",
    args: [tsx, "watch", "--clear-screen=false", "server/src/commands/server.ts"],
    cwd: root,
    env: { ...env, PORT: String(port) },
    onErrorLine: (line) => {
      if (line.trim() !== "") lines = [...lines, line].slice(-LINES_KEPT);
    },
    onEnd: () => undefined,
  });
  void look();
}

const isHealthy = (port: number) =>
  fetch(`http://localhost:${port}/api/ready`).then(
    ({ ok }) => ok,
    () => false,
  );

/** The first of our own files that a stack or a message of the compiler names. */
function placeIn(lines: readonly string[]): { file?: string; line?: number; column?: number } {
  for (const line of lines) {
    const [, file, row, column] = /((?:server|shared)\/[\w./-]+\.tsx?):(\d+):(\d+)/.exec(line) ?? [];
    if (file) return { file, line: Number(row), column: Number(column) };
  }
  return {};
}
