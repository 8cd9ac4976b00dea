import { fork } from "node:child_process";
import { createRequire } from "node:module";
import { constants, setPriority } from "node:os";
import { trackChildProcess } from "../process/children";
import { COMPILE_CACHE } from "../process/compile-cache";

const worker = createRequire(import.meta.url).resolve("@conquest/shared/build/build-worker.mjs");

export interface BuildOrder {
  folder: string;
  output: string;
  isQuick: boolean;
  /** Other builds have a lower priority than the site. */
  isUrgent: boolean;
}

export interface BuildWorker {
  /** Resolves to the files that the build has read. Rejects with webpack's output. */
  build(order: BuildOrder, onProgress: (percent: number) => void): Promise<string[]>;
  stop(): void;
}

type Message = { percent: number } | { files: string[] } | { problem: string };

/** Compilers create much garbage; this saves a tenth of their time. */
const EXEC_ARGV = ["--max-semi-space-size=64"];

export function startWorker(): BuildWorker {
  const child = trackChildProcess(
    // Without tsx, which the worker does not need.
    fork(worker, {
      stdio: ["ignore", "pipe", "pipe", "ipc"],
      execArgv: EXEC_ARGV,
      env: { ...process.env, ...COMPILE_CACHE },
    }),
  );
  let output = "";
  const listen = (chunk: Buffer) => (output += chunk.toString("utf8"));
  child.stdout!.on("data", listen);
  child.stderr!.on("data", listen);
  // Sending to a worker that has ended; `close` tells why.
  child.on("error", () => undefined);

  return {
    build: ({ isUrgent, ...order }, onProgress) =>
      new Promise((resolve, reject) => {
        if (!isUrgent && child.connected) setPriority(child.pid!, constants.priority.PRIORITY_BELOW_NORMAL);
        const end = () => {
          child.off("message", onMessage).off("close", onClose);
        };
        const onMessage = (message: Message) => {
          if ("percent" in message) return onProgress(message.percent);
          end();
          if ("files" in message) resolve(message.files);
          else reject(new Error(message.problem));
        };
        const onClose = (code: number | null, signal: string | null) => {
          end();
          reject(new Error(`The compiler ended (${signal ?? `code ${code}`}).\n${output}`.trim()));
        };
        child.on("message", onMessage).on("close", onClose);
        if (child.connected) child.send(order);
        else onClose(child.exitCode, child.signalCode);
      }),
    stop: () => {
      if (child.connected) child.disconnect();
    },
  };
}
