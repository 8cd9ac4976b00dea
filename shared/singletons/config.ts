import {
  IDENTITY_KINDS,
  JOIN_AMOUNTS,
  SOCIAL_NAMES,
  type SiteConfig,
} from "@conquest/shared/contracts/parts/site-config";

export type { SiteConfig };

let current: SiteConfig | undefined;

/** Returns the settings that the server embedded in the page. Throws before {@link provideConfig} was called. */
export function config(): SiteConfig {
  if (!current) throw new Error("The site's configuration was read before it was provided.");
  return current;
}

export function provideConfig(value: unknown): SiteConfig {
  if (!isSiteConfig(value)) throw new Error("The site's configuration cannot be read.");
  current = value;
  return current;
}

/** Written by hand, because a validator would be loaded by every page. */
function isSiteConfig(value: unknown): value is SiteConfig {
  const { apiBase, isProduction, identity, social, joinAmount, mediaVersion, languages = [] } = fieldsOf(value);
  const { kind, emulatorUrl, apiKey, authDomain, projectId } = fieldsOf(identity);
  return (
    areTexts(apiBase, apiKey, authDomain, projectId) &&
    typeof isProduction === "boolean" &&
    IDENTITY_KINDS.some((known) => known === kind) &&
    (emulatorUrl === null || areTexts(emulatorUrl)) &&
    (joinAmount === undefined || JOIN_AMOUNTS.some((known) => known === joinAmount)) &&
    (mediaVersion === undefined || areTexts(mediaVersion)) &&
    Array.isArray(languages) &&
    areTexts(...languages) &&
    Array.isArray(social) &&
    social.map(fieldsOf).every(({ name, href }) => SOCIAL_NAMES.some((known) => known === name) && areTexts(href))
  );
}

const fieldsOf = (value: unknown) =>
  (typeof value === "object" && value !== null ? value : {}) as Record<string, unknown>;
const areTexts = (...values: unknown[]) => values.every((value) => typeof value === "string");
