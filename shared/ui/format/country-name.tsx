import { language } from "@conquest/shared/singletons/language";

// Used after an interaction, or for data that a page waited for: the first use of Intl takes a slow phone 100 ms.
/* eslint-disable no-restricted-syntax */
let names: Intl.DisplayNames | undefined;

/** Returns the code itself if the browser does not know the country. */
export function countryName(code: string): string {
  names ??= new Intl.DisplayNames([language()], { type: "region" });
  return names.of(code) ?? code;
}

export const byCountryName = (one: string, other: string): number =>
  countryName(one).localeCompare(countryName(other), language());

export const countryNames = (codes: readonly string[]): string[] => codes.toSorted(byCountryName).map(countryName);
/* eslint-enable no-restricted-syntax */
