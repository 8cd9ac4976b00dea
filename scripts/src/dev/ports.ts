import { readFile } from "node:fs/promises";
import { createServer, type RequestListener, type Server } from "node:http";
import { connect } from "node:net";
import path from "node:path";
import { takenPorts } from "../process/ports";
import { root } from "../root";

/** For example, MF_PUBLIC_PORT sets the port of mf-public's dev server. */
export const portVariable = (part: string) => `${part.replaceAll("-", "_").toUpperCase()}_PORT`;

export interface DevPorts {
  site: number;
  server: number;
  identity: number;
  parts: ReadonlyMap<string, number>;
}

async function ownPort(part: string): Promise<number> {
  const { config } = JSON.parse(await readFile(path.join(root, part, "package.json"), "utf8")) as {
    config: { port: number };
  };
  return Number(process.env[portVariable(part)] || config.port);
}

export async function readPorts(parts: readonly string[]): Promise<DevPorts> {
  return {
    site: Number(process.env["PORT"] || 3000),
    server: Number(process.env["SERVER_PORT"] || 4000),
    identity: Number(process.env["AUTH_EMULATOR_PORT"] || 9099),
    parts: new Map(await Promise.all(parts.map(async (part) => [part, await ownPort(part)] as const))),
  };
}

export async function findPortProblems(
  { site, server, identity, parts }: DevPorts,
  live: readonly string[],
): Promise<string[]> {
  const wanted = [
    { port: site, use: "the site", variable: "PORT" },
    { port: server, use: "the server", variable: "SERVER_PORT" },
    { port: identity, use: "the identity emulator", variable: "AUTH_EMULATOR_PORT" },
    ...live.map((part) => ({ port: parts.get(part)!, use: part, variable: portVariable(part) })),
  ];
  const twice = wanted.filter(({ port }, index) => wanted.findIndex((other) => other.port === port) !== index);
  return [
    ...twice.map(
      ({ port, use, variable }) => `Port ${port} (for ${use}) is used twice. Choose another port with ${variable}.`,
    ),
    ...(await takenPorts(
      wanted.filter((each) => !twice.includes(each)),
      "npm run dev",
    )),
  ];
}

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
