import { readFile } from "node:fs/promises";
import path from "node:path";
import { takenPorts } from "../process/ports";
import { root } from "../root";
import { portVariable } from "./dev-servers";

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
      ({ port, use, variable }) => `Port ${port} (for ${use}) is given to two: choose another one with ${variable}.`,
    ),
    ...(await takenPorts(
      wanted.filter((each) => !twice.includes(each)),
      "npm run dev",
    )),
  ];
}
