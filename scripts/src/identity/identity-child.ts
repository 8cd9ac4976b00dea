import { fork, type ChildProcess } from "node:child_process";
import path from "node:path";
import { trackChildProcess } from "../process/children";
import { COMPILE_CACHE } from "../process/compile-cache";
import type { EmulatorOptions } from "./auth-emulator";

/** A `demo-` project never reaches a real one. */
export const DEMO_PROJECT = "demo-conquest";

interface IdentityOptions {
  port: number;
  dataFolder: string;
  onEnd: (how: string) => void;
}

export interface PreparedIdentity {
  start(options: IdentityOptions): Promise<ChildProcess>;
}

/** Starts loading the Auth emulator in a child process, which takes seconds and has no side effects. */
export function prepareIdentity(): PreparedIdentity {
  const child = trackChildProcess(
    fork(path.join(import.meta.dirname, "auth-emulator-process.ts"), {
      execArgv: ["--import", "tsx"],
      env: { ...process.env, ...COMPILE_CACHE, AUTH_EMULATOR_PROJECT: DEMO_PROJECT },
    }),
  );
  return {
    start: ({ port, dataFolder, onEnd }) =>
      new Promise((resolve, reject) => {
        const ended = (how: string) => {
          reject(new Error(how));
          onEnd(how);
        };
        child.once("message", () => resolve(child));
        child.once("error", reject);
        child.once("exit", (code, signal) => ended(`The identity emulator ended (${signal ?? `code ${code}`}).`));
        if (!child.connected) return ended("Couldn't load the identity emulator.");
        const emulatorOptions: EmulatorOptions = { port, file: path.join(dataFolder, "accounts.json") };
        child.send(emulatorOptions);
      }),
  };
}

export const startIdentity = (options: IdentityOptions): Promise<ChildProcess> => prepareIdentity().start(options);
