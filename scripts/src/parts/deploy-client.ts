import { readFile } from "node:fs/promises";
import path from "node:path";
import { LIMITS, sizeProblems } from "@conquest/server/src/releases/checks/limits";
import type { Build } from "@conquest/server/src/releases/store/release-store";

export interface DeployTarget {
  url: string;
  token: () => Promise<string>;
}

export const siteUrl = (process.env["SITE_URL"] || `http://localhost:${process.env["PORT"] || 3000}`).replace(
  /\/$/,
  "",
);

export const tokenIn = (dataFolder: string) => async (): Promise<string> => {
  const file = path.join(dataFolder, "deploy-token");
  return readFile(file, "utf8").then(
    (text) => text.trim(),
    () =>
      Promise.reject(
        new Error(`No deploy token found. Set DEPLOY_TOKEN, or start the site with npm start (it writes ${file}).`),
      ),
  );
};

const DEFAULT_TARGET: DeployTarget = {
  url: siteUrl,
  token: async () => process.env["DEPLOY_TOKEN"] || tokenIn(process.env["DATA_DIR"] || ".conquest")(),
};

export async function requestSite<Answer>(
  method: "GET" | "POST" | "DELETE",
  address: string,
  body?: object,
  { url, token }: DeployTarget = DEFAULT_TARGET,
): Promise<Answer> {
  const response = await fetch(url + address, {
    method,
    headers: { authorization: `Bearer ${await token()}`, ...(body ? { "content-type": "application/json" } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
  }).catch(() => Promise.reject(new Error(`No site found at ${url}. Start it with npm start, or set SITE_URL.`)));
  const content = (await response.json().catch(() => null)) as {
    error?: { message: string; fields?: Record<string, string> };
  } | null;
  if (response.ok) return content as Answer;
  const { message = `${url}${address} responded with ${response.status}.`, fields = {} } = content?.error ?? {};
  const problems = Object.entries(fields).map(([field, problem]) => `${field}: ${problem}`);
  // The message only refers to highlighted fields, which a terminal does not have.
  throw new Error(problems.length > 0 ? problems.join("\n") : message);
}

export function uploadOf({ part, remote, files }: Build) {
  const problems = sizeProblems({ files });
  if (problems.length > 0)
    throw new Error(`${part} is too large to be released (at most ${LIMITS.files} files). ${problems.join(" ")}`);
  return {
    part,
    remote,
    files: files.map(({ path: name, content }) => ({ path: name, base64: content.toString("base64") })),
  };
}
