import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Answer } from "../load/send-request";
import { openProgram, type OpenServer } from "./open-server";

export interface SavedResponse {
  headers: Record<string, string | string[]>;
  base64: string;
}

/** Headers that depend on the connection or the time. */
const EXCLUDED_HEADERS = new Set(["connection", "content-length", "date", "keep-alive", "transfer-encoding"]);

export async function openBare(answers: ReadonlyMap<string, Answer>): Promise<OpenServer> {
  const saved = [...answers].map(([address, { headers, body }]): [string, SavedResponse] => [
    address,
    {
      headers: Object.fromEntries(
        Object.entries(headers).filter(([name]) => !EXCLUDED_HEADERS.has(name)),
      ) as SavedResponse["headers"],
      base64: body.toString("base64"),
    },
  ]);
  const folder = await mkdtemp(path.join(tmpdir(), "conquest-bare-"));
  const file = path.join(folder, "answers.json");
  try {
    await writeFile(file, JSON.stringify(Object.fromEntries(saved)));
    return await openProgram("bench/variants/bare-fastify.ts", { args: [file] });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
