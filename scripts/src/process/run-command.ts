import { spawn } from "node:child_process";
import { trackChildProcess } from "./children";
import { root } from "../root";

export function runCommand(command: string, args: string[], env: Record<string, string> = {}): Promise<number> {
  return new Promise((resolve, reject) => {
    const child = trackChildProcess(
      spawn(command, args, { cwd: root, stdio: ["ignore", "inherit", "inherit"], env: { ...process.env, ...env } }),
    );
    child.once("error", reject);
    child.once("close", (code) => resolve(code ?? 1));
  });
}

export const runNode = (args: string[], env: Record<string, string> = {}) => runCommand(process.execPath, args, env);

export function runNpm(...args: string[]): Promise<number> {
  const npm = process.env["npm_execpath"];
  return npm ? runNode([npm, ...args]) : runCommand("npm", args);
}
