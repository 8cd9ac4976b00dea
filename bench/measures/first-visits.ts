import type { Browser } from "@playwright/test";
import { signIn } from "@conquest/scripts/src/browser/sign-in";
import { measureVisit, type Visit } from "../browser/measure-visit";
import type { StorageState } from "../browser/visit";
import type { Variant } from "../variants/variant";
import { isServedBy, pathOf, type BenchPage } from "./pages";

/** Visits to one page by variant; visits with the same index were made in the same round. */
export type Visits = Map<string, Visit[]>;

export async function stateOf(browser: Browser, variant: Variant, role: string): Promise<StorageState> {
  const cached = variant.states.get(role);
  if (cached) return cached;
  const context = await browser.newContext();
  await signIn(await context.newPage(), variant.url, role);
  const state = await context.storageState({ indexedDB: true });
  await context.close();
  variant.states.set(role, state);
  return state;
}

async function visitOnce(browser: Browser, variant: Variant, page: BenchPage): Promise<Visit> {
  const state = page.role && (await stateOf(browser, variant, page.role));
  const address = variant.url + pathOf(page, variant.contestId);
  const measured = await measureVisit(browser, {
    address,
    content: page.content,
    isAlive: variant.isAlive,
    ...(state && { state }),
  });
  if (page.role && measured.state) variant.states.set(page.role, measured.state);
  for (const text of measured.complaints) console.log(`  ! ${variant.name} ${page.name}: ${text.slice(0, 300)}`);
  return measured.visit;
}

/** Visits each page in each variant once per round, in rotation, so that other load on the machine affects all alike. */
export async function firstVisits(
  browser: Browser,
  variants: readonly Variant[],
  pages: readonly BenchPage[],
  rounds: number,
): Promise<Map<string, Visits>> {
  const all = new Map<string, Visits>();
  for (const page of pages) {
    const supported = variants.filter((variant) => isServedBy(page, variant));
    const visits: Visits = new Map(supported.map(({ name }) => [name, []]));
    all.set(page.name, visits);
    // Warms the server's caches with a visit that does not count.
    for (const variant of supported) await visitOnce(browser, variant, page);
    for (let round = 0; round < rounds; round += 1) {
      const order = supported.map((_, index) => supported[(index + round) % supported.length]!);
      for (const variant of order) {
        const visit = await visitOnce(browser, variant, page);
        visits.get(variant.name)!.push(visit);
        const { firstPaint, largestPaint, hydrated } = visit;
        const summary = [firstPaint, largestPaint, hydrated ?? NaN]
          .map((value) => value.toFixed(0).padStart(6))
          .join("");
        console.log(`  ${page.name.padEnd(8)} ${String(round + 1).padStart(2)}  ${variant.name.padEnd(8)} ${summary}`);
      }
    }
  }
  return all;
}
