import { fork } from "node:child_process";
import path from "node:path";
import { trackChildProcess } from "../process/children";

export const NEEDS_IDENTITY = "identity";

/** Migrates, releases the last builds and adds demo data; calls `onNeedsIdentity` before creating accounts. */
export function prepareData(options: {
  dataFolder: string;
  identityPort: number;
  onNeedsIdentity: () => void;
}): Promise<void> {
  const child = trackChildProcess(
    fork(path.join(import.meta.dirname, "prepare-data-process.ts"), {
      env: { ...process.env, DATA_DIR: options.dataFolder, AUTH_EMULATOR_PORT: String(options.identityPort) },
    }),
  );
  child.on("message", (message) => {
    if (message === NEEDS_IDENTITY) options.onNeedsIdentity();
  });
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("exit", (code) => (code === 0 ? resolve() : reject(new Error("Couldn't prepare the data."))));
  });
}
