import AxeBuilder from "@axe-core/playwright";
import type { Page } from "@playwright/test";

/**
 * Axe on this page, by all its rules, for what it finds to be wrong. What it finds to be right comes shortened: hundreds of
 * elements that nobody reads took half of its time. So did a second page, in which the answers of frames are put together:
 * where there are none it is not opened.
 * That a name holds the words that are seen (2.5.3) is a rule that axe leaves off unless it is named.
 */
export const axeOn = (page: Page): AxeBuilder =>
  new AxeBuilder({ page })
    .options({ resultTypes: ["violations"], rules: { "label-content-name-mismatch": { enabled: true } } })
    .setLegacyMode(page.frames().length === 1);
