import type { Page } from "@playwright/test";
import { findDifferences, persistentDifferences, readComputedStyles } from "./computed-styles";

/** Returns how these stylesheets change another part's page, by comparing computed styles without and with them. */
export async function findStyleEffects(page: Page, address: string, stylesheets: readonly string[]): Promise<string[]> {
  let added: string[] = [];
  const found = await persistentDifferences(async () => {
    await page.goto(address);
    await page.waitForLoadState("networkidle");
    const [before, steady] = [await readComputedStyles(page), await readComputedStyles(page)];
    added = await page.evaluate(addStylesheets, stylesheets);
    return findDifferences(page, before, steady);
  });
  if (!found) return ["it has other elements with them than without, or is never the same twice."];
  return found.map((difference) => `${difference} (${added.join(", ")}).`);
}

async function addStylesheets(addresses: readonly string[]): Promise<string[]> {
  const added = await Promise.all(
    addresses.map(
      (address) =>
        new Promise<string[]>((resolve) => {
          const link = document.createElement("link");
          link.rel = "stylesheet";
          link.href = address;
          link.onload = () => resolve([address.split("/").at(-1)!]);
          link.onerror = () => resolve([]);
          document.head.append(link);
        }),
    ),
  );
  return added.flat();
}
