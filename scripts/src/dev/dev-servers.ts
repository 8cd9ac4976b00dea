import { createRequire } from "node:module";
import path from "node:path";
import { root } from "../root";
import { rowAt, type Board, type Problem } from "./board";
import { portVariable } from "./ports";
import { supervise } from "./supervise-process";

const require = createRequire(import.meta.url);

/** Messages of a part's compiler, see shared/build/development/report-plugin.mjs. */
type Report =
  | { kind: "progress"; percent: number }
  | { kind: "compiling" }
  | { kind: "compiled"; hash: string | null; problems: Omit<Problem, "from">[] };

export interface DevServers {
  /** Manifest of a remote or template of the shell; null before the first build. */
  entryFileOf(part: string): string | null;
  prioritize(path: string): void;
}

interface Options {
  board: Board;
  parts: readonly string[];
  first: number;
  portOf: (part: string) => number | undefined;
  log: (line: string) => void;
}

/** Runs the parts' dev servers and updates the board. Two compilers keep two cores busy, so the rest are queued. */
export function startDevServers({ board, parts, first, portOf, log }: Options): DevServers {
  const entryFiles = new Map<string, string>();
  const waiting = [...parts];
  const starting = new Set<string>();

  function startNext(part: string): void {
    starting.delete(part);
    const next = starting.size === 0 ? waiting.splice(0, 2) : [];
    next.forEach(start);
  }

  async function readEntryFile(part: string): Promise<void> {
    const file = part === "shell" ? "index.html" : "mf-manifest.json";
    const entryFile = await fetch(`http://localhost:${portOf(part)}/${file}`).then(
      (answer) => (answer.ok ? answer.text() : null),
      () => null,
    );
    if (entryFile) entryFiles.set(part, entryFile);
  }

  async function compiled(part: string, { hash, problems }: Extract<Report, { kind: "compiled" }>): Promise<void> {
    board.setProblems(part, problems);
    // Not awaited after an edit: the developer is waiting, and the file rarely changes.
    const reading = hash ? readEntryFile(part) : undefined;
    if (!entryFiles.has(part)) await reading;
    board.set(part, { ...(hash && { hash }), phase: problems.length > 0 ? "errors" : "ready", note: undefined });
    startNext(part);
  }

  function handleReport(part: string, report: Report): void {
    const row = board.row(part)!;
    if (report.kind === "progress") board.set(part, { percent: report.percent });
    else if (report.kind === "compiling") board.set(part, { phase: row.hash ? "compiling" : "starting", percent: 0 });
    else void compiled(part, report);
  }

  function start(part: string): void {
    starting.add(part);
    board.set(part, { phase: "starting" });
    const webpack = path.join(path.dirname(require.resolve("webpack-cli/package.json")), "bin/cli.js");
    supervise({
      name: part,
      args: [webpack, "serve", "--mode", "development", "--watch-options-stdin"],
      cwd: path.join(root, part),
      env: { [portVariable(part)]: String(portOf(part)) },
      onStart: (pid) => board.set(part, { pid }),
      onMessage: (message) => handleReport(part, message as Report),
      onEnd: (how, pause) => {
        const standIn = board.row(part)?.hasLastBuild ? " Its last build is shown until then." : "";
        const note = `The dev server of ${part} ended (${how}) and is restarting.${standIn}`;
        log(note);
        board.setProblems(part, []);
        board.set(part, { phase: "away", percent: 0, note });
        if (pause > 1_000) log(`${part} restarts in ${Math.round(pause / 1000)} s.`);
        startNext(part);
      },
    });
  }

  waiting.splice(0, first).forEach(start);
  return {
    entryFileOf: (part) => entryFiles.get(part) ?? null,
    prioritize(address) {
      const part = rowAt(board.state(), address)?.name;
      if (!part || !waiting.includes(part)) return;
      waiting.splice(waiting.indexOf(part), 1);
      start(part);
    },
  };
}
