import AxeBuilder from "@axe-core/playwright";
import type { Page } from "@playwright/test";

/**
 * Runs axe with details for violations only: details of passed rules take half of the time, and so does the page that
 * merges results of frames. The rule for 2.5.3 is off by default.
 */
export const axeOn = (page: Page): AxeBuilder =>
  new AxeBuilder({ page })
    .options({ resultTypes: ["violations"], rules: { "label-content-name-mismatch": { enabled: true } } })
    .setLegacyMode(page.frames().length === 1);
