import { createHash } from "node:crypto";
import { accessSync, constants, realpathSync, rmSync } from "node:fs";
import { connect, createServer, type Server } from "node:net";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { ensureFolder } from "../config/folders";

/** Path limit of sockets in bytes: operating systems allow 104 or 108. */
const MAX_SOCKET_PATH_BYTES = 100;

export async function lockFolder(dataDir: string): Promise<Server> {
  ensureFolder(dataDir);
  const lock = await acquirePathLock(realpathSync(dataDir));
  if (!lock)
    throw new Error(
      `Another server is already using the database in ${dataDir}. Stop it first, or set DATA_DIR to another folder.`,
    );
  return lock;
}

/** Locks a path with a socket that ends with its process; null if locked. It lies beside the target, outside backups. */
export async function acquirePathLock(target: string): Promise<Server | null> {
  const parent = realpathSync(dirname(target));
  const targetPath = join(parent, basename(target));
  const name = `conquest-${createHash("sha256").update(targetPath).digest("hex").slice(0, 24)}`;
  const fallback = process.platform === "win32" ? `\\\\.\\pipe\\${name}` : join(tmpdir(), `${name}.sock`);
  const preferred = `${targetPath}.lock`;
  const canUsePreferred =
    process.platform !== "win32" && Buffer.byteLength(preferred) <= MAX_SOCKET_PATH_BYTES && isWritable(parent);
  const address = canUsePreferred ? preferred : fallback;
  const lock = (await listen(address)) ?? ((await isAnswered(address)) ? null : await replaceStaleSocket(address));
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

/** A killed process leaves its socket file behind. */
function replaceStaleSocket(address: string): Promise<Server | null> {
  rmSync(address, { force: true });
  return listen(address);
}
