import type { Page } from "@playwright/test";

/** Loads lazy pictures below the fold, because a full-page screenshot does not scroll. */
export async function loadPictures(page: Page): Promise<void> {
  await page.locator("img").evaluateAll(async (pictures) => {
    for (const picture of pictures as HTMLImageElement[]) picture.loading = "eager";
    await Promise.all((pictures as HTMLImageElement[]).map((picture) => picture.decode().catch(() => undefined)));
  });
}
