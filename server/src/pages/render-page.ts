import type { FastifyBaseLogger } from "fastify";
import type { SsrResult, PublicAnswer } from "@conquest/shared/contracts/parts/ssr";
import { fillPath, type SitePage } from "@conquest/shared/contracts/parts/match-route";
import type { Registry } from "@conquest/shared/contracts/parts/releases";
import type { SiteConfig } from "@conquest/shared/contracts/parts/site-config";
import type { SsrPool, ReleaseBundle } from "../ssr/ssr-pool";
import type { Clock } from "../platform/clock";
import { HttpError } from "../platform/errors";
import { SHELL, type LiveRegistry } from "../releases/live/live-registry";
import type { Releases } from "../releases/live/open-releases";
import { DRAWING_FILE } from "../releases/store/release-store";

/** As a part's drawing may ask for it: a picture that is fetched before scripts. Nothing else of it gets into the head. */
const IMAGE_PRELOAD = /^<link rel="preload" as="image"[^<>]*>$/;

export type Ask = (address: string) => Promise<PublicAnswer>;

interface Order {
  address: string;
  shellVersion: string;
  page: SitePage | undefined;
  site: SiteConfig;
  remotes: Registry["remotes"];
  ask: Ask;
  log: FastifyBaseLogger;
}

interface Needed {
  clock: Clock;
  releases: Releases;
  drawings: SsrPool;
}

/** Draws pages of live releases with the bundles that these bring. */
export function createPageRenderer({ clock, releases, drawings }: Needed) {
  const bundleOf = (part: string, version: string): ReleaseBundle => ({
    part,
    version,
    read: async () => (await releases.readFile(part, version, DRAWING_FILE))?.content.toString("utf8") ?? null,
  });

  /** What is painted first at an address; null where a browser draws it itself. */
  async function draw({ address, shellVersion, page, site, remotes, ask, log }: Order) {
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
      const drawn = await drawings.draw(pair, {
        order: { address, config: site, remotes, now, answers: known },
        answer: ask,
        kind: kindOf(address, page),
        log,
      });
      return drawn && asPage(address, drawn, now, pair.part?.version ?? null);
    } catch (error) {
      // Its answers could not be had. The browser asks for them itself, and says what is wrong.
      if (!(error instanceof HttpError)) log.error({ err: error }, "answers of a page");
      return null;
    }
  }

  /** After a release somebody would be the first to wait until its bundle is evaluated. */
  function warm({ shell, registry, canaries }: LiveRegistry): void {
    if (!shell) return;
    for (const [part, { current, isEnabled }] of Object.entries(registry.remotes)) {
      const canary = canaries[part]?.release;
      for (const { version, remote } of [current, ...(canary ? [canary] : [])]) {
        const hasPublicPages = isEnabled && remote.routes.some(({ access }) => access === "everyone");
        if (hasPublicPages)
          void drawings.warm({ shell: bundleOf(SHELL, shell.version), part: bundleOf(part, version) });
      }
    }
  }

  return { draw, warm };
}

/** Anybody can make up queries: what they break is not the page that everybody comes to. */
const kindOf = (address: string, page: SitePage | undefined) =>
  `${page?.route.path ?? "no page"}${address.includes("?") ? " with a query" : ""}`;

/** The clock is told only where something was drawn by it: the others stay the same page, byte for byte. */
const asPage = (
  address: string,
  { markup, links, usesClock, answers }: SsrResult,
  now: number,
  version: string | null,
) => ({
  markup,
  links: links.filter((link) => IMAGE_PRELOAD.test(link)),
  state: { address, version, now: usesClock ? now : 0, answers },
  drawnAt: usesClock ? now : null,
});
