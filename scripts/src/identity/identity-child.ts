import { fork, type ChildProcess } from "node:child_process";
import path from "node:path";
import { trackChildProcess } from "../process/children";
import type { EmulatorOptions } from "./auth-emulator";

/** The project of the emulator: a `demo-` name never reaches a real one. */
export const DEMO_PROJECT = "demo-conquest";

interface IdentityOptions {
  port: number;
  dataFolder: string;
  /** Hears of an end nobody asked for. */
  onEnd: (how: string) => void;
}

export interface PreparedIdentity {
  /** Reads the accounts and listens; resolves with the emulator's process when it answers. */
  start(options: IdentityOptions): Promise<ChildProcess>;
}

/** Has the Auth emulator loaded in a process of its own, which takes seconds. It touches nothing before it is started. */
export function prepareIdentity(): PreparedIdentity {
  const child = trackChildProcess(
    fork(path.join(import.meta.dirname, "auth-emulator-process.ts"), {
      env: { ...process.env, AUTH_EMULATOR_PROJECT: DEMO_PROJECT },
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
        if (!child.connected) return ended("The identity emulator could not be loaded.");
        const order: EmulatorOptions = { port, file: path.join(dataFolder, "accounts.json") };
        child.send(order);
      }),
  };
}

/** The same, loaded when it is started. */
export const startIdentity = (options: IdentityOptions): Promise<ChildProcess> => prepareIdentity().start(options);
