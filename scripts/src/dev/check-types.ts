import { spawn } from "node:child_process";
import { createRequire } from "node:module";
import { setPriority } from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import { trackChildProcess } from "../process/children";
import { root } from "../root";
import type { Board, Problem } from "./board";

const require = createRequire(import.meta.url);

/** Lower priority than the compilers, which the developer waits for. */
const NICENESS = 10;

/** The native program: its Node wrapper does not pass signals on. */
function findCompiler(): string {
  const fromPackage = createRequire(require.resolve("typescript-7/package.json"));
  const { platform, arch } = process;
  const folder = path.dirname(fromPackage.resolve(`@typescript/typescript-${platform}-${arch}/package.json`));
  return path.join(folder, "lib", platform === "win32" ? "tsc.exe" : "tsc");
}

/** Type-checks all sources in watch mode, because the parts' compilers skip types. */
export function checkTypes(board: Board, parts: readonly string[]): void {
  const projects = ["shared/contracts", "shared", ...parts, "server"];
  board.set("types", { phase: "starting" });
  const child = trackChildProcess(
    spawn(
      findCompiler(),
      ["--build", ...projects, "--watch", "--verbose", "--pretty", "false", "--preserveWatchOutput"],
      { cwd: root, stdio: ["ignore", "pipe", "inherit"] },
    ),
  );
  if (child.pid) setPriority(child.pid, NICENESS);
  const read = readTypeErrors((errors) => {
    board.setProblems("types", errors);
    board.set("types", { phase: errors.length > 0 ? "errors" : "ready" });
  }, root);
  createInterface({ input: child.stdout }).on("line", read);
  child.once("close", (code) => board.set("types", { phase: "away", note: `The type check ended (code ${code}).` }));
}

type TypeError = Omit<Problem, "from">;

const ERROR = /^(.+?)\((\d+),(\d+)\): error (TS\d+: .*)$/;
const BEGINS = /Building project '(.+?)'/;
const GLOBAL_ERROR = /^error (TS\d+: .*)$/;
const DONE = /Found \d+ errors?\. Watching for file changes/;

/** Parses tsc's verbose watch output. tsc only reports rebuilt projects, so other projects' errors are kept. */
export function readTypeErrors(report: (errors: TypeError[]) => void, root = process.cwd()): (line: string) => void {
  const projects = new Map<string, TypeError[]>();
  let project = "";
  let last: TypeError | undefined;

  const add = (error: TypeError) => {
    last = error;
    projects.set(project, [...(projects.get(project) ?? []), error]);
  };

  return (line) => {
    const [, begun] = BEGINS.exec(line) ?? [];
    const [, file, row, column, message] = ERROR.exec(line) ?? [];
    const [, globalError] = GLOBAL_ERROR.exec(line) ?? [];
    if (begun) {
      project = begun;
      last = undefined;
      projects.set(project, []);
    } else if (file) {
      add({
        file: path.relative(root, path.resolve(root, file)).split(path.sep).join("/"),
        line: Number(row),
        column: Number(column),
        message: message!,
      });
    } else if (globalError) {
      add({ message: globalError });
    } else if (last && /^\s+\S/.test(line)) {
      last.message += `\n${line}`;
    } else {
      last = undefined;
      if (DONE.test(line)) report([...projects.values()].flat());
    }
  };
}
