import { connect, createServer } from "node:net";

function canListen(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once("error", () => resolve(false));
    server.listen({ port, host: "127.0.0.1", exclusive: true }, () => server.close(() => resolve(true)));
  });
}

function isAnswered(port: number, host: string): Promise<boolean> {
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

/** Whether a server could listen there now. A program that has only the IPv6 side counts too: a browser asks it first. */
export async function isPortFree(port: number): Promise<boolean> {
  const answers = await Promise.all([canListen(port), isAnswered(port, "::1"), isAnswered(port, "127.0.0.1")]);
  return answers[0] && !answers[1] && !answers[2];
}

/** A port nobody uses, for a moment at least. */
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
  /** What it is for, as in "the site". */
  use: string;
  /** The environment variable that moves it, where one does. */
  variable?: string;
}

/** Sentences about those of the ports that somebody else has; empty when all are free. `command` is what the person typed. */
export async function takenPorts(wanted: readonly WantedPort[], command = "npm start"): Promise<string[]> {
  const free = await Promise.all(wanted.map(({ port }) => isPortFree(port)));
  return wanted
    .filter((_, index) => !free[index])
    .map(({ port, use, variable }) => {
      const remedy = variable
        ? `Stop that one, or choose another port: ${variable}=${port + 100} ${command}`
        : "Stop that one first.";
      return `Port ${port} (for ${use}) is taken by another program. ${remedy}`;
    });
}
