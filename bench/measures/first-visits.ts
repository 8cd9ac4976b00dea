import type { Browser } from "@playwright/test";
import { signIn } from "@conquest/scripts/src/browser/sign-in";
import { measureVisit, type Visit } from "../browser/measure-visit";
import type { StorageState } from "../browser/visit";
import type { Variant } from "../variants/variant";
import { isServedBy, pathOf, type BenchPage } from "./pages";

/** The visits of one page, by variant; those at the same place were made one after the other. */
export type Visits = Map<string, Visit[]>;

/** Of who is signed in there with this role. */
export async function stateOf(browser: Browser, variant: Variant, role: string): Promise<StorageState> {
  const known = variant.states.get(role);
  if (known) return known;
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
  for (const text of measured.told) console.log(`  ! ${variant.name} ${page.name}: ${text.slice(0, 300)}`);
  return measured.visit;
}

/** Visits each page in each variant once a round, in turns: whatever else the machine does meets all of them alike. */
export async function firstVisits(
  browser: Browser,
  variants: readonly Variant[],
  pages: readonly BenchPage[],
  rounds: number,
): Promise<Map<string, Visits>> {
  const all = new Map<string, Visits>();
  for (const page of pages) {
    const able = variants.filter((variant) => isServedBy(page, variant));
    const visits: Visits = new Map(able.map(({ name }) => [name, []]));
    all.set(page.name, visits);
    // What the server keeps in memory after its first answer, it has for everybody after.
    for (const variant of able) await visitOnce(browser, variant, page);
    for (let round = 0; round < rounds; round += 1) {
      // Each begins as often as the others.
      const turns = able.map((_, index) => able[(index + round) % able.length]!);
      for (const variant of turns) {
        const visit = await visitOnce(browser, variant, page);
        visits.get(variant.name)!.push(visit);
        const { firstPaint, largestPaint, hydrated } = visit;
        const shown = [firstPaint, largestPaint, hydrated ?? NaN].map((value) => value.toFixed(0).padStart(6)).join("");
        console.log(`  ${page.name.padEnd(8)} ${String(round + 1).padStart(2)}  ${variant.name.padEnd(8)} ${shown}`);
      }
    }
  }
  return all;
}
