import { LRUCache } from "lru-cache";
import { namesOfCss, cssScopeOf, type CssScope } from "./css-scope";

/** A stylesheet of a build or of a release. */
export interface Sheet {
  path: string;
  css: string;
}

/** The stylesheets of a part that somebody gets; of the shell, whose they all are, too. */
export interface StylesheetSet {
  part: string;
  sheets: Sheet[];
}

/** Stylesheets that are live are read with each release and rollback: to read them anew each time would hold up everybody else. */
const READ_BEFORE = 100;
function onceRead<T extends object>(read: (css: string) => T): (css: string) => T {
  const known = new LRUCache<string, T>({ max: READ_BEFORE });
  return (css) => {
    const found = known.get(css) ?? read(css);
    known.set(css, found);
    return found;
  };
}
const reachOf = onceRead(cssScopeOf);
const namesOf = onceRead(namesOfCss);

export const sheetsOf = (files: readonly { path: string; content: Buffer }[]): Sheet[] =>
  files
    .filter(({ path }) => path.endsWith(".css"))
    .map(({ path, content }) => ({ path, css: content.toString("utf8") }));

const prefixesOf = (reaches: CssScope[]) => [...new Set(reaches.flatMap(({ prefix }) => prefix ?? []))].sort();

/** What in these stylesheets of a remote could change how another part looks, whatever that is, as sentences. */
export function styleProblems(sheets: Sheet[]): string[] {
  const reaches = sheets.map(({ path, css }) => ({ path, css, ...reachOf(css) }));
  const prefixes = prefixesOf(reaches);
  return [
    ...reaches.flatMap(({ path, css, problems }) =>
      css.trim() === "" ? [`${path} is empty. Build it again.`] : problems.map((problem) => `${path} ${problem}.`),
    ),
    ...(prefixes.length > 1 ? [`Its stylesheets have different prefixes: ${prefixes.join(", ")}.`] : []),
  ];
}

/** What in a remote's stylesheets is said already, or otherwise, by those of another part, as sentences: the prefix of its classes is a part's own. */
export function styleConflictProblems(sheets: Sheet[], others: StylesheetSet[], shells: Sheet[]): string[] {
  const reaches = sheets.map(({ path, css }) => ({ path, ...reachOf(css) }));
  const names = shells.flatMap(({ css }) => [...namesOf(css)]);
  const problems = prefixesOf(reaches).flatMap((prefix) =>
    clash(prefix, names).map(
      (name) =>
        `Its stylesheets have the prefix ${prefix}, with which ${name} of the site begins. Choose another in package.json.`,
    ),
  );
  const theirs = [...others, { part: "the shell", sheets: shells }].map(({ part, sheets: known }) => ({
    part,
    reaches: known.map(({ css }) => reachOf(css)),
  }));
  for (const { part, reaches: known } of theirs) {
    const taken = part === "the shell" ? [] : prefixesOf(known);
    for (const prefix of prefixesOf(reaches))
      if (taken.includes(prefix))
        problems.push(`Its stylesheets have the prefix ${prefix}, which is ${part}'s. Choose another in package.json.`);
    for (const { path, registrations } of reaches) {
      const odd = [...registrations].find(([name, { syntax, initial }]) =>
        known.some((other) => differs(other.registrations.get(name), syntax, initial)),
      );
      if (odd)
        problems.push(
          `${path} registers ${odd[0]} in another way than ${part}, which counts for the whole page. Build it with the Tailwind of the others.`,
        );
    }
  }
  return [...new Set(problems)];
}

/** Remotes that run now and whose prefix a name of this shell begins with, as sentences. */
export const shellStyleProblems = (sheets: Sheet[], others: StylesheetSet[]): string[] => {
  const names = sheets.flatMap(({ css }) => [...namesOf(css)]);
  return others.flatMap(({ part, sheets: known }) =>
    prefixesOf(known.map(({ css }) => reachOf(css))).flatMap((prefix) =>
      clash(prefix, names).map(
        (name) => `Its stylesheets name ${name}, with the prefix ${prefix}, which is ${part}'s. Choose another name.`,
      ),
    ),
  );
};

/** The first name, if there is one, that a part with this prefix would take for its own. */
function clash(prefix: string, names: string[]): string[] {
  const begins = new RegExp(`^(?:\\.|--)${prefix}(?:[-:]|$)`);
  return names.filter((name) => begins.test(name)).slice(0, 1);
}

const differs = (known: { syntax: string; initial: string } | undefined, syntax: string, initial: string) =>
  known !== undefined && (known.syntax !== syntax || known.initial !== initial);
