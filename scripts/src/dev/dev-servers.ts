import { createRequire } from "node:module";
import path from "node:path";
import { root } from "../root";
import { rowAt, type Board, type Problem } from "./board";
import { supervise } from "./supervise-process";

const require = createRequire(import.meta.url);

/** What a part's compiler says of itself, see shared/build/development/report-plugin.mjs. */
type Report =
  | { kind: "progress"; percent: number }
  | { kind: "compiling" }
  | { kind: "compiled"; hash: string | null; problems: Omit<Problem, "from">[] };

export interface DevServers {
  /** The file by which the server knows a part; null before its first build. */
  faceOf(part: string): string | null;
  /** What somebody wants to see comes before what nobody has asked for. */
  hurry(path: string): void;
}

interface Options {
  board: Board;
  /** The parts that run live, those that are needed first before the others. */
  parts: readonly string[];
  /** Of `parts`, so many from the beginning start at once; the others when those are done. */
  first: number;
  portOf: (part: string) => number | undefined;
  tell: (line: string) => void;
}

/** Runs the dev servers of parts and tells the board how they do. Two compilers keep two cores busy: the rest waits for its turn. */
export function devServers({ board, parts, first, portOf, tell }: Options): DevServers {
  const faces = new Map<string, string>();
  const waiting = [...parts];
  const starting = new Set<string>();

  function settled(part: string): void {
    starting.delete(part);
    const next = starting.size === 0 ? waiting.splice(0, 2) : [];
    next.forEach(start);
  }

  async function readFace(part: string): Promise<void> {
    const file = part === "shell" ? "index.html" : "mf-manifest.json";
    const face = await fetch(`http://localhost:${portOf(part)}/${file}`).then(
      (answer) => (answer.ok ? answer.text() : null),
      () => null,
    );
    if (face) faces.set(part, face);
  }

  async function compiled(part: string, { hash, problems }: Extract<Report, { kind: "compiled" }>): Promise<void> {
    board.setProblems(part, problems);
    // After an edit somebody is waiting, and it is nearly always the same.
    const reading = hash ? readFace(part) : undefined;
    if (!faces.has(part)) await reading;
    board.set(part, { ...(hash && { hash }), phase: problems.length > 0 ? "errors" : "ready", note: undefined });
    settled(part);
  }

  function hear(part: string, report: Report): void {
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
      onMessage: (message) => hear(part, message as Report),
      onEnd: (how, pause) => {
        const standIn = board.row(part)?.hasLastBuild ? " Meanwhile its last build is shown." : "";
        const note = `The dev server of ${part} ended (${how}) and is started again.${standIn}`;
        tell(note);
        board.setProblems(part, []);
        board.set(part, { phase: "away", percent: 0, note });
        if (pause > 1_000) tell(`${part} is started again in ${Math.round(pause / 1000)} s.`);
        settled(part);
      },
    });
  }

  waiting.splice(0, first).forEach(start);
  return {
    faceOf: (part) => faces.get(part) ?? null,
    hurry(address) {
      const part = rowAt(board.state(), address)?.name;
      if (!part || !waiting.includes(part)) return;
      waiting.splice(waiting.indexOf(part), 1);
      start(part);
    },
  };
}

/** MF_PUBLIC_PORT moves the dev server of mf-public. */
export const portVariable = (part: string) => `${part.replaceAll("-", "_").toUpperCase()}_PORT`;
