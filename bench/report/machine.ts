import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { root } from "@conquest/scripts/src/root";

const run = promisify(execFile);
const git = async (...args: string[]) => (await run("git", args, { cwd: root })).stdout.trim();
/** Reads the file because not every package exports its package.json. */
const versionOf = async (name: string) =>
  (JSON.parse(await readFile(path.join(root, "node_modules", name, "package.json"), "utf8")) as { version: string })
    .version;

/** Describes the machine and software of a run. `more` adds lines, `tools` names the packages that measured. */
export async function machineLines(more: [string, string][], tools: readonly string[]): Promise<[string, string][]> {
  const cpus = os.cpus();
  const uncommitted = (await git("status", "--porcelain")) === "" ? "" : " and changes that are not committed";
  return [
    ["processor", `${cpus[0]?.model.trim()}, ${cpus.length} cores`],
    ["memory", `${Math.round(os.totalmem() / 2 ** 30)} GiB`],
    ["system", `${os.type()} ${os.release()} ${os.arch()}`],
    ["Node.js", process.version],
    ...more,
    ...(await Promise.all(tools.map(async (name): Promise<[string, string]> => [name, await versionOf(name)]))),
    ["date", new Date().toISOString().slice(0, 16).replace("T", " ")],
    ["commit", `${await git("rev-parse", "--short=12", "HEAD")}${uncommitted}`],
    [
      "other work on the machine",
      `load ${os
        .loadavg()
        .map((load) => load.toFixed(1))
        .join(", ")} when it began`,
    ],
  ];
}
