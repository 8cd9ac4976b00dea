import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import type { Page } from "@playwright/test";
import { PARTS } from "../parts/parts";
import { root } from "../root";

/** Words that are Latin in all languages, such as names and the menus of other apps. */
const LATIN = ["JPEG, PNG, WebP, AVIF", "Firebase Authentication", "Open in browser", "Open in Chrome, Open in Safari"];
/** The site's name, email and web addresses, and time zones as in `America/New York`. */
const NOT_TEXT = /Conquest|\S+@\S+|https?:\/\/\S+|\b[A-Z]\w+\/[\w /-]+/g;
const WORDS = /[a-z][\w'’-]*(?:[^\p{L}\n|]+[a-z][\w'’-]*)*/giu;

const demoFolder = path.join(root, "scripts/src/demo");
const normal = (text: string) =>
  text
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, " ")
    .trim();

/** All texts of demo contests and people, as one text. */
const readDemo = () =>
  normal(
    readdirSync(demoFolder, { recursive: true, encoding: "utf8" })
      .filter((file) => /\.(?:ts|json)$/.test(file))
      .map((file) => readFileSync(path.join(demoFolder, file), "utf8").replaceAll(/\\n|" \+\s*"/g, " "))
      .join("\n"),
  );

/** Returns the translation of each English message, of all workspaces. */
export const readTranslations = (language: string): Record<string, string> =>
  Object.assign(
    {},
    ...["shared", "server", ...PARTS].flatMap((workspace) => {
      const folder = path.join(root, workspace, "messages");
      return readdirSync(folder)
        .filter((file) => file.endsWith(`.${language}.json`))
        .map((file) => JSON.parse(readFileSync(path.join(folder, file), "utf8")) as object);
    }),
  ) as Record<string, string>;

/** Returns a function that finds English words of the site among the texts of a translated page. */
export function untranslatedFinder(language: string): (texts: readonly string[]) => string[] {
  const messages = readTranslations(language);
  const content = [readDemo(), ...LATIN.map(normal)].join("\n");
  const isOurs = (words: string) =>
    Object.hasOwn(messages, words) || (/\s/.test(words) && !content.includes(normal(words)));
  return (texts) => texts.filter((text) => (text.replaceAll(NOT_TEXT, "|").match(WORDS) ?? []).some(isOurs));
}

/** Returns the texts and labels of a page, without code and email addresses. */
export const readTexts = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const found = new Set<string | null>([document.title]);
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode())
      if (!node.parentElement?.closest("[translate=no], code, kbd, script, style, noscript, svg"))
        found.add(node.textContent);
    for (const element of document.body.querySelectorAll("*"))
      for (const name of ["aria-label", "aria-description", "aria-valuetext", "alt", "title", "placeholder"])
        found.add(element.getAttribute(name));
    for (const meta of document.querySelectorAll("meta[name=description], meta[property='og:image:alt']"))
      found.add(meta.getAttribute("content"));
    return [...found].flatMap((text) => text?.trim().replaceAll(/\s+/g, " ") || []);
  });
