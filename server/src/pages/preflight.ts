import type { FastifyBaseLogger } from "fastify";
import type { PublicAnswer } from "@conquest/shared/contracts/parts/ssr";
import { listPopularContests } from "@conquest/shared/contracts/listing";
import { fillPath } from "@conquest/shared/contracts/parts/match-route";
import type { ContestCard } from "@conquest/shared/contracts/contests";
import type { Registry, Release } from "@conquest/shared/contracts/parts/releases";
import type { RemoteRoute } from "@conquest/shared/contracts/parts/remote";
import type { SiteConfig } from "@conquest/shared/contracts/parts/site-config";
import { SsrFailure, startSsrProcess, type Bundle, type SsrProcess } from "../ssr/ssr-process";
import { SHELL } from "../releases/live/live-registry";
import type { Releases } from "../releases/live/open-releases";
import { DRAWING_FILE, type Build } from "../releases/store/release-store";

interface Needed {
  releases: Releases;
  config: SiteConfig;
  /** What a visitor is answered below /api. */
  ask: (address: string) => Promise<PublicAnswer>;
  log: FastifyBaseLogger;
}

/** Milliseconds for a page: nobody waits for it, and a team should not be refused because the server is busy. */
const PATIENCE = 10_000;

/** What the content security policy refuses in a page, and React does not mend. */
const FORBIDDEN: readonly [pattern: RegExp, what: string][] = [
  [/<script\b/i, "a script"],
  [/<style\b|<[^>]+\sstyle=/i, "an inline style"],
  [/<[^>]+\son[a-z]+=/i, "an inline event handler"],
];

/**
 * Draws each public page of a build twice, with the releases that are live and the site's own answers. Answers why it may not
 * go live, as sentences. A build that brings nothing to draw with passes: its pages are drawn in the browser.
 */
export const ssrPreflight =
  ({ releases, config, ask, log }: Needed) =>
  async (build: Build): Promise<string[]> => {
    const own = build.files.find(({ path }) => path === DRAWING_FILE)?.content.toString("utf8");
    if (own === undefined) return [];
    const { shell, registry } = await releases.live();
    const shellCode = build.part === SHELL ? own : await stored(SHELL, shell?.version);
    if (shellCode === undefined) return [];

    const parts: Tried[] = build.remote
      ? [
          {
            part: build.part,
            code: own,
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
        : (await releases.readFile(part, version, DRAWING_FILE))?.content.toString("utf8");
    }

    async function problemsOf(part: string, bundle: Bundle, release: Release): Promise<string[]> {
      const routes = release.remote.routes.filter(({ access }) => access === "everyone");
      if (routes.length === 0) return [];
      const answers = new Map<string, Promise<PublicAnswer>>();
      // What is drawn twice must be drawn from the same: places in lists, for one, are told by the clock.
      const askOnce = (address: string) => {
        const answer = answers.get(address) ?? ask(address);
        answers.set(address, answer);
        return answer;
      };
      const remotes: Registry["remotes"] = {
        [part]: { current: release, previous: null, isEnabled: true, reason: null },
      };
      const problems: string[] = [];
      let process: SsrProcess | undefined;
      try {
        for (const route of routes) {
          const address = await addressOf(route);
          const draw = async () => {
            process ??= startSsrProcess({ shell: { name: SHELL, code: shellCode! }, part: bundle }, PATIENCE);
            return (await process.draw({ address, config, remotes, now: NOON, answers: {} }, askOnce)).markup;
          };
          try {
            const first = await draw();
            problems.push(
              ...FORBIDDEN.flatMap(([pattern, what]) =>
                pattern.test(first) ? [`${part} draws ${what} into ${route.path}.`] : [],
              ),
            );
            if ((await draw()) !== first)
              problems.push(
                `${part} draws ${route.path} differently each time: a browser could not go on from what the server drew.`,
              );
          } catch (error) {
            if (!(error instanceof SsrFailure)) throw error;
            log.warn({ part, page: route.path, reason: error.message }, "preflight");
            problems.push(`${part} cannot draw ${route.path}: ${error.message.split("\n")[0]}.`);
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

interface Tried {
  part: string;
  code: string | undefined;
  release: Release;
}

/** Any instant, as long as it is the same. */
const NOON = Date.UTC(2026, 0, 1, 12);

/** A part that was never released has no files that a page could name. */
const NO_RELEASE: Omit<Release, "remote"> = {
  version: "",
  base: "/",
  files: { container: "", entry: "", scripts: [], styles: [], pages: {} },
  integrity: {},
};
