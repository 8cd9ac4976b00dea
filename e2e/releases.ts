import { readFile } from "node:fs/promises";
import path from "node:path";
import { expect, type APIRequestContext } from "@playwright/test";
import { readBuild } from "../scripts/src/parts/part-build";
import { root } from "../scripts/src/root";

/** What a team does with its part on the running site, as scripts/release.ts does it. */

async function ask<Answer>(api: APIRequestContext, address: string, data: object): Promise<Answer> {
  const token = await readFile(path.join(process.env["DATA_DIR"] ?? path.join(root, ".conquest"), "deploy-token"), "utf8");
  const answer = await api.post(address, { data: { who: "journeys", why: "", ...data }, headers: { authorization: `Bearer ${token.trim()}` } });
  expect(answer.ok(), await answer.text()).toBe(true);
  return (await answer.json()) as Answer;
}

/** Releases the last build of a part with what `change` makes of its files; null leaves one out. Gives the version. */
export async function releaseFiles(api: APIRequestContext, part: string, change: (file: string, content: string) => string | null): Promise<string> {
  const { remote, files } = await readBuild(part);
  const changed = files.flatMap(({ path: name, content }) => {
    const isText = /\.(js|css)$/.test(name);
    const made = isText ? change(name, content.toString("utf8")) : content;
    return made === null ? [] : [{ path: name, base64: Buffer.from(made).toString("base64") }];
  });
  return (await ask<{ version: string }>(api, "/mf/releases", { part, remote, files: changed })).version;
}

/** The same for its drawing bundle alone. */
export const releaseDrawing = (api: APIRequestContext, part: string, change: (code: string) => string | null) =>
  releaseFiles(api, part, (file, content) => (file === "draw/part.js" ? change(content) : content));

export const rollBack = (api: APIRequestContext, part: string) => ask(api, `/mf/registry/${part}`, { action: "rollback" });
