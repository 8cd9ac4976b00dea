import { spawn } from "node:child_process";
import { createRequire } from "node:module";
import { setPriority } from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import { trackChildProcess } from "../process/children";
import { root } from "../root";
import type { Board } from "./board";
import { readTypeErrors } from "./type-errors";

const require = createRequire(import.meta.url);

/** Lower priority than the compilers, which the developer waits for. */
const NICENESS = 10;

/** Type-checks all sources in watch mode, because the parts' compilers skip types. */
export function checkTypes(board: Board, parts: readonly string[]): void {
  const tsc = path.join(path.dirname(require.resolve("typescript/package.json")), "bin/tsc");
  const projects = ["shared/contracts", "shared", ...parts, "server"];
  board.set("types", { phase: "starting" });
  const child = trackChildProcess(
    spawn(
      process.execPath,
      [tsc, "--build", ...projects, "--watch", "--verbose", "--pretty", "false", "--preserveWatchOutput"],
      { cwd: root, stdio: ["ignore", "pipe", "inherit"] },
    ),
  );
  if (child.pid) setPriority(child.pid, NICENESS);
  const read = readTypeErrors((errors) => {
    board.setProblems("types", errors);
    board.set("types", { phase: errors.length > 0 ? "errors" : "ready" });
  }, root);
  createInterface({ input: child.stdout }).on("line", read);
  child.once("close", (code) =>
    board.set("types", { phase: "away", note: `The check of types ended (code ${code}).` }),
  );
}
