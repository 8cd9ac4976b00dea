import { parseArgs } from "node:util";
import { PARTS } from "../parts/parts";
import { takenPorts } from "./ports";

export interface StartOptions {
  /** The parts that this start builds and releases. */
  parts: readonly string[];
  isBuilding: boolean;
  sent: string | undefined;
  port: number;
  authPort: number;
}

export function readStartOptions(): StartOptions {
  const { values } = parseArgs({
    options: {
      "no-build": { type: "boolean", default: false },
      "no-parts": { type: "boolean", default: false },
      sent: { type: "string" },
    },
  });
  return {
    parts: values["no-parts"] || values.sent ? [] : PARTS,
    isBuilding: !values["no-build"],
    sent: values.sent,
    port: Number(process.env["PORT"] || 3000),
    authPort: Number(process.env["AUTH_EMULATOR_PORT"] || 9099),
  };
}

/** Returns why the site cannot start here, before anything is started. */
export async function findStartProblems({ port, authPort }: StartOptions): Promise<string[]> {
  if (process.env["NODE_ENV"] === "production")
    return ["npm start is the demo with its own identity emulator. For production see docs/operate.md."];
  if (![port, authPort].every((each) => Number.isInteger(each) && each > 0 && each < 65_536))
    return ["PORT and AUTH_EMULATOR_PORT must be numbers from 1 to 65535."];
  return takenPorts([
    { port, use: "the site", variable: "PORT" },
    { port: authPort, use: "the identity emulator", variable: "AUTH_EMULATOR_PORT" },
  ]);
}
