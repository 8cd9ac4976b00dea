import { readFile } from "node:fs/promises";
import path from "node:path";
import { expect, type APIRequestContext } from "@playwright/test";
import { readBuild } from "../scripts/src/parts/part-build";
import { root } from "../scripts/src/root";

/** What a team does with its part on a running site, as scripts/release.ts does it. */

/** Where a site is, and its data folder with the deploy token. The one of these tests where none is named. */
export interface DeploySite {
  url: string;
  dataFolder: string;
}

const OURS: DeploySite = { url: "", dataFolder: process.env["DATA_DIR"] ?? path.join(root, ".conquest") };

async function ask<Answer>(
  api: APIRequestContext,
  address: string,
  data: object,
  { url, dataFolder }: DeploySite,
): Promise<Answer> {
  const token = await readFile(path.join(dataFolder, "deploy-token"), "utf8");
  const answer = await api.post(url + address, {
    data: { who: "journeys", why: "", ...data },
    headers: { authorization: `Bearer ${token.trim()}` },
  });
  expect(answer.ok(), await answer.text()).toBe(true);
  return (await answer.json()) as Answer;
}

/** What becomes of a file of a build; null leaves it out. */
export type Change = (file: string, content: string) => string | null;

/** The last build of a part with what `change` makes of its scripts and stylesheets. */
export async function changedBuild(part: string, change: Change): ReturnType<typeof readBuild> {
  const { remote, files } = await readBuild(part);
  const changed = files.flatMap(({ path: name, content }) => {
    const made = /\.(js|css)$/.test(name) ? change(name, content.toString("utf8")) : content;
    return made === null ? [] : [{ path: name, content: Buffer.from(made) }];
  });
  return { part, remote, files: changed };
}

interface ReleaseOptions {
  site?: DeploySite;
  /** For so many visitors of a hundred. */
  canary?: number;
}

/** Releases a {@link changedBuild}, also one that a test before took back. Gives the version. */
export async function releaseFiles(
  api: APIRequestContext,
  part: string,
  change: Change,
  { site = OURS, ...more }: ReleaseOptions = {},
): Promise<string> {
  const { remote, files } = await changedBuild(part, change);
  const upload = {
    part,
    remote,
    files: files.map(({ path: name, content }) => ({ path: name, base64: content.toString("base64") })),
  };
  return (await ask<{ version: string }>(api, "/mf/releases", { ...upload, ...more, again: true }, site)).version;
}

/** The same for its drawing bundle alone. */
export const releaseDrawing = (api: APIRequestContext, part: string, change: (code: string) => string | null) =>
  releaseFiles(api, part, (file, content) => (file === "draw/part.js" ? change(content) : content));

export const rollBack = (api: APIRequestContext, part: string, site = OURS) =>
  ask(api, `/mf/registry/${part}`, { action: "rollback" }, site);
