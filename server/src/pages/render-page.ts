import type { FastifyBaseLogger } from "fastify";
import type { SsrResult, PublicResponse } from "@conquest/shared/contracts/parts/ssr";
import type { Catalog, Language } from "@conquest/shared/contracts/parts/languages";
import { fillPath, type SitePage } from "@conquest/shared/contracts/parts/match-route";
import type { Registry } from "@conquest/shared/contracts/parts/releases";
import type { SiteConfig } from "@conquest/shared/contracts/parts/site-config";
import type { SourceSnapshot, PublicResponseCache } from "../platform/http/public-response-cache";
import { UNAVAILABLE_STATUS, HttpError } from "../platform/errors";
import { isTransientError } from "../platform/failures/transient-errors";
import { type RateLimitRule, tooManyRequestsError } from "../platform/limits/rate-limits";
import type { SsrPool, ReleaseBundle } from "../ssr/ssr-pool";
import type { Clock } from "../platform/clock";
import { SHELL, type LiveRegistry } from "../releases/live/live-registry";
import type { Releases } from "../releases/live/open-releases";
import { SSR_BUNDLE_FILE } from "../releases/store/release-store";

/** Counts an API request of the page against the client's rate limit; false if exceeded. */
export type IsWithin = (counted: RateLimitRule) => Promise<boolean>;

export class PageDataFetcher {
  readonly snapshots: SourceSnapshot[] = [];
  isComplete = true;
  isUnavailable = false;
  isRateLimited = false;
  isSecret = false;

  constructor(
    private readonly answers: Pick<PublicResponseCache, "fetchWithSnapshot" | "rateLimitRuleAt">,
    private readonly isWithin: IsWithin,
    private readonly language: Language,
  ) {}

  readonly ask: Ask = async (address) => {
    try {
      const rule = this.answers.rateLimitRuleAt(address);
      if (rule && !(await this.isWithin(rule))) {
        this.isRateLimited = true;
        throw tooManyRequestsError(1);
      }
      const { answer, snapshot, isSecret } = await this.answers.fetchWithSnapshot(address, this.language);
      this.snapshots.push(snapshot);
      this.isSecret ||= isSecret;
      this.isComplete &&= answer.status < 500;
      this.isUnavailable ||= answer.status === UNAVAILABLE_STATUS;
      return answer;
    } catch (error) {
      this.isComplete = false;
      this.isUnavailable ||= isTransientError(error);
      throw error;
    }
  };
}

/** The only head tag that SSR may add: a picture preload. */
const IMAGE_PRELOAD = /^<link rel="preload" as="image"[^<>]*>$/;

type Ask = (address: string) => Promise<PublicResponse>;

interface RenderOrder {
  address: string;
  shellVersion: string;
  page: SitePage | undefined;
  site: SiteConfig;
  remotes: Registry["remotes"];
  messages: readonly Catalog[];
  ask: Ask;
  log: FastifyBaseLogger;
}

interface RendererDeps {
  clock: Clock;
  releases: Releases;
  ssrPool: SsrPool;
}

export function createPageRenderer({ clock, releases, ssrPool }: RendererDeps) {
  const bundleOf = (part: string, version: string): ReleaseBundle => ({
    part,
    version,
    read: async () => (await releases.readFile(part, version, SSR_BUNDLE_FILE))?.content.toString("utf8") ?? null,
  });

  /** Returns the SSR result; null if the browser must render the page. */
  async function render({ address, shellVersion, page, site, remotes, messages, ask, log }: RenderOrder) {
    const isForEveryone = page?.route.access === "everyone";
    const entry = page && remotes[page.part];
    if (isForEveryone && !entry?.isEnabled) return null;
    const pair = {
      shell: bundleOf(SHELL, shellVersion),
      part: isForEveryone ? bundleOf(page.part, entry!.current.version) : null,
    };
    const now = clock.now().getTime();
    try {
      const addresses = isForEveryone ? page.route.data.map((pattern) => fillPath(pattern, page.params)) : [];
      const known = Object.fromEntries(
        await Promise.all(addresses.map(async (each) => [each, await ask(each)] as const)),
      );
      const rendered = await ssrPool.render(pair, {
        order: { address, config: site, remotes, messages, now, answers: known },
        answer: ask,
        kind: kindOf(address, page, messages.length > 0),
        log,
      });
      return rendered && asPage(address, rendered, now, pair.part?.version ?? null);
    } catch (error) {
      // The browser requests the data again and shows the error.
      if (!(error instanceof HttpError)) log.error({ err: error }, "answers of a page");
      return null;
    }
  }

  /** Otherwise the first request after a release waits for the bundle to load. */
  function warm({ shell, registry, canaries }: LiveRegistry): void {
    if (!shell) return;
    for (const [part, { current, isEnabled }] of Object.entries(registry.remotes)) {
      const canary = canaries[part]?.release;
      for (const { version, remote } of [current, ...(canary ? [canary] : [])]) {
        const hasPublicPages = isEnabled && remote.routes.some(({ access }) => access === "everyone");
        if (hasPublicPages) void ssrPool.warm({ shell: bundleOf(SHELL, shell.version), part: bundleOf(part, version) });
      }
    }
  }

  return { render, warm };
}

/** Failures with a query, which can be forged, or in another language do not disable the page without. */
const kindOf = (address: string, page: SitePage | undefined, isTranslated: boolean) =>
  `${page?.route.path ?? "no page"}${isTranslated ? " translated" : ""}${address.includes("?") ? " with a query" : ""}`;

/** Includes the time only if the page used it, so that other pages stay byte-identical. */
const asPage = (
  address: string,
  { markup, links, usesClock, answers }: SsrResult,
  now: number,
  version: string | null,
) => ({
  markup,
  links: links.filter((link) => IMAGE_PRELOAD.test(link)),
  state: { address, version, now: usesClock ? now : 0, answers },
  renderedAt: usesClock ? now : null,
});
