import type { APIResponse, Page } from "@playwright/test";
import { expect, test } from "../../signed-in";

async function decided(page: Page): Promise<string> {
  const [{ _id }] = (await (await page.request.get("/api/all-contests?phase=completed")).json()) as [{ _id: string }];
  return _id;
}

for (const width of [360, 1280]) {
  test(`a page of ${width} pixels looks the same before its stylesheets load`, async ({ page, forgive }) => {
    forgive(/Failed to load/);
    await page.setViewportSize({ width, height: 800 });
    // Fonts load at different times.
    await page.route(/\.(?:js|woff2)(\?|$)/, (route) => route.abort());
    // Other tests change the lists: both loads get the same HTML.
    const documents = new Map<string, Promise<APIResponse>>();
    await page.route(
      (url) => !url.pathname.includes("."),
      async (route) => {
        const request = route.request();
        if (request.resourceType() !== "document") return route.fallback();
        if (!documents.has(request.url())) documents.set(request.url(), route.fetch());
        return route.fulfill({ response: await documents.get(request.url())! });
      },
    );
    /** Position and style of every element, except spinners. */
    const looks = async (address: string) => {
      await page.goto(address);
      return page.evaluate(() =>
        [...document.querySelectorAll("#root, #root *:not(.cq-spinner, .cq-spinner *)")].map((element) => {
          const { x, y, width: wide, height } = element.getBoundingClientRect();
          const { color, backgroundColor, fontSize, fontFamily, display } = getComputedStyle(element);
          return [
            element.className.toString(),
            ...[x, y, wide, height].map(Math.round),
            color,
            backgroundColor,
            fontSize,
            fontFamily,
            display,
          ].join(" ");
        }),
      );
    };
    for (const address of ["/", `/contest-details/${await decided(page)}`, "/all_contests", "/login"]) {
      await page.route(/\.css(\?|$)/, (route) => route.abort());
      const first = await looks(address);
      await page.unroute(/\.css(\?|$)/);
      expect(await looks(address), address).toEqual(first);
    }
  });
}

test("link previews find title, description and picture at the start of a page", async ({ page }) => {
  for (const address of [
    "/",
    "/all_contests",
    "/login",
    "/terms",
    `/contest-details/${await decided(page)}`,
    `/contest-details/${await decided(page)}/winner`,
    "/nowhere",
  ]) {
    const start = (await (await page.request.get(address)).text()).slice(0, 4_000);
    for (const name of ["title", "description", "url", "type", "image", "image:width", "image:height", "image:alt"])
      expect(start, address).toContain(`<meta property="og:${name}" content=`);
    const picture = /property="og:image" content="([^"]+)"/.exec(start)![1]!;
    const answer = await page.request.get(new URL(picture).pathname);
    expect(answer.headers()["content-type"], picture).toMatch(/^image\/(?:jpeg|png)$/);
    expect((await answer.body()).length, picture).toBeLessThanOrEqual(300_000);
  }
});
