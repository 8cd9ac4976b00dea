import { z } from "zod";
import {
  BEST_BROTLI_QUALITY,
  brotliOf,
  contentTypeOf,
  FAST_BROTLI_QUALITY,
  isCompressible,
} from "../store/content-type";
import { LIMITS } from "./limits";
import { filesOfManifest } from "../store/read-manifest";
import { SSR_BUNDLE_FILE, jsonOf, manifestOf, pagesOf, type Build } from "../store/release-store";

/** `budget.json` of a build: kilobytes by page path, `*` for all other pages, `whole` for the whole part. */
const budgetJson = z.record(z.string(), z.number().positive());

/** Browsers never request the SSR bundle, HTML or JSON. A page has one file of messages at most, and in English none. */
const isForBrowsers = (path: string) => path !== SSR_BUNDLE_FILE && !/^messages\/|\.(?:html|json)$/.test(path);

/** Counts compressed bytes and, per page, only initially loaded scripts. Without a budget, LIMITS apply. */
export async function budgetProblems(build: Build): Promise<string[]> {
  const budget = readBudget(build);
  if (!budget) return ["Its budget.json is not kilobytes by page. Build it with the shared webpack configuration."];
  // Most builds of `npm start` are within their budget at the fast quality, and the best takes a second.
  const problems = await problemsAt(FAST_BROTLI_QUALITY, build, budget);
  return problems.length === 0 ? [] : problemsAt(BEST_BROTLI_QUALITY, build, budget);
}

async function problemsAt(quality: number, build: Build, budget: Record<string, number>): Promise<string[]> {
  const files = build.files.filter(({ path }) => isForBrowsers(path));
  const weights = new Map(await Promise.all(files.map((file) => weigh(file, quality))));
  const problems: string[] = [];

  const checkLimit = (subject: string, files: string[], keys: string[], defaultLimit: number) => {
    const key = keys.find((name) => budget[name] !== undefined);
    const allowed = key === undefined ? defaultLimit : budget[key]!;
    const sized = [...new Set(files)]
      .map((file) => [file, weights.get(file) ?? 0] as const)
      .sort(([, one], [, other]) => other - one);
    const totalBytes = sized.reduce((total, [, bytes]) => total + bytes, 0);
    // Rounded, as in BudgetPlugin: the same files compress to slightly different sizes on different machines.
    if (Number(kilobytes(totalBytes)) <= allowed) return;
    const limitName =
      key === undefined ? `the ${allowed} kB of a part that declares no budget` : `its budget of ${allowed} kB`;
    problems.push(
      `${subject} ${kilobytes(totalBytes)} kB compressed, more than ${limitName}: ${listFiles(sized)}. Load later what is not needed at first, or raise config.budget["${key ?? keys[0]}"] in its package.json and say why.`,
    );
  };

  for (const [page, files] of Object.entries(scriptsOfPages(build)))
    checkLimit(`It brings ${page === "*" ? "every page" : page}`, files, [page, "*"], LIMITS.kilobytesOfPage);
  checkLimit("As a whole it weighs", [...weights.keys()], ["whole"], LIMITS.kilobytes);
  return problems;
}

function readBudget(build: Build): Record<string, number> | null {
  if (!build.files.some(({ path }) => path === "budget.json")) return {};
  return budgetJson.safeParse(jsonOf(build, "budget.json")).data ?? null;
}

const weigh = async ({ path, content }: Build["files"][number], quality: number) => {
  const sent = isCompressible(contentTypeOf(path)) ? (await brotliOf(content, quality)).length : content.length;
  return [path, Math.min(sent, content.length)] as const;
};

function scriptsOfPages(build: Build): Record<string, string[]> {
  if (!build.remote) {
    const html = build.files.find(({ path }) => path === "index.html")?.content.toString("utf8") ?? "";
    return { "*": [...html.matchAll(/<script\b[^>]*?\bsrc="(?:\.\/)?([^"]+)"/g)].map(([, file]) => file!) };
  }
  const manifest = filesOfManifest(manifestOf(build));
  if (!manifest) return {};
  const pages = pagesOf(build) ?? {};
  return Object.fromEntries(
    build.remote.routes.map(({ path }) => [
      path,
      [manifest.entry, ...manifest.scripts, ...(pages[path]?.scripts ?? [])],
    ]),
  );
}

const MAX_LISTED_FILES = 8;

function listFiles(sized: (readonly [string, number])[]): string {
  const named = sized.slice(0, MAX_LISTED_FILES).map(([file, bytes]) => `${file} ${kilobytes(bytes)}`);
  const others = sized.slice(MAX_LISTED_FILES);
  if (others.length > 0)
    named.push(`${others.length} more ${kilobytes(others.reduce((totalBytes, [, bytes]) => totalBytes + bytes, 0))}`);
  return named.join(", ");
}

const kilobytes = (bytes: number) => (bytes / 1000).toFixed(1);
