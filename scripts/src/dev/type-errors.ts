import path from "node:path";
import type { Problem } from "./board";

type TypeError = Omit<Problem, "from">;

const ERROR = /^(.+?)\((\d+),(\d+)\): error (TS\d+: .*)$/;
const BEGINS = /Building project '(.+?)'/;
/** Not of a file: settings, a missing reference. */
const LOOSE = /^error (TS\d+: .*)$/;
const DONE = /Found \d+ errors?\. Watching for file changes/;

/**
 * Reads what `tsc --build --watch --verbose` prints, line by line: it tells only of the projects that it has built anew, those of
 * the others are remembered. `report` gets all there are whenever a round is done.
 */
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
    const [, loose] = LOOSE.exec(line) ?? [];
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
    } else if (loose) {
      add({ message: loose });
    } else if (last && /^\s+\S/.test(line)) {
      last.message += `\n${line}`;
    } else {
      last = undefined;
      if (DONE.test(line)) report([...projects.values()].flat());
    }
  };
}
