import type { Page } from "@playwright/test";

/** Of so many elements the differences are told. */
const TOLD = 3;

/** The computed style of every element, in the order of the document. */
export type Looks = Record<string, string>[];

/** What has a look: a page leaves links behind that load ahead, and as many as where it came from had of them. */
const DRAWN = "*:not(link, script, style, meta, template, noscript)";

/** What follows from the room there is would be told of all that is around what changed. */
export const looksOf = (page: Page): Promise<Looks> =>
  page.evaluate((drawn) => {
    const FOLLOWS = /^(?:(?:min-|max-)?(?:width|height|inline-size|block-size)|(?:perspective|transform)-origin|top|right|bottom|left|inset.*)$/;
    return [...document.body.querySelectorAll(drawn), document.body, document.documentElement].map((element) => {
      const style = getComputedStyle(element);
      const names = [...style].filter((name) => !FOLLOWS.test(name) && !name.startsWith("--"));
      return Object.fromEntries(names.map((name) => [name, style.getPropertyValue(name)]));
    });
  }, DRAWN);

/**
 * How a page looks otherwise than before, in words, as it stands now; null where it has other elements, and nobody can say.
 * `steady` is the page as before, once more: what moves by itself, like a clock, says nothing.
 */
export async function differencesOf(page: Page, before: Looks, steady: Looks): Promise<string[] | null> {
  const after = await looksOf(page);
  if (after.length !== before.length || steady.length !== before.length) return null;
  const changes = before.flatMap((style, index) => {
    const property = Object.keys(style).find((name) => style[name] === steady[index]?.[name] && style[name] !== after[index]![name]);
    return property === undefined ? [] : [{ index, property, from: style[property]!, to: after[index]![property]! }];
  });
  const names = await page.evaluate(namesOf, { drawn: DRAWN, indexes: changes.slice(0, TOLD).map(({ index }) => index) });
  return names.map((name, place) => `${changes[place]!.property} of ${name} is ${changes[place]!.to}, not ${changes[place]!.from}`);
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
