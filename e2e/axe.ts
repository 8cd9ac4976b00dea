import AxeBuilder from "@axe-core/playwright";
import type { Page } from "@playwright/test";

/**
 * Axe on this page, by all its rules, for what it finds to be wrong. What it finds to be right comes shortened: hundreds of
 * elements that nobody reads took half of its time. So did a second page, in which the answers of frames are put together:
 * where there are none it is not opened.
 */
export const axeOn = (page: Page): AxeBuilder =>
  new AxeBuilder({ page }).options({ resultTypes: ["violations"] }).setLegacyMode(page.frames().length === 1);
