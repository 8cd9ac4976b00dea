import type { ContestRules } from "@conquest/shared/contracts/rules";
import { t } from "@conquest/shared/singletons/language";

export function ruleSentences(
  { minimumAge, disclosesAi, originalOnly }: Omit<ContestRules, "text" | "countries">,
  countryNames: readonly string[],
): string[] {
  const countries = countryNames.join(", ");
  return [
    minimumAge !== null && t("You're at least {n, plural, one {# year} other {# years}} old.", { n: minimumAge }),
    countryNames.length > 0 &&
      t(countryNames.length > 1 ? "You live in one of these countries: {countries}." : "You live in {countries}.", {
        countries,
      }),
    originalOnly && t("Your entry is your own original work."),
    disclosesAi && t("If you used AI, your entry says how."),
  ].filter((sentence) => sentence !== false);
}
