import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Answer } from "../load/send-request";
import { openProgram, type OpenServer } from "./open-server";

/** An answer as a file holds it. */
export interface KeptAnswer {
  headers: Record<string, string | string[]>;
  base64: string;
}

/** What belongs to a connection or a moment and not to the answer. */
const OWN = new Set(["connection", "content-length", "date", "keep-alive", "transfer-encoding"]);

/** Bare Fastify with these answers, by address. */
export async function openBare(answers: ReadonlyMap<string, Answer>): Promise<OpenServer> {
  const kept = [...answers].map(([address, { headers, body }]): [string, KeptAnswer] => [
    address,
    {
      headers: Object.fromEntries(Object.entries(headers).filter(([name]) => !OWN.has(name))) as KeptAnswer["headers"],
      base64: body.toString("base64"),
    },
  ]);
  const folder = await mkdtemp(path.join(tmpdir(), "conquest-bare-"));
  const file = path.join(folder, "answers.json");
  try {
    await writeFile(file, JSON.stringify(Object.fromEntries(kept)));
    return await openProgram("bench/variants/bare-fastify.ts", { args: [file] });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
