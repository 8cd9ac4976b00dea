import type { TypedRules } from "@conquest/shared/contracts/rules";
import { ruleSentences } from "@conquest/shared/ui/contest/rule-sentences";
import { countryNames } from "@conquest/shared/ui/format/country-name";

/** A line for each rule, as participants read it, and the creator's own text; "" without rules. */
export const formatRules = ({ text, countries, minimumAge, ...rules }: TypedRules): string =>
  [
    ...ruleSentences({ ...rules, minimumAge: minimumAge === "" ? null : Number(minimumAge) }, countryNames(countries)),
    text,
  ]
    .filter((line) => line.trim() !== "")
    .join("\n");
