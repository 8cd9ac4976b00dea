import { createHash } from "node:crypto";
import { mkdirSync, realpathSync, rmSync } from "node:fs";
import { connect, createServer, type Server } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

/**
 * Two processes on one embedded database would destroy it. A socket is held rather than a file with a process id:
 * it goes with the process, however that ends.
 */
export async function lockFolder(dataDir: string): Promise<Server> {
  mkdirSync(dataDir, { recursive: true });
  const name = `conquest-${createHash("sha256").update(realpathSync(dataDir)).digest("hex").slice(0, 24)}`;
  const address = process.platform === "win32" ? `\\\\.\\pipe\\${name}` : join(tmpdir(), `${name}.sock`);
  const lock = (await listen(address)) ?? ((await isAnswered(address)) ? null : await listenAnew(address));
  if (!lock) throw new Error(`Another server is already using the database in ${dataDir}. Stop it first, or set DATA_DIR to another folder.`);
  return lock.unref();
}

function listen(address: string): Promise<Server | null> {
  return new Promise((resolve, reject) => {
    const server = createServer((socket) => socket.destroy());
    server.once("error", (error: NodeJS.ErrnoException) => (error.code === "EADDRINUSE" ? resolve(null) : reject(error)));
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
