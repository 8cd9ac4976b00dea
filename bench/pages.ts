import type { Browser } from "@playwright/test";
import { signIn } from "@conquest/scripts/src/browser/sign-in";
import { openSite, type Certificate, type FrontedSite } from "./site";
import { measureVisit, openVisit, type OpenVisit, type StorageState, type Visit, type VisitOptions } from "./visit";

export interface BenchPage {
  name: string;
  /** May contain `:id`, the contest id. */
  path: string;
  content: string;
  role?: "user" | "creator" | "admin";
}

const CONTEST_LINK = 'main a[href*="/contest-details/"]';
const NOTICE = 'section[aria-labelledby="notices"] li';

export const PAGES: readonly BenchPage[] = [
  { name: "home", path: "/", content: CONTEST_LINK },
  { name: "bangla", path: "/bn", content: CONTEST_LINK },
  { name: "all", path: "/all_contests", content: CONTEST_LINK },
  { name: "contest", path: "/contest-details/:id", content: "main article h1" },
  { name: "user", path: "/dashboard", content: NOTICE, role: "user" },
  { name: "creator", path: "/dashboard", content: NOTICE, role: "creator" },
  { name: "admin", path: "/dashboard", content: NOTICE, role: "admin" },
];

export interface PaintSite {
  site: FrontedSite;
  addressOf(path: string): string;
  open(page: BenchPage, options?: Pick<VisitOptions, "width" | "cpuSlowdown">): Promise<OpenVisit>;
  measure(page: BenchPage): Promise<Visit>;
}

/** Starts the site with the demo data. */
export async function openPages(certificate: Certificate, browser: Browser): Promise<PaintSite> {
  const site = await openSite(certificate);
  const answer = await fetch(`http://127.0.0.1:${site.port}/api/popular-contests`);
  const [contest] = (await answer.json()) as { _id: string }[];
  if (!contest) throw new Error("The demo has no popular contests.");
  const addressOf = (path: string) => site.url + path.replace(":id", contest._id);
  const states = new Map<string, StorageState>();

  async function optionsOf({ path, content, role }: BenchPage): Promise<VisitOptions> {
    const options = { address: addressOf(path), content };
    if (!role) return options;
    if (!states.has(role)) {
      const context = await browser.newContext();
      await signIn(await context.newPage(), site.url, role);
      states.set(role, await context.storageState({ indexedDB: true }));
      await context.close();
    }
    return { ...options, state: states.get(role)! };
  }

  return {
    site,
    addressOf,
    open: async (page, more) => openVisit(browser, { ...(await optionsOf(page)), ...more }),
    async measure(page) {
      const { visit, state, complaints } = await measureVisit(browser, await optionsOf(page));
      // Visits replace the session cookie.
      if (page.role && state) states.set(page.role, state);
      for (const text of complaints) console.log(`  ! ${page.name}: ${text.slice(0, 300)}`);
      return visit;
    },
  };
}

/** Visits the pages in turns, so that they can be compared, after one visit that warms the server's caches. */
export async function firstVisits(
  { measure }: PaintSite,
  pages: readonly BenchPage[],
  rounds: number,
  visits: Map<string, Visit[]>,
): Promise<void> {
  for (const page of pages) {
    await measure(page);
    visits.set(page.name, []);
  }
  for (let round = 0; round < rounds; round += 1)
    for (const page of pages) {
      const visit = await measure(page);
      visits.get(page.name)!.push(visit);
      const { firstPaint, largestPaint, hydrated } = visit;
      console.log(
        `  ${page.name}: ${[firstPaint, largestPaint, hydrated].map((value) => value.toFixed(0)).join(", ")}`,
      );
    }
}
