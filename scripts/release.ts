import { userInfo } from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import pc from "picocolors";
import { versionOf } from "@conquest/server/src/releases/store/release-store";
import { buildParts } from "./src/parts/build-parts";
import { requestSite, siteUrl, uploadOf } from "./src/parts/deploy-client";
import { findReleaseBlockers } from "./src/parts/open-release";
import { readBuild } from "./src/parts/read-build";
import { PARTS } from "./src/parts/parts";
import { verifyFiles, verifyRelease } from "./src/parts/verify-release";

const USAGE = `npm run release -- <part> [--build <folder>] [--why "…"]     build it, check it, open its pages, upload it, make it live
npm run release -- <part> --unopened                         the same without opening its pages in a browser
npm run release -- <part> --again                            the same for a version that was rolled back
npm run release -- <part> canary <percent> [--build <folder>]  the same, for this percentage of visitors
npm run release -- <part> canary <percent> --running           another percentage for the running canary
npm run release -- <part> promote                              the canary for everyone
npm run release -- <part> rollback [--to <version>]            back to the last good version; ends a canary first
npm run release -- <part> disable --why "text that visitors see instead"
npm run release -- <part> enable
npm run release -- <part> history
npm run release -- unused [--days 30]                          releases that nothing has used for so long, and their size
npm run release -- unused [--days 30] --remove                 removes them; the server does this for 30 days
npm run release -- tokens                                      who may release what
npm run release -- tokens create <part or *> --holder "…"
npm run release -- tokens revoke <id>

Parts: ${PARTS.join(", ")}
The site is at SITE_URL (http://localhost:3000 when not set). The deploy token is in DEPLOY_TOKEN, or, for the site of npm start
on this machine, in its data folder; create tokens with one for every part (*).`;

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    build: { type: "string" },
    running: { type: "boolean" },
    unopened: { type: "boolean", default: false },
    again: { type: "boolean", default: false },
    to: { type: "string" },
    days: { type: "string", default: "30" },
    remove: { type: "boolean", default: false },
    holder: { type: "string" },
    why: { type: "string", default: "" },
    who: { type: "string" },
    help: { type: "boolean" },
  },
});

const by = { who: values.who || process.env["USER"] || userInfo().username, why: values.why };

function percentOf(text: string | undefined): number {
  const percent = Number(text);
  if (!Number.isInteger(percent) || percent < 1 || percent > 99)
    throw new Error(`A canary is for 1 to 99 percent of visitors.\n\n${USAGE}`);
  return percent;
}

async function release(part: string, canary?: number): Promise<void> {
  if (!values.build) {
    console.log(`Building ${part} …`);
    await buildParts([part], { isForced: true });
  }
  const build = await readBuild(part, ...(values.build ? [path.resolve(values.build)] : []));
  const upload = uploadOf(build);
  const problems = await findReleaseBlockers(build, { isUnopened: values.unopened, log: console.log });
  if (problems.length > 0) throw new Error([`${part} cannot be released:`, ...problems].join("\n  - "));
  console.log(`Uploading ${build.files.length} files as ${versionOf(build)} …`);
  const why = values.unopened ? [by.why, "not opened in a browser"].filter(Boolean).join("; ") : by.why;
  const body = { ...upload, ...by, why, again: values.again, ...(canary !== undefined && { canary }) };
  const { version, revision } = await requestSite<{ version: string; revision: number | null }>(
    "POST",
    "/mf/releases",
    body,
  );
  await (canary === undefined ? verifyRelease : verifyFiles)(siteUrl, build, version);
  if (revision === null)
    return console.log(pc.green(`${part} ${version} is already ${canary === undefined ? "live" : "a canary"}.`));
  const audience = canary === undefined ? "New tabs get it" : `${canary}% of visitors get it`;
  console.log(pc.green(`${part} ${version} is live: revision ${revision} of the registry. ${audience} from now on.`));
}

interface Change {
  revision: number;
  at: string;
  action: string;
  fromVersion: string | null;
  toVersion: string | null;
  percent: number | null;
  who: string;
  why: string;
}

async function printHistory(part: string): Promise<void> {
  for (const { revision, at, action, fromVersion, toVersion, percent, who, why } of await requestSite<Change[]>(
    "GET",
    `/mf/history/${part}`,
  )) {
    const label = percent === null ? action : `${action} ${percent} %`;
    console.log(
      `${String(revision).padStart(4)}  ${at}  ${label.padEnd(11)} ${fromVersion ?? "nothing"} → ${toVersion}  ${who}  ${why}`,
    );
  }
}

async function change(part: string, request: object): Promise<void> {
  const { changed } = await requestSite<{ changed: { revision: number; version: string } | null }>(
    "POST",
    `/mf/registry/${part}`,
    { ...request, ...by },
  );
  console.log(
    changed
      ? pc.green(`${part}: now ${changed.version} (revision ${changed.revision}).`)
      : `${part}: nothing to change.`,
  );
}

interface Token {
  id: string;
  part: string;
  holder: string;
  createdAt: string;
  revokedAt: string | null;
}

async function tokens([action, subject]: string[]): Promise<void> {
  if (action === undefined) {
    for (const { id, part, holder, createdAt, revokedAt } of await requestSite<Token[]>("GET", "/mf/tokens")) {
      console.log(`${id}  ${part.padEnd(22)} ${createdAt}  ${holder}${revokedAt ? `  revoked ${revokedAt}` : ""}`);
    }
  } else if (action === "create" && subject && values.holder) {
    const { id, token } = await requestSite<{ id: string; token: string }>("POST", "/mf/tokens", {
      part: subject,
      holder: values.holder,
    });
    console.log(`${token}\n\nThis token is shown only once. Revoke it with: npm run release -- tokens revoke ${id}`);
  } else if (action === "revoke" && subject) {
    const { part, holder } = await requestSite<Token>("DELETE", `/mf/tokens/${encodeURIComponent(subject)}`);
    console.log(pc.green(`The token of ${holder} for ${part} is revoked.`));
  } else throw new Error(USAGE);
}

interface Unused {
  releases: { part: string; version: string; createdAt: string; inUseUntil: string }[];
  bytes: number;
}

async function unused(): Promise<void> {
  const { releases, bytes } = await requestSite<Unused>("GET", `/mf/removals?days=${encodeURIComponent(values.days)}`);
  for (const { part, version, createdAt, inUseUntil } of releases)
    console.log(`${part.padEnd(22)} ${version}  released ${createdAt}  in use until ${inUseUntil}`);
  console.log(`${releases.length} unused releases, with ${(bytes / 1e6).toFixed(1)} MB that no other release needs.`);
  if (!values.remove) return;
  for (let count = 0; ;) {
    const { removed } = await requestSite<{ removed: unknown[] }>("POST", "/mf/removals", { days: values.days });
    count += removed.length;
    if (removed.length === 0) return console.log(pc.green(`${count} releases are removed.`));
  }
}

async function run(): Promise<void> {
  if (values.help) return console.log(USAGE);
  const [part, action = "release", amount] = positionals;
  if (part === "unused") return unused();
  if (part === "tokens") return tokens(positionals.slice(1));
  if (!part || !PARTS.includes(part)) throw new Error(USAGE);
  if (action === "release") return release(part);
  if (action === "canary")
    return values.running ? change(part, { action, percent: percentOf(amount) }) : release(part, percentOf(amount));
  if (action === "history") return printHistory(part);
  if (action === "rollback") return change(part, { action, ...(values.to && { to: values.to }) });
  if (action === "promote" || action === "disable" || action === "enable") return change(part, { action });
  throw new Error(USAGE);
}

try {
  await run();
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}
