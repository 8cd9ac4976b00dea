import { readFile } from "node:fs/promises";
import { userInfo } from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import pc from "picocolors";
import { versionOf } from "@conquest/server/src/releases/release-store";
import { buildPart, readBuild } from "./src/parts/part-build";
import { PARTS } from "./src/parts/parts";
import { verifyRelease } from "./src/parts/verify-release";

/** Releases one part to a running site, or changes what the site runs of it. Nothing else is built, restarted or touched. */

const USAGE = `npm run release -- <part> [--why "…"]        build it, check it, upload it, make it live
npm run release -- <part> rollback [--why "…"]
npm run release -- <part> disable --why "what visitors read in its place"
npm run release -- <part> enable
npm run release -- <part> history

Parts: ${PARTS.join(", ")}
The site is at SITE_URL (http://localhost:3000 when not set). Its deploy token is in DEPLOY_TOKEN,
or, for the site of npm start on this machine, in its data folder.`;

const siteUrl = (process.env["SITE_URL"] || `http://localhost:${process.env["PORT"] || 3000}`).replace(/\/$/, "");

async function deployToken(): Promise<string> {
  if (process.env["DEPLOY_TOKEN"]) return process.env["DEPLOY_TOKEN"];
  const file = path.join(process.env["DATA_DIR"] || ".conquest", "deploy-token");
  return readFile(file, "utf8").then(
    (text) => text.trim(),
    () => Promise.reject(new Error(`There is no deploy token: set DEPLOY_TOKEN, or start the site with npm start (it writes ${file}).`)),
  );
}

async function ask<Answer>(method: "GET" | "POST", address: string, body?: object): Promise<Answer> {
  const answer = await fetch(siteUrl + address, {
    method,
    headers: { authorization: `Bearer ${await deployToken()}`, ...(body ? { "content-type": "application/json" } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
  }).catch(() => Promise.reject(new Error(`No site answers at ${siteUrl}. Start it with npm start, or set SITE_URL.`)));
  const content = (await answer.json().catch(() => null)) as { error?: { message: string } } | null;
  if (!answer.ok) throw new Error(content?.error?.message ?? `${siteUrl}${address} answered ${answer.status}.`);
  return content as Answer;
}

interface Change {
  revision: number;
  at: string;
  action: string;
  fromVersion: string | null;
  toVersion: string | null;
  who: string;
  why: string;
}

async function release(part: string, by: { who: string; why: string }): Promise<void> {
  console.log(`Building ${part} …`);
  await buildPart(part);
  const build = await readBuild(part);
  console.log(`Uploading ${build.files.length} files as ${versionOf(build)} …`);
  const { version, revision } = await ask<{ version: string; isNew: boolean; revision: number | null }>("POST", "/mf/releases", {
    part,
    remote: build.remote,
    files: build.files.map(({ path: name, content }) => ({ path: name, base64: content.toString("base64") })),
    ...by,
  });
  await verifyRelease(siteUrl, build, version);
  const outcome = revision === null ? "was live already" : `is live: revision ${revision} of the registry`;
  console.log(pc.green(`${part} ${version} ${outcome}. New tabs get it from now on.`));
}

async function run(): Promise<void> {
  const { positionals, values } = parseArgs({ allowPositionals: true, options: { why: { type: "string", default: "" }, who: { type: "string" }, help: { type: "boolean" } } });
  if (values.help) return console.log(USAGE);
  const [part, action = "release"] = positionals;
  if (!part || !PARTS.includes(part)) throw new Error(USAGE);
  const by = { who: values.who || process.env["USER"] || userInfo().username, why: values.why };

  if (action === "release") return release(part, by);
  if (action === "history") {
    for (const { revision, at, action: what, fromVersion, toVersion, who, why } of await ask<Change[]>("GET", `/mf/history/${part}`)) {
      console.log(`${String(revision).padStart(4)}  ${at}  ${what.padEnd(9)} ${fromVersion ?? "nothing"} → ${toVersion}  ${who}  ${why}`);
    }
    return;
  }
  if (action !== "rollback" && action !== "disable" && action !== "enable") throw new Error(USAGE);
  const { changed } = await ask<{ changed: { revision: number; version: string } | null }>("POST", `/mf/registry/${part}`, { action, ...by });
  console.log(changed ? pc.green(`${part}: ${action}, now ${changed.version} (revision ${changed.revision}).`) : `${part} is like that already.`);
}

try {
  await run();
} catch (error) {
  console.error((error as Error).message);
  process.exit(1);
}
