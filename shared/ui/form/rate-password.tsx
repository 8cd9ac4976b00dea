import { t } from "@conquest/shared/singletons/language";

export type Strength = "weak" | "fair" | "strong";

const COMMON = /pass(?:word|wort)?|qwert|asdf|zxcv|abcd?|letmein|welcome|admin|iloveyou|dragon|conquest|12345?|54321/i;
const YEAR = /(?:19|20)\d\d/;
const REPEATED = /(.)\1+/u;

const everywhere = ({ source, flags }: RegExp) => new RegExp(source, `${flags}g`);

interface Rating {
  strength: Strength;
  /** How to improve it most; "" if it is strong. */
  advice: string;
}

/** An estimate by length, variety and predictable parts; `personal` texts are easy to guess. Undefined without a password. */
export function ratePassword(password: string, personal: readonly string[] = []): Rating | undefined {
  if (password === "") return undefined;
  const guessable = personal
    .flatMap((text) => text.toLowerCase().split(/[^\p{L}\p{N}]+/u))
    .filter((word) => word.length >= 3);
  // Predictable parts, years and repeated characters count as one character each.
  const impersonal = guessable.reduce((text, word) => text.replaceAll(word, "·"), password.toLowerCase());
  const rest = impersonal
    .replace(everywhere(COMMON), "·")
    .replace(everywhere(YEAR), "·")
    .replace(everywhere(REPEATED), "$1");
  const kinds = [/\p{Ll}|\p{Lo}/u, /\p{Lu}/u, /\d/, /[^\p{L}\p{N}]/u].filter((kind) => kind.test(password)).length;
  const score = Array.from(rest).length + kinds - 1;
  if (password.length >= 6 && score >= 14) return { strength: "strong", advice: "" };
  return {
    strength: password.length < 6 || score < 9 ? "weak" : "fair",
    advice: adviceFor(password, impersonal !== password.toLowerCase()),
  };
}

function adviceFor(password: string, isPersonal: boolean): string {
  if (isPersonal) return t("Leave out your name and email.");
  const [common] = COMMON.exec(password) ?? [];
  if (common) return t("Leave out “{word}”, which is easy to guess.", { word: common });
  if (/^\p{Nd}+$/u.test(password)) return t("Use more than digits.");
  if (YEAR.test(password)) return t("Leave out the year.");
  if (password.replace(everywhere(REPEATED), "$1").length < password.length - 1) return t("Repeat fewer characters.");
  return t("Make it longer, for example with another word.");
}
