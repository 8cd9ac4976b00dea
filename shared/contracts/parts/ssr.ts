import type { Catalog } from "./languages";
import type { Registry } from "./releases";
import type { SiteConfig } from "./site-config";

/** The response to an anonymous API request; `body` may be an error. */
export interface PublicResponse {
  status: number;
  body: unknown;
  headers: Record<string, string>;
}

export interface SsrRequest {
  address: string;
  config: SiteConfig;
  /** The part of the registry included in the HTML: browser and server must use the same. */
  remotes: Registry["remotes"];
  /** Translations of the address's language: those of the shell and of the page. Older servers omit them. */
  messages?: readonly Catalog[] | undefined;
  /** The server's time in ms since 1970, used to render times and countdowns. */
  now: number;
  answers: Record<string, PublicResponse>;
}

export interface SsrResult {
  markup: string;
  links: string[];
  answers: unknown;
  usesClock: boolean;
}

/** Needed in the first paint: else a centered row shifts while its end loads, or the navbar delays the heading. */
export const FIRST_PAINT_IDS = ["navbar", "page-heading"] as const;

/** State in the HTML of a rendered page, used to hydrate it. */
export interface SsrState {
  address: string;
  /** The release of the part that rendered it; null if only the shell did. */
  version: string | null;
  /** {@link SsrRequest.now}, or 0 if the page doesn't depend on the time. */
  now: number;
  answers: unknown;
}
