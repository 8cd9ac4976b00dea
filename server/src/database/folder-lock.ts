import { createHash } from "node:crypto";
import { accessSync, constants, realpathSync, rmSync } from "node:fs";
import { connect, createServer, type Server } from "node:net";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { makeFolder } from "../config/folders";

/** Of a socket's path, in bytes: the systems allow 104 or 108. */
const LONGEST_PATH = 100;

/** Two processes on one embedded database would destroy it. */
export async function lockFolder(dataDir: string): Promise<Server> {
  makeFolder(dataDir);
  const lock = await acquirePathLock(realpathSync(dataDir));
  if (!lock)
    throw new Error(
      `Another server is already using the database in ${dataDir}. Stop it first, or set DATA_DIR to another folder.`,
    );
  return lock;
}

/**
 * Holds the name of a file or a folder, which need not be there, in a folder that is; null where another process does. A socket is held
 * rather than a file with a process id: it goes with the process, however that ends. It is beside what it is for, where a service or a
 * container with a /tmp of its own finds it too; in /tmp where it cannot be there. Not in a folder: a backup reads all that is in it.
 */
export async function acquirePathLock(target: string): Promise<Server | null> {
  const parent = realpathSync(dirname(target));
  const whole = join(parent, basename(target));
  const name = `conquest-${createHash("sha256").update(whole).digest("hex").slice(0, 24)}`;
  const elsewhere = process.platform === "win32" ? `\\\\.\\pipe\\${name}` : join(tmpdir(), `${name}.sock`);
  const beside = `${whole}.lock`;
  const canBeBeside = process.platform !== "win32" && Buffer.byteLength(beside) <= LONGEST_PATH && isWritable(parent);
  const address = canBeBeside ? beside : elsewhere;
  const lock = (await listen(address)) ?? ((await isAnswered(address)) ? null : await listenAnew(address));
  return lock?.unref() ?? null;
}

function isWritable(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

function listen(address: string): Promise<Server | null> {
  return new Promise((resolve, reject) => {
    const server = createServer((socket) => socket.destroy());
    server.once("error", (error: NodeJS.ErrnoException) =>
      error.code === "EADDRINUSE" ? resolve(null) : reject(error),
    );
    server.listen(address, () => resolve(server));
  });
}

function isAnswered(address: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(address);
    socket.once("connect", () => {
      socket.destroy();
      resolve(true);
    });
    socket.once("error", () => resolve(false));
  });
}

/** A process that was killed leaves its socket's file behind. */
function listenAnew(address: string): Promise<Server | null> {
  rmSync(address, { force: true });
  return listen(address);
}
