import { connect, createServer } from "node:net";

function canListen(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once("error", () => resolve(false));
    server.listen({ port, host: "127.0.0.1", exclusive: true }, () => server.close(() => resolve(true)));
  });
}

function isConnectable(port: number, host: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ port, host, timeout: 1_000 });
    const end = (answer: boolean) => {
      socket.destroy();
      resolve(answer);
    };
    socket.once("connect", () => end(true));
    socket.once("error", () => end(false));
    socket.once("timeout", () => end(false));
  });
}

/** True if the port is free on IPv4 and IPv6: browsers try the IPv6 address of localhost first. */
export async function isPortFree(port: number): Promise<boolean> {
  const answers = await Promise.all([canListen(port), isConnectable(port, "::1"), isConnectable(port, "127.0.0.1")]);
  return answers[0] && !answers[1] && !answers[2];
}

export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const { port } = server.address() as { port: number };
      server.close(() => resolve(port));
    });
  });
}

export interface WantedPort {
  port: number;
  use: string;
  variable?: string;
}

export async function takenPorts(wanted: readonly WantedPort[], command = "npm start"): Promise<string[]> {
  const free = await Promise.all(wanted.map(({ port }) => isPortFree(port)));
  return wanted
    .filter((_, index) => !free[index])
    .map(({ port, use, variable }) => {
      const remedy = variable
        ? `Stop it, or choose another port: ${variable}=${port + 100} ${command}`
        : "Stop it first.";
      return `Port ${port} (for ${use}) is in use by another program. ${remedy}`;
    });
}
