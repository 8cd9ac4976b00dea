import type { IncomingMessage, ServerResponse } from "node:http";
import { findBestMatch } from "@conquest/shared/contracts/parts/match-route";

/** State of a part of the site. `away`: it ended or restarts and will come back. */
export type Phase = "waiting" | "starting" | "compiling" | "ready" | "errors" | "away" | "last build";

export interface Row {
  name: string;
  /** Empty if it runs nothing because its last build is used. */
  address: string;
  phase: Phase;
  pid?: number | undefined;
  percent?: number;
  /** Hash of the current build; null before the first. */
  hash?: string | null;
  note?: string;
  paths?: readonly string[];
  hasLastBuild?: boolean;
}

export interface Problem {
  /** Source: a part, `server` or `types`. */
  from: string;
  file?: string;
  line?: number;
  column?: number;
  message: string;
}

export interface BoardState {
  rows: readonly Row[];
  problems: readonly Problem[];
}

export interface Board {
  state(): BoardState;
  row(name: string): Row | undefined;
  set(name: string, change: Partial<Omit<Row, "name">>): void;
  setProblems(from: string, problems: readonly Omit<Problem, "from">[]): void;
  subscribe(listener: () => void): () => void;
}

export function createBoard(): Board {
  const rows = new Map<string, Row>();
  const problems = new Map<string, Problem[]>();
  const listeners = new Set<() => void>();
  const notify = () => listeners.forEach((listener) => listener());

  return {
    state: () => ({ rows: [...rows.values()], problems: [...problems.values()].flat() }),
    row: (name) => rows.get(name),
    set(name, change) {
      rows.set(name, { ...(rows.get(name) ?? { name, address: "", phase: "waiting" }), ...change });
      notify();
    },
    setProblems(from, sourceProblems) {
      if (sourceProblems.length === 0 && !problems.has(from)) return;
      problems.set(
        from,
        sourceProblems.map((problem) => ({ from, ...problem })),
      );
      if (sourceProblems.length === 0) problems.delete(from);
      notify();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

export const isServing = ({ phase, hash }: Row): boolean =>
  Boolean(hash) && ["compiling", "ready", "errors"].includes(phase);

export function rowAt({ rows }: BoardState, path: string): Row | undefined {
  const pages = rows.flatMap((row) => (row.paths ?? []).map((each) => ({ path: each, row })));
  return findBestMatch(pages, path)?.candidate.row;
}

export function isReadyAt(state: BoardState, path: string): boolean {
  const { rows } = state;
  const part = rowAt(state, path);
  const hasFallback = (row: Row) => row.hasLastBuild === true && ["errors", "away", "last build"].includes(row.phase);
  return (
    rows.some(({ name, phase }) => name === "server" && phase === "ready") &&
    rows.some((row) => row.name === "shell" && isServing(row)) &&
    (part === undefined || isServing(part) || hasFallback(part))
  );
}

const THROTTLE_MS = 80;
/** Prevents proxies from closing an idle connection. */
const HEARTBEAT_MS = 15_000;

/** Streams the complete state, so missed events do not matter. `?path=/about` adds whether that page is ready. */
export function sendEvents(
  request: IncomingMessage,
  response: ServerResponse,
  board: Board,
  isReady = (path: string) => isReadyAt(board.state(), path),
): void {
  const path = new URL(request.url ?? "/", "http://localhost").searchParams.get("path") ?? "/";
  response.writeHead(200, { "content-type": "text/event-stream", "cache-control": "no-store" });

  let sent = "";
  let waiting: NodeJS.Timeout | undefined;
  const send = () => {
    const state = board.state();
    const text = JSON.stringify({ ...state, isReady: isReady(path) });
    if (text === sent) return;
    sent = text;
    response.write(`data: ${text}\n\n`);
  };
  const unsubscribe = board.subscribe(() => {
    if (waiting) return;
    send();
    waiting = setTimeout(() => {
      waiting = undefined;
      send();
    }, THROTTLE_MS);
  });
  const heartbeat = setInterval(() => response.write(":\n\n"), HEARTBEAT_MS);
  send();
  response.once("close", () => {
    unsubscribe();
    clearTimeout(waiting);
    clearInterval(heartbeat);
  });
}
