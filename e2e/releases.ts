import { readFile } from "node:fs/promises";
import path from "node:path";
import { expect, type APIRequestContext } from "@playwright/test";
import { readBuild } from "../scripts/src/parts/read-build";
import { root } from "../scripts/src/root";

/** Releases parts to a running site like scripts/release.ts. */

/** A site with its data folder, which contains the deploy token. */
export interface DeploySite {
  url: string;
  dataFolder: string;
}

const DEFAULT_SITE: DeploySite = { url: "", dataFolder: process.env["DATA_DIR"] ?? path.join(root, ".conquest") };

async function post<Result>(
  api: APIRequestContext,
  address: string,
  data: object,
  { url, dataFolder }: DeploySite,
): Promise<Result> {
  const token = await readFile(path.join(dataFolder, "deploy-token"), "utf8");
  const response = await api.post(url + address, {
    data: { who: "journeys", why: "", ...data },
    headers: { authorization: `Bearer ${token.trim()}` },
  });
  expect(response.ok(), await response.text()).toBe(true);
  return (await response.json()) as Result;
}

type File = Awaited<ReturnType<typeof readBuild>>["files"][number];

/** Returns the new content of a file, or null to leave the file out. */
export type Change = (file: string, content: string) => string | null;

/** Returns the last build of a part with `change` applied to its scripts and stylesheets, and budgets that allow for a change. */
export async function changedBuild(part: string, change: Change): ReturnType<typeof readBuild> {
  const { remote, files } = await readBuild(part);
  const changed = files.flatMap(({ path: name, content }) => {
    const newContent = /\.(js|css)$/.test(name) ? change(name, content.toString("utf8")) : content;
    return newContent === null ? [] : [{ path: name, content: Buffer.from(newContent) }];
  });
  const isSame =
    changed.length === files.length && changed.every(({ content }, at) => content.equals(files[at]!.content));
  return { part, remote, files: isSame ? files : changed.map(raiseBudgets) };
}

function raiseBudgets({ path: name, content }: File): File {
  if (name !== "budget.json") return { path: name, content };
  const budgets = Object.entries(JSON.parse(content.toString("utf8")) as Record<string, number>);
  const raised = Object.fromEntries(budgets.map(([page, kilobytes]) => [page, kilobytes + 1]));
  return { path: name, content: Buffer.from(JSON.stringify(raised)) };
}

interface ReleaseOptions {
  site?: DeploySite;
  canary?: number;
}

/** Releases a {@link changedBuild}, even if an earlier test rolled the same one back. Returns the version. */
export async function releaseFiles(
  api: APIRequestContext,
  part: string,
  change: Change,
  { site = DEFAULT_SITE, ...more }: ReleaseOptions = {},
): Promise<string> {
  const { remote, files } = await changedBuild(part, change);
  const upload = {
    part,
    remote,
    files: files.map(({ path: name, content }) => ({ path: name, base64: content.toString("base64") })),
  };
  return (await post<{ version: string }>(api, "/mf/releases", { ...upload, ...more, again: true }, site)).version;
}

export const releaseSsrBundle = (api: APIRequestContext, part: string, change: (code: string) => string | null) =>
  releaseFiles(api, part, (file, content) => (file === "draw/part.js" ? change(content) : content));

export const rollBack = (api: APIRequestContext, part: string, site = DEFAULT_SITE) =>
  post(api, `/mf/registry/${part}`, { action: "rollback" }, site);
