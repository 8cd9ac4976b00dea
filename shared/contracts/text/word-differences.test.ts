import { wordDifferences } from "./word-differences";

const read = (before: string, after: string) =>
  wordDifferences(before, after)
    .map(({ kind, text }) => ({ same: text, removed: `[-${text}]`, added: `[+${text}]` })[kind])
    .join("");

it.each([
  ["a word", "Draw a poster.", "Draw a large poster.", "Draw a [+large ]poster."],
  ["another word", "One A2 poster as PDF.", "One A1 poster as PDF.", "One [-A2][+A1] poster as PDF."],
  ["a comma alone", "Red and green", "Red, and green", "Red[+,] and green"],
  ["Bangla, by whole words", "নদীর জন্য পোস্টার", "নদীর জন্য ছবি", "নদীর জন্য [-পোস্টার][+ছবি]"],
  ["nothing", "Same", "Same", "Same"],
  ["all of it", "", "New", "[+New]"],
])("marks changes: %s", (_, before, after, expected) => expect(read(before, after)).toBe(expected));

it("returns both texts whole if they have too little in common", () => {
  const words = (seed: number) => Array.from({ length: 2_500 }, (_, index) => String((index * seed) % 7919)).join(" ");
  const [before, after] = [words(37), words(5003)];
  const started = performance.now();
  const stretches = wordDifferences(before, after);
  expect(performance.now() - started).toBeLessThan(3000);
  const side = (not: string) =>
    stretches
      .filter(({ kind }) => kind !== not)
      .map(({ text }) => text)
      .join("");
  expect([side("added"), side("removed")]).toEqual([before, after]);
});

it("works without Intl.Segmenter", () => {
  const { Segmenter } = Intl;
  Reflect.deleteProperty(Intl, "Segmenter");
  try {
    expect(read("One A2 poster, নদীর জন্য।", "One A1 poster, নদীর ছবি।")).toBe(
      "One [-A2][+A1] poster, নদীর [-জন্য][+ছবি]।",
    );
  } finally {
    Object.assign(Intl, { Segmenter });
  }
});
