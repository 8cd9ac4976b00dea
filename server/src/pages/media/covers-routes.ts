import { readFile } from "node:fs/promises";
import path from "node:path";
import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { TAGS } from "@conquest/shared/contracts/tags";
import { listCovers } from "@conquest/shared/contracts/media/uploads";
import { registerEndpoint } from "../../platform/register-endpoint";

const listed = z.partialRecord(z.enum(TAGS), z.array(z.string()));

export function coversRoutes(app: FastifyInstance, mediaFolder: string): void {
  registerEndpoint(app, listCovers, async () => {
    const list = await readFile(path.join(mediaFolder, "covers/index.json"), "utf8").catch(() => "{}");
    const covers = listed.parse(JSON.parse(list));
    return TAGS.flatMap((tag) => (covers[tag] ?? []).map((name) => ({ address: `/media/covers/${name}`, tag })));
  });
}
