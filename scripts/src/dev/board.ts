import { fitting } from "@conquest/shared/contracts/parts/match-route";

/** How something that belongs to the site does. `away`: it ended or restarts, and comes back by itself. */
export type Phase = "waiting" | "starting" | "compiling" | "ready" | "errors" | "away" | "last build";

export interface Row {
  name: string;
  /** Empty where it runs nothing: a part that is as it was last built. */
  address: string;
  phase: Phase;
  /** Of its process, for who wants to look at it. */
  pid?: number | undefined;
  /** Of the compiler's work, 0 to 100. */
  percent?: number;
  /** The build that a page runs which takes up all there is; null before the first. */
  hash?: string | null;
  /** A sentence for people, where the phase does not say all. */
  note?: string;
  /** Of a part's pages. */
  paths?: readonly string[];
  /** Of a part: whether there is a build that stands in for it. */
  hasLastBuild?: boolean;
}

/** Something that the developer has to mend. */
export interface Problem {
  /** Whose it is: a part, `server`, `types`. */
  from: string;
  /** From the root of the repository. */
  file?: string;
  line?: number;
  column?: number;
  message: string;
}

export interface BoardState {
  rows: readonly Row[];
  problems: readonly Problem[];
}

/** What everything is doing, for the terminal, the board in the browser and the client in each page. */
export interface Board {
  state(): BoardState;
  row(name: string): Row | undefined;
  /** Adds a row, or changes fields of one. */
  set(name: string, change: Partial<Omit<Row, "name">>): void;
  /** All problems of one, in place of those it had. */
  setProblems(from: string, problems: readonly Omit<Problem, "from">[]): void;
  subscribe(listener: () => void): () => void;
}

export function createBoard(): Board {
  const rows = new Map<string, Row>();
  const problems = new Map<string, Problem[]>();
  const listeners = new Set<() => void>();
  const tell = () => listeners.forEach((listener) => listener());

  return {
    state: () => ({ rows: [...rows.values()], problems: [...problems.values()].flat() }),
    row: (name) => rows.get(name),
    set(name, change) {
      rows.set(name, { ...(rows.get(name) ?? { name, address: "", phase: "waiting" }), ...change });
      tell();
    },
    setProblems(from, given) {
      if (given.length === 0 && !problems.has(from)) return;
      problems.set(
        from,
        given.map((problem) => ({ from, ...problem })),
      );
      if (given.length === 0) problems.delete(from);
      tell();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** Whether the dev server of a part answers, be it with what it compiled before. */
export const isServing = ({ phase, hash }: Row): boolean =>
  Boolean(hash) && ["compiling", "ready", "errors"].includes(phase);

/** The part that draws the page at a path, and so what has to be there before the page. */
export function rowAt({ rows }: BoardState, path: string): Row | undefined {
  const pages = rows.flatMap((row) => (row.paths ?? []).map((each) => ({ path: each, row })));
  return fitting(pages, path)?.candidate.row;
}

/** Whether a page can be shown at this path: all it needs has come, or is not about to. */
export function isReadyAt(state: BoardState, path: string): boolean {
  const { rows } = state;
  const part = rowAt(state, path);
  const standsIn = (row: Row) => row.hasLastBuild === true && ["errors", "away", "last build"].includes(row.phase);
  return (
    rows.some(({ name, phase }) => name === "server" && phase === "ready") &&
    rows.some((row) => row.name === "shell" && isServing(row)) &&
    (part === undefined || isServing(part) || standsIn(part))
  );
}
