import { rm } from "node:fs/promises";
import { setTimeout as pause } from "node:timers/promises";
import pc from "picocolors";
import { onStop, stopChildren } from "./children";

/** `shutDown` closes the server and the database, and deletes the folder of an incomplete database. */
export const open: {
  server?: { close(): unknown };
  database?: { close(): Promise<void> };
  incomplete?: string | undefined;
} = {};

let isEnding = false;

/** Prints nothing once the end has begun: later errors are its consequences. */
export const log = (line: string): void => {
  if (!isEnding) console.log(line);
};

export async function shutDown(code: number): Promise<void> {
  if (isEnding) return;
  isEnding = true;
  // Last resort if a connection does not end.
  setTimeout(() => process.exit(code), 12_000).unref();
  try {
    await open.server?.close();
    // They have nothing to save, but may be busy: compilers, and the emulator, which saves before it answers.
    await stopChildren(2_000);
    await open.database?.close().catch(() => undefined);
    // After a full disk, the embedded database may open and then never answer.
    if (open.incomplete) await rm(open.incomplete, { recursive: true, force: true });
  } finally {
    process.exit(code);
  }
}

/** Ends on a signal, and quietly if the output is closed, as in `npm start | head`. */
export function shutDownOnSignals(): void {
  onStop((cause) => {
    console.log(cause === "SIGINT" ? "\nStopping." : `\nStopping (${cause}).`);
    void shutDown(0);
  });
  for (const stream of [process.stdout, process.stderr]) stream.on("error", () => void shutDown(0));
}

export async function fail(error: unknown): Promise<void> {
  // Ctrl-C also reaches child processes, and their end may be noticed before it.
  await pause(50);
  if (isEnding) return;
  console.error(pc.red(describeFailure(error)));
  if (process.env["DEBUG"]) console.error(error);
  await shutDown(1);
}

export function describeFailure(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  // A failed query names its values, and only its cause says why.
  if (error.cause instanceof Error) return describeFailure(error.cause);
  const { message, code, port } = error as NodeJS.ErrnoException & { port?: number };
  if (code === "EADDRINUSE") return `Port ${port} was just taken by another program. Choose another one.`;
  if (/ENOSPC|No space left on device/i.test(message))
    return `The disk is full. Free some space and start again.\n${message}`;
  return message;
}
