import { siteConfig, type SiteConfig } from "@conquest/shared/contracts/site-config";

export type { SiteConfig };

let current: SiteConfig | undefined;

/** The settings that the server put into the page. Throws before {@link provideConfig} has run. */
export function config(): SiteConfig {
  if (!current) throw new Error("The site's configuration was read before it was provided.");
  return current;
}

export function provideConfig(value: unknown): SiteConfig {
  current = siteConfig.parse(value);
  return current;
}
