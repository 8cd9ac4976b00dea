import { parse, TYPE } from "@formatjs/icu-messageformat-parser";

/** Plural categories by language, see https://www.unicode.org/cldr/charts/latest/supplemental/language_plural_rules.html */
const CATEGORIES = { en: ["one", "other"], bn: ["one", "other"] };

export const messageProblems = (message) => problemsIn(message, "en");

/** Returns what is wrong with a translation: its syntax, plurals, or values that differ from those of the message. */
export function translationProblems(message, translation, language) {
  const problems = problemsIn(translation, language);
  if (problems.length > 0 || problemsIn(message, "en").length > 0) return problems;
  const [wanted, found] = [message, translation].map((text) => valuesOf(parse(text)));
  return [
    ...[...wanted].filter((value) => !found.has(value)).map((value) => `${value} is missing`),
    ...[...found].filter((value) => !wanted.has(value)).map((value) => `${value} is not in the message`),
  ];
}

function problemsIn(text, language) {
  let elements;
  // The page's own reader knows no quotes.
  if (/'[{}<]|''/.test(text)) return ["an apostrophe before a brace quotes it; use ’"];
  try {
    elements = parse(text);
  } catch (error) {
    return [`it cannot be read (${error.message.toLowerCase().replaceAll("_", " ")})`];
  }
  return elementsIn(elements).flatMap((element) => {
    switch (element.type) {
      case TYPE.number:
      case TYPE.date:
      case TYPE.time:
        return [`{${element.value}} has a format; format it in the code`];
      case TYPE.plural:
        return pluralProblems(element, language);
      default:
        return [];
    }
  });
}

function pluralProblems({ value, options, pluralType, offset }, language) {
  const given = Object.keys(options);
  const wanted = CATEGORIES[language];
  return [
    ...(pluralType !== "cardinal" || offset ? [`the plural of {${value}} has an order or an offset`] : []),
    ...wanted.filter((each) => !given.includes(each)).map((each) => `the plural of {${value}} has no ${each}`),
    ...given
      .filter((each) => !each.startsWith("=") && !wanted.includes(each))
      .map((each) => `the plural of {${value}} has ${each}, which the language does not use`),
  ];
}

/** All elements, also those inside options and tags. */
const elementsIn = (elements) =>
  elements.flatMap((element) => [
    element,
    ...elementsIn(element.children ?? []),
    ...Object.values(element.options ?? {}).flatMap(({ value }) => elementsIn(value)),
  ]);

/** Placeholders as `{name}`, choices with their options, tags as `<name>`. */
const valuesOf = (elements) =>
  new Set(
    elementsIn(elements).flatMap(({ type, value, options }) => {
      if (type === TYPE.argument || type === TYPE.plural) return [`{${value}}`];
      if (type === TYPE.select) return [`{${value}: ${Object.keys(options).sort().join(", ")}}`];
      return type === TYPE.tag ? [`<${value}>`] : [];
    }),
  );
