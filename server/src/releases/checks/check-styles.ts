import { LRUCache } from "lru-cache";
import { namesOfCss, cssScopeOf, type CssScope } from "./css-scope";

export interface Sheet {
  path: string;
  css: string;
}

export interface StylesheetSet {
  part: string;
  sheets: Sheet[];
}

/** Caches parsed live stylesheets: every release and rollback reads them, and parsing blocks other requests. */
const MAX_CACHED_SHEETS = 100;
function cached<T extends object>(read: (css: string) => T): (css: string) => T {
  const known = new LRUCache<string, T>({ max: MAX_CACHED_SHEETS });
  return (css) => {
    const parsed = known.get(css) ?? read(css);
    known.set(css, parsed);
    return parsed;
  };
}
const cachedScope = cached(cssScopeOf);
const cachedNames = cached(namesOfCss);

export const sheetsOf = (files: readonly { path: string; content: Buffer }[]): Sheet[] =>
  files
    .filter(({ path }) => path.endsWith(".css"))
    .map(({ path, content }) => ({ path, css: content.toString("utf8") }));

const prefixesOf = (scopes: CssScope[]) => [...new Set(scopes.flatMap(({ prefix }) => prefix ?? []))].sort();

export function styleProblems(sheets: Sheet[]): string[] {
  const scopes = sheets.map(({ path, css }) => ({ path, css, ...cachedScope(css) }));
  const prefixes = prefixesOf(scopes);
  return [
    ...scopes.flatMap(({ path, css, problems }) =>
      css.trim() === "" ? [`${path} is empty. Build it again.`] : problems.map((problem) => `${path} ${problem}.`),
    ),
    ...(prefixes.length > 1 ? [`Its stylesheets have different prefixes: ${prefixes.join(", ")}.`] : []),
  ];
}

/** Returns a message for each conflict with other parts' stylesheets; a class prefix must be unique to a part. */
export function styleConflictProblems(sheets: Sheet[], others: StylesheetSet[], shells: Sheet[]): string[] {
  const scopes = sheets.map(({ path, css }) => ({ path, ...cachedScope(css) }));
  const names = shells.flatMap(({ css }) => [...cachedNames(css)]);
  const problems = prefixesOf(scopes).flatMap((prefix) =>
    clash(prefix, names).map(
      (name) =>
        `Its stylesheets have the prefix ${prefix}, with which ${name} of the site begins. Choose another in package.json.`,
    ),
  );
  const otherScopes = [...others, { part: "the shell", sheets: shells }].map(({ part, sheets: known }) => ({
    part,
    scopes: known.map(({ css }) => cachedScope(css)),
  }));
  for (const { part, scopes: known } of otherScopes) {
    const reservedPrefixes = part === "the shell" ? [] : prefixesOf(known);
    for (const prefix of prefixesOf(scopes))
      if (reservedPrefixes.includes(prefix))
        problems.push(`Its stylesheets have the prefix ${prefix}, which is ${part}'s. Choose another in package.json.`);
    for (const { path, registrations } of scopes) {
      const conflicting = [...registrations].find(([name, { syntax, initial }]) =>
        known.some((other) => differs(other.registrations.get(name), syntax, initial)),
      );
      if (conflicting)
        problems.push(
          `${path} registers ${conflicting[0]} in another way than ${part}, which counts for the whole page. Build it with the Tailwind of the others.`,
        );
    }
  }
  return [...new Set(problems)];
}

export const shellStyleProblems = (sheets: Sheet[], others: StylesheetSet[]): string[] => {
  const names = sheets.flatMap(({ css }) => [...cachedNames(css)]);
  return others.flatMap(({ part, sheets: known }) =>
    prefixesOf(known.map(({ css }) => cachedScope(css))).flatMap((prefix) =>
      clash(prefix, names).map(
        (name) => `Its stylesheets name ${name}, with the prefix ${prefix}, which is ${part}'s. Choose another name.`,
      ),
    ),
  );
};

function clash(prefix: string, names: string[]): string[] {
  const begins = new RegExp(`^(?:\\.|--)${prefix}(?:[-:]|$)`);
  return names.filter((name) => begins.test(name)).slice(0, 1);
}

const differs = (known: { syntax: string; initial: string } | undefined, syntax: string, initial: string) =>
  known !== undefined && (known.syntax !== syntax || known.initial !== initial);
