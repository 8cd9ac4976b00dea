import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import type { Catalog, Language } from "@conquest/shared/contracts/parts/languages";
import { formatMessage } from "@conquest/shared/contracts/text/format-message";
import { provideTranslation, type Text } from "@conquest/shared/contracts/text/message";
import { serverFolder } from "../../config/folders";

/** The second folder has the messages of contracts. */
const FOLDERS = ["messages", "../shared/messages"].map((folder) => path.join(serverFolder, folder));

const readMessages = (language: Language): Catalog =>
  Object.assign(
    {},
    ...FOLDERS.flatMap((folder) =>
      readdirSync(folder)
        .filter((name) => name.endsWith(`.${language}.json`))
        .map((name) => JSON.parse(readFileSync(path.join(folder, name), "utf8")) as Catalog),
    ),
  ) as Catalog;

const CATALOGS: Readonly<Record<Language, Catalog>> = { en: {}, bn: readMessages("bn") };

/** Writes a message in a language. A plain string, and a message without translation, stay as they are. */
export function translate(language: Language, text: Text): string {
  if (typeof text === "string") return text;
  const values = Object.entries(text.values ?? {}).map(
    ([name, value]) => [name, typeof value === "object" ? translate(language, value) : value] as const,
  );
  const translation = CATALOGS[language][text.text] || text.text;
  return formatMessage(translation, Object.fromEntries(values), language).join("");
}

/** Runs synchronous work, such as a parse, whose sentences are in this language. */
export function inLanguage<T>(language: Language, work: () => T): T {
  provideTranslation((message) => translate(language, message));
  try {
    return work();
  } finally {
    provideTranslation(undefined);
  }
}
