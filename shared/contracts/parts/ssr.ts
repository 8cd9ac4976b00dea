import type { Registry } from "./releases";
import type { SiteConfig } from "./site-config";

/** What the API says to a visitor who asks for one address; the body is what was answered, or the refusal. */
export interface PublicAnswer {
  status: number;
  body: unknown;
  /** Lower-case names. */
  headers: Record<string, string>;
}

/** What a page is drawn from. All of it is public. */
export interface SsrRequest {
  /** Path and search, as they were asked for. */
  address: string;
  config: SiteConfig;
  /** As much of the registry as the HTML carries: browser and server must go by the same. */
  remotes: Registry["remotes"];
  /** The server's clock, in milliseconds since 1970: times and countdowns of the page are drawn as of then. */
  now: number;
  /** Answers that the page will want, by their address below /api. */
  answers: Record<string, PublicAnswer>;
}

/** A page that was drawn, and what a browser needs to go on from there. */
export interface SsrResult {
  /** Stands in #root. */
  markup: string;
  /** Tags for the head, like a preload of the picture that comes first. */
  links: string[];
  /** The query cache, for the browser's. */
  answers: unknown;
  /** Whether it looks another at another instant. */
  usesClock: boolean;
}

/**
 * Ids of what is there when a page is first painted. A row that is centred moves while the end of it is still on its way; and a
 * frame of the navbar alone would only make the next one, with the page's heading, come later.
 */
export const PAINTED_FIRST = ["navbar", "page-heading"] as const;

/** What the HTML of a drawn page says of it, so that the browser continues the very same page. */
export interface SsrState {
  /** Path and search. */
  address: string;
  /** The release of the part whose code drew it; null where the shell drew alone. */
  version: string | null;
  /** {@link SsrRequest.now}, or 0 where nothing was drawn by the clock. */
  now: number;
  answers: unknown;
}
