import type { FastifyBaseLogger } from "fastify";
import type { PublicResponse } from "@conquest/shared/contracts/parts/ssr";
import { listPopularContests } from "@conquest/shared/contracts/listing";
import { fillPath } from "@conquest/shared/contracts/parts/match-route";
import type { ContestCard } from "@conquest/shared/contracts/contests";
import type { Registry, Release } from "@conquest/shared/contracts/parts/releases";
import type { RemoteRoute } from "@conquest/shared/contracts/parts/remote";
import type { SiteConfig } from "@conquest/shared/contracts/parts/site-config";
import { SsrFailure, startSsrProcess, type Bundle, type SsrProcess } from "../ssr/ssr-process";
import { SHELL } from "../releases/live/live-registry";
import type { Releases } from "../releases/live/open-releases";
import { SSR_BUNDLE_FILE, type Build } from "../releases/store/release-store";

interface PreflightDeps {
  releases: Releases;
  config: SiteConfig;
  ask: (address: string) => Promise<PublicResponse>;
  log: FastifyBaseLogger;
}

/** Per page in milliseconds; generous, so that a busy server does not reject a release. */
const TIMEOUT_MS = 10_000;

/** Markup that the content security policy blocks and hydration does not fix. */
const FORBIDDEN: readonly [pattern: RegExp, what: string][] = [
  [/<script\b/i, "a script"],
  [/<style\b|<[^>]+\sstyle=/i, "an inline style"],
  [/<[^>]+\son[a-z]+=/i, "an inline event handler"],
];

/** Renders each public page twice, with live releases and data. Builds without an SSR bundle pass. */
export const ssrPreflight =
  ({ releases, config, ask, log }: PreflightDeps) =>
  async (build: Build): Promise<string[]> => {
    const ownBundle = build.files.find(({ path }) => path === SSR_BUNDLE_FILE)?.content.toString("utf8");
    if (ownBundle === undefined) return [];
    const { shell, registry } = await releases.live();
    const shellCode = build.part === SHELL ? ownBundle : await stored(SHELL, shell?.version);
    if (shellCode === undefined) return [];

    const parts: { part: string; code: string | undefined; release: Release }[] = build.remote
      ? [
          {
            part: build.part,
            code: ownBundle,
            release: { ...(registry.remotes[build.part]?.current ?? NO_RELEASE), remote: build.remote },
          },
        ]
      : await Promise.all(
          Object.entries(registry.remotes).map(async ([part, { current }]) => ({
            part,
            code: await stored(part, current.version),
            release: current,
          })),
        );
    const problems = await Promise.all(
      parts.map(({ part, code, release }) =>
        code === undefined ? [] : problemsOf(part, { name: part, code }, release),
      ),
    );
    return problems.flat();

    async function stored(part: string, version: string | undefined) {
      return version === undefined
        ? undefined
        : (await releases.readFile(part, version, SSR_BUNDLE_FILE))?.content.toString("utf8");
    }

    async function problemsOf(part: string, bundle: Bundle, release: Release): Promise<string[]> {
      const routes = release.remote.routes.filter(({ access }) => access === "everyone");
      if (routes.length === 0) return [];
      const responses = new Map<string, Promise<PublicResponse>>();
      // Both renders must get the same data: list positions, for example, depend on the time.
      const fetchOnce = (address: string) => {
        const response = responses.get(address) ?? ask(address);
        responses.set(address, response);
        return response;
      };
      const remotes: Registry["remotes"] = {
        [part]: { current: release, previous: null, isEnabled: true, reason: null },
      };
      const problems: string[] = [];
      let process: SsrProcess | undefined;
      try {
        for (const route of routes) {
          const address = await addressOf(route);
          const render = async () => {
            process ??= startSsrProcess({ shell: { name: SHELL, code: shellCode! }, part: bundle }, TIMEOUT_MS);
            return (await process.render({ address, config, remotes, now: RENDER_TIME, answers: {} }, fetchOnce))
              .markup;
          };
          try {
            const first = await render();
            problems.push(
              ...FORBIDDEN.flatMap(([pattern, what]) =>
                pattern.test(first) ? [`${part} renders ${what} into ${route.path}.`] : [],
              ),
            );
            if ((await render()) !== first)
              problems.push(`${part} renders ${route.path} differently each time, so a browser could not hydrate it.`);
          } catch (error) {
            if (!(error instanceof SsrFailure)) throw error;
            log.warn({ part, page: route.path, reason: error.message }, "preflight");
            problems.push(`${part} cannot render ${route.path}: ${error.message.split("\n")[0]}.`);
            process?.end();
            process = undefined;
          }
        }
      } finally {
        process?.end();
      }
      return problems;
    }

    async function addressOf({ path, head }: RemoteRoute): Promise<string> {
      if (!head) return fillPath(path, {});
      const { body } = await ask(listPopularContests.path);
      const [contest] = Array.isArray(body) ? (body as ContestCard[]) : [];
      return fillPath(path, { [head.param]: contest?._id ?? "none" });
    }
  };

const RENDER_TIME = Date.UTC(2026, 0, 1, 12);

const NO_RELEASE: Omit<Release, "remote"> = {
  version: "",
  base: "/",
  files: { container: "", entry: "", scripts: [], styles: [], pages: {} },
  integrity: {},
};
