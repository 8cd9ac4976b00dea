import { readFile } from "node:fs/promises";
import path from "node:path";
import { SaxesParser } from "saxes";
import { z } from "zod";
import { LANGUAGES, type Catalog, type Language } from "@conquest/shared/contracts/parts/languages";
import { iconShapes, remoteJson, type IconShapes, type RemoteJson } from "@conquest/shared/contracts/parts/remote";

const ICON_HINT =
  'Draw it like those of lucide.dev: <svg viewBox="0 0 24 24" fill="none" stroke="currentColor"> with paths and simple shapes in it.';

/** Reads remote.json, with the shapes of icon files and translations of labels. Rejects with a readable message. */
export async function readRemote(folder: string): Promise<RemoteJson> {
  const written = remoteJson.safeParse(JSON.parse(await readFile(path.join(folder, "remote.json"), "utf8")));
  if (!written.success)
    throw new Error(`${path.basename(folder)}/remote.json is not as it should be.\n${z.prettifyError(written.error)}`);
  const catalogs = await readCatalogs(folder);
  const menu = await Promise.all(
    written.data.menu.map(async (entry) => ({
      ...entry,
      labels: labelsOf(entry.label, catalogs),
      ...(isIconFile(entry.icon) && { shapes: await readIcon(folder, entry.icon) }),
    })),
  );
  // Parsed again for the key order of the schema, which the server uses: the version is a hash of it.
  return remoteJson.parse({ ...written.data, menu });
}

/** Reads the catalogs by language; texts outside of features are in `common`. */
const readCatalogs = (folder: string): Promise<[Language, Catalog][]> =>
  Promise.all(
    LANGUAGES.map(async (language): Promise<[Language, Catalog]> => {
      const file = path.join(folder, "messages", `common.${language}.json`);
      return [language, JSON.parse(await readFile(file, "utf8").catch(() => "{}")) as Catalog];
    }),
  );

function labelsOf(label: string, catalogs: readonly [Language, Catalog][]): Record<string, string> | undefined {
  const labels = catalogs.flatMap(([language, catalog]) => (catalog[label] ? [[language, catalog[label]]] : []));
  return labels.length > 0 ? (Object.fromEntries(labels) as Record<string, string>) : undefined;
}

export const isIconFile = (icon: string) => icon.endsWith(".svg");

async function readIcon(folder: string, icon: string): Promise<IconShapes> {
  const file = path.resolve(folder, icon);
  if (!file.startsWith(path.resolve(folder) + path.sep))
    throw new Error(`The icon ${icon} of remote.json is not in ${path.basename(folder)}.`);
  const svg = await readFile(file, "utf8").catch(() =>
    Promise.reject(new Error(`The icon ${icon} of remote.json is not in ${path.basename(folder)}.`)),
  );
  return shapesOf(svg, icon);
}

/** Root attributes that are the same for all icons and therefore dropped. */
const IGNORED_ATTRIBUTES = new Set([
  "xmlns",
  "width",
  "height",
  "class",
  "stroke-width",
  "stroke-linecap",
  "stroke-linejoin",
  "aria-hidden",
]);

/** Parses the icon into data. Throws if it contains anything but stroked shapes. */
export function shapesOf(svg: string, icon: string): IconShapes {
  const shapes: Record<string, string>[] = [];
  const fail = (problem: string): never => {
    throw new Error(`The icon ${icon} ${problem}. ${ICON_HINT}`);
  };
  let depth = 0;
  const parser = new SaxesParser();
  parser.on("error", ({ message }) => fail(`cannot be read (${message.replace(/\.$/, "")})`));
  parser.on("text", (text) => void (text.trim() && fail("holds text")));
  parser.on("doctype", () => fail("holds a doctype"));
  parser.on("opentag", ({ name, attributes }) => {
    depth += 1;
    if (depth === 1) {
      const { viewBox, fill, stroke, ...others } = attributes;
      const isStroked = name === "svg" && viewBox === "0 0 24 24" && fill === "none" && stroke === "currentColor";
      if (!isStroked || Object.keys(others).some((key) => !IGNORED_ATTRIBUTES.has(key)))
        fail("is not drawn as the site's are");
    } else if (depth > 2) fail(`holds <${name}> in another shape`);
    else shapes.push({ ...attributes, shape: name });
  });
  parser.on("closetag", () => (depth -= 1));
  parser.write(svg).close();

  const { data, error } = iconShapes.safeParse(shapes);
  if (data) return data;
  const [{ path: [index, attribute] = [], code, message }] = error.issues as [z.core.$ZodIssue];
  const tag = typeof index === "number" ? `<${shapes[index]!["shape"]}>` : "too few or too many shapes";
  if (code === "unrecognized_keys") return fail(`holds ${tag} with what a shape does not have (${message})`);
  return fail(
    attribute === undefined || attribute === "shape"
      ? `holds ${tag}`
      : `holds ${tag} whose ${String(attribute)} is not as it should be (${message})`,
  );
}
