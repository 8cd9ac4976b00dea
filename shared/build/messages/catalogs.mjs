import fs from "node:fs";
import path from "node:path";

export const TRANSLATED = ["bn"];

/** Returns the catalog files of a language in a workspace: `messages/about.bn.json`. */
export function catalogFiles(workspace, language) {
  const folder = path.join(workspace, "messages");
  if (!fs.existsSync(folder)) return [];
  return fs
    .readdirSync(folder)
    .filter((name) => name.endsWith(`.${language}.json`))
    .sort()
    .map((name) => path.join(folder, name));
}

export const readCatalog = (file) => JSON.parse(fs.readFileSync(file, "utf8"));

/** Messages of one feature have one catalog; those of all other sources share `common`. */
export const catalogOf = (file) => /[\\/]src[\\/]features[\\/]([\w-]+)[\\/]/.exec(file)?.[1] ?? "common";

/** Returns the texts of remote.json that people read, by path: titles, descriptions and menu labels. */
export const textsOfRoute = ({ title, description }) => [title, ...(description ? [description] : [])];
export const textsOfRemote = ({ routes, menu = [] }) => [
  ...routes.flatMap(textsOfRoute),
  ...menu.map(({ label }) => label),
];
