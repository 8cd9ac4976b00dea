import { existsSync, statSync } from "node:fs";
import path from "node:path";
import { root } from "../root";
import { runNpm } from "./run-command";

/** Installs what the package.json of a folder outside the workspaces lists, unless it is installed as its lock says. */
export async function installTools(folder: string): Promise<void> {
  const at = path.join(root, folder);
  const installed = path.join(at, "node_modules/.package-lock.json");
  if (existsSync(installed) && statSync(installed).mtimeMs >= statSync(path.join(at, "package-lock.json")).mtimeMs)
    return;
  console.log(`Installing the tools of ${folder}.`);
  const code = await runNpm("ci", "--prefix", at, "--ignore-scripts", "--no-audit", "--no-fund");
  if (code !== 0) throw new Error(`The tools of ${folder} could not be installed: npm ended with ${code}.`);
}
