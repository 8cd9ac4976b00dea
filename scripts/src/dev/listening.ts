import { createServer, type RequestListener, type Server } from "node:http";
import { connect } from "node:net";

const RETRY_MS = 60;

export function isListening(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: "localhost" });
    const end = (answer: boolean) => {
      socket.destroy();
      resolve(answer);
    };
    socket.once("connect", () => end(true));
    socket.once("error", () => end(false));
  });
}

export async function waitUntilListening(
  port: number,
  patience: number,
  isWanted: () => boolean = () => true,
): Promise<boolean> {
  const end = performance.now() + patience;
  while (isWanted()) {
    if (await isListening(port)) return true;
    if (performance.now() > end) return false;
    await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
  }
  return false;
}

/** Listens on both loopback addresses of `localhost`; a machine without IPv6 has one. */
export async function listenOnLocalhost(handle: RequestListener, port: number): Promise<Server[]> {
  const servers = await Promise.all(["127.0.0.1", "::1"].map((host) => listenAt(handle, port, host)));
  return servers.filter((server) => server !== null);
}

function listenAt(handle: RequestListener, port: number, host: string): Promise<Server | null> {
  return new Promise((resolve, reject) => {
    const server = createServer(handle);
    server.once("error", (error: NodeJS.ErrnoException) =>
      host === "::1" && error.code !== "EADDRINUSE" ? resolve(null) : reject(error),
    );
    server.listen({ port, host }, () => resolve(server));
  });
}
