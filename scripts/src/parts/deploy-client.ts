import { readFile } from "node:fs/promises";
import path from "node:path";
import { LIMITS, sizeProblems } from "@conquest/server/src/releases/limits";
import type { Build } from "@conquest/server/src/releases/release-store";

/** Where the site is that parts are released to. */
export const siteUrl = (process.env["SITE_URL"] || `http://localhost:${process.env["PORT"] || 3000}`).replace(/\/$/, "");

async function deployToken(): Promise<string> {
  if (process.env["DEPLOY_TOKEN"]) return process.env["DEPLOY_TOKEN"];
  const file = path.join(process.env["DATA_DIR"] || ".conquest", "deploy-token");
  return readFile(file, "utf8").then(
    (text) => text.trim(),
    () => Promise.reject(new Error(`There is no deploy token: set DEPLOY_TOKEN, or start the site with npm start (it writes ${file}).`)),
  );
}

/** Asks the site with the deploy token; rejects with the sentence that it refuses with. */
export async function askSite<Answer>(method: "GET" | "POST" | "DELETE", address: string, body?: object): Promise<Answer> {
  const answer = await fetch(siteUrl + address, {
    method,
    headers: { authorization: `Bearer ${await deployToken()}`, ...(body ? { "content-type": "application/json" } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
  }).catch(() => Promise.reject(new Error(`No site answers at ${siteUrl}. Start it with npm start, or set SITE_URL.`)));
  const content = (await answer.json().catch(() => null)) as { error?: { message: string; fields?: Record<string, string> } } | null;
  if (answer.ok) return content as Answer;
  const { message = `${siteUrl}${address} answered ${answer.status}.`, fields = {} } = content?.error ?? {};
  throw new Error([message, ...Object.entries(fields).map(([field, problem]) => `  ${field}: ${problem}`)].join("\n"));
}

/** The build as it is sent; rejects before anything is sent where it is more than a site takes. */
export function uploadOf({ part, remote, files }: Build) {
  const problems = sizeProblems({ files });
  if (problems.length > 0) throw new Error(`${part} is too large to be released (at most ${LIMITS.files} files). ${problems.join(" ")}`);
  return { part, remote, files: files.map(({ path: name, content }) => ({ path: name, base64: content.toString("base64") })) };
}
