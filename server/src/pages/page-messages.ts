import type { Catalog, Language } from "@conquest/shared/contracts/parts/languages";
import type { Translate } from "@conquest/shared/contracts/parts/page-head";
import type { SitePage } from "@conquest/shared/contracts/parts/match-route";
import type { Release } from "@conquest/shared/contracts/parts/releases";
import { findTranslation } from "@conquest/shared/contracts/text/find-translation";
import { formatMessage } from "@conquest/shared/contracts/text/format-message";
import { SHELL, type LiveRegistry } from "../releases/live/live-registry";
import type { Releases } from "../releases/live/open-releases";
import type { PageFile } from "./html/page-html";

/** The form of the files that shared/build/plugins/messages.mjs writes. */
const SCRIPT = /^\(self\.conquestMessages\?\?=\[\]\)\.push\((\{.*\})\)\s*$/s;

export interface PageMessages {
  files: PageFile[];
  catalogs: Catalog[];
  /** Also of the chunk that writes the head of later pages in the browser. */
  headCatalogs: Catalog[];
}

const fileOf = (release: Pick<Release, "files"> | undefined, path: string, language: Language) =>
  release?.files.pages[path]?.messages?.[language];

export const languagesOf = (release: Release | undefined, path: string, offered: readonly Language[]) =>
  offered.filter((language) => language === "en" || fileOf(release, path, language) !== undefined);

/** Returns the scripts that the page needs before those of the shell, and the same translations as data. */
export async function readPageMessages(
  live: LiveRegistry,
  matched: SitePage | undefined,
  language: Language,
  { readFile }: Pick<Releases, "readFile">,
): Promise<PageMessages> {
  if (language === "en") return { files: [], catalogs: [], headCatalogs: [] };
  const current = matched && live.registry.remotes[matched.part]?.current;
  const ofShell = live.shell && { ...live.shell, base: `/mf/${SHELL}/${live.shell.version}/` };
  const releases = [
    ...["main", "later"].map((chunk) => ({
      part: SHELL,
      release: ofShell,
      name: live.shell?.chunks[chunk]?.messages?.[language],
      isNeeded: chunk === "main" || matched?.route.layout === "dashboard",
    })),
    {
      part: matched?.part ?? "",
      release: current,
      name: fileOf(current, matched?.route.path ?? "", language),
      isNeeded: true,
    },
  ];
  const messages: PageMessages = { files: [], catalogs: [], headCatalogs: [] };
  for (const { part, release, name, isNeeded } of releases) {
    if (!release || !name) continue;
    const file = await readFile(part, release.version, name);
    const [, json] = SCRIPT.exec(file?.content.toString("utf8") ?? "") ?? [];
    // Both or none, or the page would not hydrate. In development, only the dev server has the file.
    if (file && !json) continue;
    const catalogs = json ? [JSON.parse(json) as Catalog] : [];
    messages.headCatalogs.push(...catalogs);
    if (!isNeeded) continue;
    messages.catalogs.push(...catalogs);
    messages.files.push({ href: release.base + name, integrity: release.integrity[name] });
  }
  return messages;
}

export const translator =
  (catalogs: readonly Catalog[], language: Language): Translate =>
  (message, values = {}) =>
    formatMessage(findTranslation(catalogs, message), values, language).join("");
