import { setTimeout as pause } from "node:timers/promises";
import type { Browser, Page } from "@playwright/test";
import { CPU_SLOWDOWN } from "../browser/slow-connection";
import { openVisit, type OpenVisit } from "../browser/visit";
import type { Variant } from "../variants/variant";
import { stateOf } from "./first-visits";
import { PAGES, pathOf, type BenchPage } from "./pages";

/** Milliseconds by what was done. */
export type Interactions = Record<string, number[]>;

/** From the moment somebody is over a link until they press: what the site does meanwhile is part of it. */
const HOVER_MS = 250;
/** Whatever answers an interaction has been drawn by then. */
const AFTERWARDS_MS = 800;
const DEADLINE_MS = 30_000;
/** What took less than two frames is not reported by browsers. */
const SHORTEST_MS = 16;

const named = (name: string) => PAGES.find((page) => page.name === name)!;
const HOME = named("home");
const LOGIN: BenchPage = { name: "login", path: "/login", content: "main form" };

interface Act {
  name: string;
  page: BenchPage;
  width?: number;
  cpuSlowdown?: number;
  act(page: Page): Promise<unknown>;
  /** Selector of what is there once the page has answered. */
  answer: string;
}

const type = (field: string, text: string) => async (page: Page) => {
  await page.locator(field).focus();
  await page.keyboard.type(text);
};

/** Something on every page, and on each what people do there. */
const ACTS: Act[] = [
  ...[...PAGES, LOGIN].map((page) => ({
    name: `${page.name}: theme switch`,
    page,
    act: (open: Page) => open.getByRole("checkbox", { name: "Dark theme" }).click(),
    answer: 'html[data-theme="dark"]',
  })),
  {
    name: "home: menu at 360",
    page: HOME,
    width: 360,
    act: (page) => page.getByRole("banner").getByRole("button", { name: "Menu", exact: true }).click(),
    answer: 'header [aria-label="Menu"][aria-expanded="true"]',
  },
  { name: "home: typing", page: HOME, act: type("input[type=search]", "poster"), answer: "input[type=search]" },
  {
    name: "login: typing",
    page: LOGIN,
    act: type("input[name=email]", "somebody@example.com"),
    answer: "input[name=email]",
  },
  {
    // By keys: what a driver puts into a list is no interaction to the browser.
    name: "all: filter",
    page: named("all"),
    act: async (page) => {
      await page.getByLabel("State", { exact: true }).focus();
      await page.keyboard.press("ArrowDown");
    },
    answer: 'main [aria-label^="Remove"], main button:has-text("Clear all")',
  },
];

/** How much slower the processor is, by name. */
const CLICKS_TO_CONTENT: Record<string, number> = {
  "click to content": CPU_SLOWDOWN,
  "click to content, full speed": 1,
};

async function open(
  browser: Browser,
  variant: Variant,
  { page, width, cpuSlowdown }: Pick<Act, "page" | "width" | "cpuSlowdown">,
): Promise<OpenVisit> {
  const state = page.role && (await stateOf(browser, variant, page.role));
  const address = variant.url + pathOf(page, variant.contestId);
  return openVisit(browser, {
    address,
    content: page.content,
    isAlive: true,
    ...(state && { state }),
    ...(width && { width }),
    ...(cpuSlowdown && { cpuSlowdown }),
  });
}

async function interact(browser: Browser, variant: Variant, act: Act): Promise<number> {
  const visit = await open(browser, variant, act);
  try {
    const from = await visit.page.evaluate(() => performance.now());
    await act.act(visit.page);
    await visit.page.locator(act.answer).first().waitFor();
    await pause(AFTERWARDS_MS);
    const { interactions } = await visit.look();
    return Math.max(
      SHORTEST_MS,
      ...interactions.filter(({ startTime }) => startTime >= from).map(({ duration }) => duration),
    );
  } finally {
    await visit.close();
  }
}

async function clickToContent(browser: Browser, variant: Variant, cpuSlowdown: number): Promise<number> {
  const visit = await open(browser, variant, { page: HOME, cpuSlowdown });
  try {
    const link = visit.page.getByRole("banner").getByRole("link", { name: "All Contests", exact: true });
    await visit.page.evaluate("conquestBench.followClick('main h1', 'All Contests')");
    await link.hover();
    await pause(HOVER_MS);
    await link.click();
    const givenUpAt = performance.now() + DEADLINE_MS;
    while (performance.now() < givenUpAt) {
      const { clickToContent: measured } = await visit.look();
      if (measured !== undefined) return measured;
      await pause(100);
    }
    throw new Error(`${variant.name} did not show All Contests after its link was clicked.`);
  } finally {
    await visit.close();
  }
}

/** What people do on a page that they have open, by variant. */
export async function measureInteractions(
  browser: Browser,
  variants: readonly Variant[],
  rounds: number,
): Promise<Map<string, Interactions>> {
  const measured = new Map<string, Interactions>(variants.map(({ name }) => [name, {}]));
  const note = (variant: Variant, what: string, value: number) => {
    (measured.get(variant.name)![what] ??= []).push(value);
    console.log(`  ${what.padEnd(28)} ${variant.name.padEnd(8)} ${value.toFixed(0).padStart(6)}`);
  };
  for (let round = 0; round < rounds; round += 1) {
    for (const variant of variants) {
      for (const [name, slowdown] of Object.entries(CLICKS_TO_CONTENT))
        note(variant, name, await clickToContent(browser, variant, slowdown));
      for (const act of ACTS) note(variant, act.name, await interact(browser, variant, act));
    }
  }
  return measured;
}
