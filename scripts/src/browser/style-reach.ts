import type { Page } from "@playwright/test";

/** Of so many elements the differences are told. */
const TOLD = 3;

type Looks = Record<string, string>[];

/**
 * What these stylesheets change of a page that is none of theirs, in words: the computed style of each of its elements without
 * them and with them.
 */
export async function reachesOf(page: Page, address: string, stylesheets: readonly string[]): Promise<string[]> {
  await page.goto(address);
  await page.waitForLoadState("networkidle");
  const [before, steady] = [await looks(page), await looks(page)];
  const added = await page.evaluate(addStylesheets, stylesheets);
  const after = await looks(page);
  if (after.length !== before.length) return [];
  const changes = before.flatMap((style, index) => {
    // What moves by itself, like a clock, says nothing.
    const property = Object.keys(style).find((name) => style[name] === steady[index]?.[name] && style[name] !== after[index]![name]);
    return property === undefined ? [] : [{ index, property, from: style[property]!, to: after[index]![property]! }];
  });
  const names = await page.evaluate(namesOf, changes.slice(0, TOLD).map(({ index }) => index));
  return names.map((name, place) => `${changes[place]!.property} of ${name} is ${changes[place]!.to}, not ${changes[place]!.from} (${added.join(", ")}).`);
}

/** Of every element in the order of the document. What follows from the room there is would be told of all that is around what changed. */
const looks = (page: Page): Promise<Looks> =>
  page.evaluate(() => {
    const FOLLOWS = /^(?:(?:min-|max-)?(?:width|height|inline-size|block-size)|(?:perspective|transform)-origin|top|right|bottom|left|inset.*)$/;
    return [...document.body.querySelectorAll("*"), document.body, document.documentElement].map((element) => {
      const style = getComputedStyle(element);
      const names = [...style].filter((name) => !FOLLOWS.test(name) && !name.startsWith("--"));
      return Object.fromEntries(names.map((name) => [name, style.getPropertyValue(name)]));
    });
  });

/** Answers the names of the files that were there to be added. */
async function addStylesheets(addresses: readonly string[]): Promise<string[]> {
  const added = await Promise.all(
    addresses.map(
      (address) =>
        new Promise<string[]>((resolve) => {
          const link = document.createElement("link");
          link.rel = "stylesheet";
          link.href = address;
          link.onload = () => resolve([address.split("/").at(-1)!]);
          link.onerror = () => resolve([]);
          document.head.append(link);
        }),
    ),
  );
  return added.flat();
}

function namesOf(indexes: readonly number[]): string[] {
  const all = [...document.body.querySelectorAll("*"), document.body, document.documentElement];
  return indexes.map((index) => {
    const { tagName, classList } = all[index]!;
    return `<${[tagName.toLowerCase(), ...classList].join(".")}>`;
  });
}
