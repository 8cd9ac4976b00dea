import type { Page } from "@playwright/test";

/** Pictures below the fold wait until somebody scrolls there, which a photograph of the whole page does not. */
export async function loadPictures(page: Page): Promise<void> {
  await page.locator("img").evaluateAll(async (pictures) => {
    for (const picture of pictures as HTMLImageElement[]) picture.loading = "eager";
    await Promise.all((pictures as HTMLImageElement[]).map((picture) => picture.decode().catch(() => undefined)));
  });
}
