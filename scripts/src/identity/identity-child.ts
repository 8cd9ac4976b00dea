import { fork, type ChildProcess } from "node:child_process";
import path from "node:path";
import { keepTrack } from "../process/children";

/** The project of the emulator: a `demo-` name never reaches a real one. */
export const DEMO_PROJECT = "demo-conquest";

/** Starts the Auth emulator in a process of its own; resolves with it when it answers. `onEnd` hears of an end nobody asked for. */
export function startIdentity(options: { port: number; dataFolder: string; onEnd: (how: string) => void }): Promise<ChildProcess> {
  const child = keepTrack(
    fork(path.join(import.meta.dirname, "auth-emulator-process.ts"), {
      env: {
        ...process.env,
        AUTH_EMULATOR_PORT: String(options.port),
        AUTH_EMULATOR_FILE: path.join(options.dataFolder, "accounts.json"),
        AUTH_EMULATOR_PROJECT: DEMO_PROJECT,
      },
    }),
  );
  return new Promise((resolve, reject) => {
    child.once("message", () => resolve(child));
    child.once("error", reject);
    child.once("exit", (code, signal) => {
      const how = `The identity emulator ended (${signal ?? `code ${code}`}).`;
      reject(new Error(how));
      options.onEnd(how);
    });
  });
}
