import { language } from "@conquest/shared/singletons/language";

/** Returns the `lang` of a text that a person wrote: the site's other language, if most characters are of its script. */
export function langOf(text: string) {
  const isEnglish = language() === "en";
  // A split has one part more than separators.
  if (text.split(isEnglish ? /[\u0980-\u09ff]/ : /[a-z]/i).length * 2 <= text.length + 2) return undefined;
  return isEnglish ? "bn" : "en";
}
