import AxeBuilder from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import axe from "axe-core";

/**
 * Runs axe with details for violations only: details of passed rules take half of the time, and so does the page that
 * merges results of frames. The rule for 2.5.3 is off by default.
 */
export async function axeOn(page: Page): Promise<AxeBuilder> {
  const hasFrames = page.frames().length > 1;
  // The builder would load axe twice for each analysis, which takes as long as the analysis of a small page.
  if (!hasFrames && !(await page.evaluate(() => "axe" in window))) await page.evaluate(axe.source);
  return new AxeBuilder({ page, ...(!hasFrames && { axeSource: ";" }) })
    .options({ resultTypes: ["violations"], rules: { "label-content-name-mismatch": { enabled: true } } })
    .setLegacyMode(!hasFrames);
}
