import type { Page } from "@playwright/test";

/** Of so many elements the differences are told. */
const TOLD = 3;

/** The computed style of every element, in the order of the document: a value for each of the names. */
export interface Looks {
  names: string[];
  rows: string[][];
}

/** What has a look: a page leaves links behind that load ahead, and as many as where it came from had of them. */
const DRAWN = "*:not(link, script, style, meta, template, noscript)";

/**
 * Hundreds of thousands of values, of which few are unlike the others: as one text in which each stands once they come from
 * the browser in a fraction of the time. What follows from the room there is would be told of all that is around what changed.
 */
export async function looksOf(page: Page): Promise<Looks> {
  const text = await page.evaluate((drawn) => {
    const FOLLOWS =
      /^(?:(?:min-|max-)?(?:width|height|inline-size|block-size)|(?:perspective|transform)-origin|top|right|bottom|left|inset.*)$/;
    const names = [...getComputedStyle(document.documentElement)].filter(
      (name) => !FOLLOWS.test(name) && !name.startsWith("--"),
    );
    const known = new Map<string, number>();
    const rows = [...document.body.querySelectorAll(drawn), document.body, document.documentElement].map((element) => {
      const style = getComputedStyle(element);
      return names.map((name) => {
        const value = style.getPropertyValue(name);
        if (!known.has(value)) known.set(value, known.size);
        return known.get(value)!;
      });
    });
    return JSON.stringify({ names, values: [...known.keys()], rows });
  }, DRAWN);
  const { names, values, rows } = JSON.parse(text) as { names: string[]; values: string[]; rows: number[][] };
  return { names, rows: rows.map((row) => row.map((index) => values[index]!)) };
}

/**
 * How a page looks otherwise than before, in words, as it stands now; null where it has other elements, and nobody can say.
 * `steady` is the page as before, once more: what moves by itself, like a clock, says nothing.
 */
export async function differencesOf(
  page: Page,
  { names, rows: before }: Looks,
  { rows: steady }: Looks,
): Promise<string[] | null> {
  const { rows: after } = await looksOf(page);
  if (after.length !== before.length || steady.length !== before.length) return null;
  const changes = before.flatMap((row, index) => {
    const at = row.findIndex((value, place) => value === steady[index]![place] && value !== after[index]![place]);
    return at === -1 ? [] : [{ index, property: names[at]!, from: row[at]!, to: after[index]![at]! }];
  });
  const elements = await page.evaluate(namesOf, {
    drawn: DRAWN,
    indexes: changes.slice(0, TOLD).map(({ index }) => index),
  });
  return elements.map(
    (element, place) =>
      `${changes[place]!.property} of ${element} is ${changes[place]!.to}, not ${changes[place]!.from}`,
  );
}

function namesOf({ drawn, indexes }: { drawn: string; indexes: readonly number[] }): string[] {
  const all = [...document.body.querySelectorAll(drawn), document.body, document.documentElement];
  return indexes.map((index) => {
    const { tagName, classList } = all[index]!;
    return `<${[tagName.toLowerCase(), ...classList].join(".")}>`;
  });
}

/** A page that loads while it is looked at, or that a slow machine draws late, is looked at again so many times. */
const TRIES = 2;

/** The differences that are still there the last time. Null where the page never had the same elements twice. */
export async function lastingDifferences(compare: () => Promise<string[] | null>): Promise<string[] | null> {
  let found: string[] | null = null;
  for (let left = TRIES; left > 0; left -= 1) {
    found = await compare();
    if (found?.length === 0) return found;
  }
  return found;
}
