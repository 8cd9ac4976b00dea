import { z } from "zod";
import { brotliOf } from "../store/compressed";
import { contentTypeOf, isCompressible } from "../store/content-type";
import { LIMITS } from "./limits";
import { filesOfManifest } from "../store/read-manifest";
import { DRAWING_FILE, jsonOf, manifestOf, pagesOf, type Build } from "../store/release-store";

/** `budget.json`, as a build writes it: kilobytes by the path of a page, `*` for every other page, `whole` for the part. */
const budgetJson = z.record(z.string(), z.number().positive());

/** Not what pages are drawn with or checked by: no page asks for it. */
const isForBrowsers = (path: string) => path !== DRAWING_FILE && !/\.(?:html|json)$/.test(path);

/**
 * What of this build is more than its part allows itself, or the site a part that says nothing of it, as sentences. Bytes are
 * counted as browsers are sent them, and of a page the scripts that it brings at first, as at the build.
 */
export async function budgetProblems(build: Build): Promise<string[]> {
  const own = readBudget(build);
  if (!own) return ["Its budget.json is not kilobytes by page. Build it with the shared webpack configuration."];
  const weights = new Map(await Promise.all(build.files.filter(({ path }) => isForBrowsers(path)).map(weigh)));
  const problems: string[] = [];

  const excess = (what: string, files: string[], keys: string[], ceiling: number) => {
    const key = keys.find((name) => own[name] !== undefined);
    const allowed = key === undefined ? ceiling : own[key]!;
    const weighed = [...new Set(files)]
      .map((file) => [file, weights.get(file) ?? 0] as const)
      .sort(([, one], [, other]) => other - one);
    const sum = weighed.reduce((total, [, bytes]) => total + bytes, 0);
    if (sum <= allowed * 1000) return;
    const whose =
      key === undefined ? `the ${allowed} kB of a part that declares no budget` : `its budget of ${allowed} kB`;
    problems.push(
      `${what} ${kilobytes(sum)} kB compressed, more than ${whose}: ${told(weighed)}. Load later what is not needed at first, or raise config.budget["${key ?? keys[0]}"] in its package.json and say why.`,
    );
  };

  for (const [page, files] of Object.entries(scriptsOfPages(build)))
    excess(`It brings ${page === "*" ? "every page" : page}`, files, [page, "*"], LIMITS.kilobytesOfPage);
  excess("As a whole it weighs", [...weights.keys()], ["whole"], LIMITS.kilobytes);
  return problems;
}

function readBudget(build: Build): Record<string, number> | null {
  if (!build.files.some(({ path }) => path === "budget.json")) return {};
  return budgetJson.safeParse(jsonOf(build, "budget.json")).data ?? null;
}

const weigh = async ({ path, content }: Build["files"][number]) => {
  const sent = isCompressible(contentTypeOf(path)) ? (await brotliOf(content)).length : content.length;
  return [path, Math.min(sent, content.length)] as const;
};

/** The scripts that each page loads at first, by its path; `*` of a shell, which has no pages of its own. */
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

/** The heaviest ones by name: they are where to look. */
const NAMED = 8;

function told(weighed: (readonly [string, number])[]): string {
  const named = weighed.slice(0, NAMED).map(([file, bytes]) => `${file} ${kilobytes(bytes)}`);
  const others = weighed.slice(NAMED);
  if (others.length > 0)
    named.push(`${others.length} more ${kilobytes(others.reduce((sum, [, bytes]) => sum + bytes, 0))}`);
  return named.join(", ");
}

const kilobytes = (bytes: number) => (bytes / 1000).toFixed(1);
