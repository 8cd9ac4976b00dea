import { setTimeout as pause } from "node:timers/promises";
import type { Page } from "@playwright/test";
import { PAGES, type BenchPage, type PaintSite } from "./pages";
import { CPU_SLOWDOWN } from "./visit";

/** Milliseconds of each round, by interaction. */
export type Interactions = Map<string, number[]>;

/** Time between hovering over a link and clicking it, during which the site may prefetch. */
const HOVER_MS = 250;
/** Long enough for every response to an interaction to be painted. */
const SETTLE_MS = 800;
const TIMEOUT_MS = 30_000;
/** Browsers do not report interactions shorter than this. */
const MIN_DURATION_MS = 16;

const pageNamed = (name: string) => PAGES.find((page) => page.name === name)!;
const HOME = pageNamed("home");
const LOGIN: BenchPage = { name: "login", path: "/login", content: "main form" };

interface Interaction {
  name: string;
  page: BenchPage;
  width?: number;
  act(page: Page): Promise<unknown>;
  answer: string;
}

const type = (field: string, text: string) => async (page: Page) => {
  await page.locator(field).focus();
  await page.keyboard.type(text);
};

const INTERACTIONS: Interaction[] = [
  ...[...PAGES.filter(({ name }) => name !== "bangla"), LOGIN].map((page) => ({
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
    // Uses the keyboard because `selectOption` does not count as an interaction in the browser.
    name: "all: filter",
    page: pageNamed("all"),
    act: async (page) => {
      await page.getByLabel("State", { exact: true }).focus();
      await page.keyboard.press("ArrowDown");
    },
    answer: 'main [aria-label^="Remove"], main button:has-text("Clear all")',
  },
];

const CLICKS_TO_CONTENT: Record<string, number> = {
  "click to content": CPU_SLOWDOWN,
  "click to content, full speed": 1,
};

async function interact({ open }: PaintSite, { page, act, answer, ...options }: Interaction): Promise<number> {
  const visit = await open(page, options);
  try {
    const from = await visit.page.evaluate(() => performance.now());
    await act(visit.page);
    await visit.page.locator(answer).first().waitFor();
    await pause(SETTLE_MS);
    const { interactions } = await visit.look();
    return Math.max(
      MIN_DURATION_MS,
      ...interactions.filter(({ startTime }) => startTime >= from).map(({ duration }) => duration),
    );
  } finally {
    await visit.close();
  }
}

async function clickToContent({ open }: PaintSite, cpuSlowdown: number): Promise<number> {
  const visit = await open(HOME, { cpuSlowdown });
  try {
    const link = visit.page.getByRole("banner").getByRole("link", { name: "All Contests", exact: true });
    await visit.page.evaluate("conquestBench.followClick('main h1', 'All Contests')");
    await link.hover();
    await pause(HOVER_MS);
    await link.click();
    const deadline = performance.now() + TIMEOUT_MS;
    while (performance.now() < deadline) {
      const { clickToContent: measured } = await visit.look();
      if (measured !== undefined) return measured;
      await pause(100);
    }
    throw new Error("All Contests was not shown after its link was clicked.");
  } finally {
    await visit.close();
  }
}

export async function measureInteractions(site: PaintSite, rounds: number, results: Interactions): Promise<void> {
  const record = (name: string, value: number) => {
    results.set(name, [...(results.get(name) ?? []), value]);
    console.log(`  ${name}: ${value.toFixed(0)}`);
  };
  for (let round = 0; round < rounds; round += 1) {
    for (const [name, slowdown] of Object.entries(CLICKS_TO_CONTENT))
      record(name, await clickToContent(site, slowdown));
    for (const interaction of INTERACTIONS) record(interaction.name, await interact(site, interaction));
  }
}
