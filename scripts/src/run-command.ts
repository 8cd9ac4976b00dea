import { spawn } from "node:child_process";
import { keepTrack } from "./children";
import { root } from "./parts";

/** Runs a Node program to its end with its output shown; answers its exit code. */
export function runNode(args: string[], env: Record<string, string> = {}): Promise<number> {
  return new Promise((resolve, reject) => {
    const child = keepTrack(spawn(process.execPath, args, { cwd: root, stdio: ["ignore", "inherit", "inherit"], env: { ...process.env, ...env } }));
    child.once("error", reject);
    child.once("close", (code) => resolve(code ?? 1));
  });
}
