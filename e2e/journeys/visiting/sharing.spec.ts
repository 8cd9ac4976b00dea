import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Page } from "@playwright/test";
import { axeOn } from "../../axe";
import { expect, openSignedIn, test } from "../../signed-in";

const main = (page: Page) => page.locator("main");

/** Serves one page from another origin. Returns its address. */
async function serveElsewhere(body: string, afterwards: (act: () => Promise<unknown>) => void): Promise<string> {
  const server = createServer((_, response) => {
    response.writeHead(200, { "content-type": "text/html; charset=utf-8" });
    response.end(
      `<!doctype html><html lang="en"><link rel="icon" href="data:,"><title>Elsewhere</title>${body}</html>`,
    );
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  afterwards(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

test("a feed is discovered on the pages that list contests, and is well-formed", async ({ page, another, contest }) => {
  const { _id, name } = await contest();
  await page.goto("/all_contests");
  const link = page.locator('link[rel="alternate"][type="application/atom+xml"]');
  await expect(link).toHaveAttribute("title", "Open contests on Conquest");
  const response = await page.request.get(new URL((await link.getAttribute("href"))!).pathname);
  expect(response.headers()["content-type"]).toBe("application/atom+xml; charset=utf-8");
  // The site's own pages parse no strings.
  const feed = await (
    await another()
  ).evaluate(
    (text) => {
      const xml = new DOMParser().parseFromString(text, "application/xml");
      return {
        isBroken: xml.querySelector("parsererror") !== null,
        titles: [...xml.querySelectorAll("entry > title")].map((title) => title.textContent),
      };
    },
    await response.text(),
  );
  expect(feed.isBroken).toBe(false);
  expect(feed.titles).toContain(name);

  await page.goto(`/contest-details/${_id}`);
  await main(page).locator('a[href^="/creators/"]').first().click();
  await expect(page).toHaveURL(/creators/);
  await expect(link).toHaveAttribute("href", /\/feeds\/creators\/.+\.atom$/);
  const ofCreator = await page.request.get(new URL((await link.getAttribute("href"))!).pathname);
  expect(await ofCreator.text()).toContain(name);
});

test("a contest's link preview has 1200 × 630 pixels in less than 300 kB", async ({ page, contest }) => {
  for (const image of ["/media/covers/image-design-1.webp", "https://pictures.example/poster.png"]) {
    const { _id } = await contest({ image });
    const html = await (await page.request.get(`/contest-details/${_id}`)).text();
    const [, address] = /<meta property="og:image" content="([^"]+)">/.exec(html)!;
    expect(html).toContain('<meta property="og:image:width" content="1200">');
    expect(html).toContain('<meta property="og:image:height" content="630">');
    const [, json] = /<script type="application\/ld\+json">(.*?)<\/script>/.exec(html)!;
    expect(JSON.parse(json!)).toMatchObject({ "@graph": [{ "@type": "Event" }, { "@type": "BreadcrumbList" }] });
    await page.goto("/about");
    const picture = await page.evaluate(async (path) => {
      const blob = await (await fetch(path)).blob();
      const { width, height } = await createImageBitmap(blob);
      return { width, height, bytes: blob.size };
    }, new URL(address!).pathname);
    expect(picture).toMatchObject({ width: 1200, height: 630 });
    expect(picture.bytes).toBeLessThan(300_000);
  }
});

test("an embedded card renders on another site and opens the contest in its tab", async ({
  page,
  contest,
  afterwards,
}) => {
  const { _id, name } = await contest({ image: "/media/covers/image-design-1.webp" });
  await page.goto(`/contest-details/${_id}`);
  await main(page).getByRole("button", { name: "Embed" }).click();
  const dialog = page.getByRole("dialog", { name: "Embed this contest" });
  await expect(dialog.frameLocator("iframe").getByRole("heading", { name, includeHidden: true })).toBeVisible();
  const axe = (await axeOn(page)).include(".cq-dialog-body");
  expect((await axe.analyze()).violations).toEqual([]);
  const html = await dialog.getByLabel("HTML code").inputValue();

  const elsewhere = await serveElsewhere(html, afterwards);
  await page.goto(elsewhere);
  const card = page.frameLocator("iframe");
  await expect(card.getByRole("heading", { name })).toBeVisible();
  await expect(card.getByText("Open", { exact: true })).toBeVisible();
  const isPictureShown = () =>
    card.locator("img").evaluate((picture: HTMLImageElement) => picture.complete && picture.naturalWidth > 0);
  await expect.poll(isPictureShown).toBe(true);
  expect(await card.locator("html").evaluate((root) => root.scrollHeight <= root.clientHeight)).toBe(true);
  await card.getByRole("link", { name: "See contest on Conquest" }).click();
  await expect(page).toHaveURL(new RegExp(`/contest-details/${_id}$`));
  await expect(main(page).getByRole("heading", { level: 1, name })).toBeVisible();
});

test("a private contest has no card, and no other page can be framed", async ({
  page,
  contest,
  afterwards,
  forgive,
}) => {
  forgive(/404|frame-ancestors|X-Frame-Options|Framing/);
  const { _id } = await contest({ visibility: "private" });
  expect((await page.request.get(`/embed/contest/${_id}`)).status()).toBe(404);
  await page.goto("/about");
  const framed = await serveElsewhere(`<iframe src="${new URL("/about", page.url()).href}"></iframe>`, afterwards);
  await page.goto(framed);
  await expect(page.frameLocator("iframe").getByRole("heading", { name: "About us" })).toHaveCount(0);
});

test("a calendar address is created, renewed and revoked", async ({ page, contest, newcomer }) => {
  const person = await newcomer();
  const { _id, name } = await contest({ prize: "0" });
  await person.api.put("/api/join-contest", { data: { contestId: _id, email: person.email } });
  await openSignedIn(page, person, "/dashboard/profile?tab=calendar");
  const panel = main(page).getByRole("region", { name: "Calendar" });
  await panel.getByRole("button", { name: "Create calendar address" }).click();
  const readAddress = async () => new URL(await panel.getByLabel("Calendar address").innerText()).pathname;
  const first = await readAddress();
  expect((await (await axeOn(page)).analyze()).violations).toEqual([]);
  const calendar = await page.request.get(first, { headers: { cookie: "" } });
  expect([calendar.status(), calendar.headers()["content-type"]]).toEqual([200, "text/calendar; charset=utf-8"]);
  const text = (await calendar.text()).replaceAll("\r\n ", "");
  expect(text).toContain(`SUMMARY:${name} closes`);
  expect(text).toMatch(/^BEGIN:VCALENDAR\r\nVERSION:2\.0\r\n[^]*END:VCALENDAR\r\n$/);

  await panel.getByRole("button", { name: "Renew address" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Renew address" }).click();
  await expect(page.getByText("Address renewed")).toBeVisible();
  const second = await readAddress();
  expect([(await page.request.get(first)).status(), (await page.request.get(second)).status()]).toEqual([404, 200]);

  await panel.getByRole("button", { name: "Revoke address" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Revoke address" }).click();
  await expect(panel.getByRole("button", { name: "Create calendar address" })).toBeVisible();
  expect((await page.request.get(second)).status()).toBe(404);
});
