import { msg, t } from "@conquest/shared/singletons/language";

export type Strength = "weak" | "fair" | "strong";

const COMMON = /pass(?:word|wort)?|qwert|asdf|zxcv|abcd?|letmein|welcome|admin|iloveyou|dragon|conquest|12345?|54321/gi;

/** An estimate by length, variety and predictable parts; `personal` texts are easy to guess. Undefined without a password. */
export function passwordStrength(password: string, personal: readonly string[] = []): Strength | undefined {
  if (password === "") return undefined;
  const guessable = personal
    .flatMap((text) => text.toLowerCase().split(/[^\p{L}\p{N}]+/u))
    .filter((word) => word.length >= 3);
  // Predictable parts, years and repeated characters count as one character each.
  const rest = guessable
    .reduce((text, word) => text.replaceAll(word, "·"), password.toLowerCase())
    .replace(COMMON, "·")
    .replace(/(?:19|20)\d\d/g, "·")
    .replace(/(.)\1+/gu, "$1");
  const kinds = [/\p{Ll}|\p{Lo}/u, /\p{Lu}/u, /\d/, /[^\p{L}\p{N}]/u].filter((kind) => kind.test(password)).length;
  const score = Array.from(rest).length + kinds - 1;
  if (password.length < 6 || score < 9) return "weak";
  return score < 14 ? "fair" : "strong";
}

const COLOURS = { weak: "var(--cq-danger)", fair: "var(--cq-warning)", strong: "var(--cq-success)" };
const SENTENCES = { weak: msg("Strength: weak."), fair: msg("Strength: fair."), strong: msg("Strength: strong.") };

interface PasswordHintProps {
  password: string;
  personal: readonly string[];
  children: string;
}

/** Rates the typed password after the rule. Advice only: the identity provider decides which passwords it accepts. */
export function PasswordHint({ password, personal, children }: PasswordHintProps) {
  const strength = passwordStrength(password, personal);
  return (
    <>
      {children}
      {strength && (
        <>
          {" "}
          <strong style={{ color: COLOURS[strength] }}>{t(SENTENCES[strength])}</strong>
          {strength !== "strong" && ` ${t("A few unrelated words are stronger.")}`}
        </>
      )}
    </>
  );
}
