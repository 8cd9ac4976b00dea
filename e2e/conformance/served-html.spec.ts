import type { APIRequestContext } from "@playwright/test";
import { expect, test } from "./statements";
import { heading } from "./steps";

interface Head {
  status: number;
  title: string;
  meta: Record<string, string>;
  canonical: string;
}

const unescape = (text: string) =>
  text
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&quot;", '"')
    .replaceAll("&#39;", "'")
    .replaceAll("&amp;", "&");

async function readHead(api: APIRequestContext, path: string): Promise<Head & { html: string }> {
  const answer = await api.get(path);
  const html = await answer.text();
  const meta: Record<string, string> = {};
  for (const [tag] of html.matchAll(/<meta [^>]*>/g)) {
    const name = /(?:name|property)="([^"]+)"/.exec(tag)?.[1];
    if (name) meta[name] = unescape(/content="([^"]*)"/.exec(tag)?.[1] ?? "");
  }
  return {
    html,
    status: answer.status(),
    title: unescape(/<title>([^<]*)<\/title>/.exec(html)?.[1] ?? ""),
    meta,
    canonical: unescape(/<link rel="canonical" href="([^"]+)"/.exec(html)?.[1] ?? ""),
  };
}

const PAGES = [
  ["/", "Compete. Create. Conquer."],
  ["/login", "Login"],
  ["/register", "Register"],
  ["/contact_us", "Contact Us"],
  ["/all_contests", "All Contests"],
  ["/top_contests", "Top Contests"],
  ["/about", "About us"],
  ["/terms", "Terms of use"],
  ["/privacy", "Privacy policy"],
  ["/cookies", "Cookie policy"],
] as const;

const NOINDEX = { robots: "noindex" };

test.describe("The HTML as served", () => {
  for (const [path, title] of PAGES) {
    test(`${path} has the title "${title} | Conquest", a description and Open Graph tags`, async ({ as, baseURL }) => {
      const visitor = await as("visitor");
      const head = await readHead(visitor, path);
      const url = new URL(path, baseURL).href;
      expect(head).toMatchObject({ status: 200, title: `${title} | Conquest`, canonical: url });
      expect(head.meta["description"]).toMatch(/\w.{20,}/);
      expect(head.meta).toMatchObject({
        "og:site_name": "Conquest",
        "og:type": "website",
        "og:title": title,
        "og:description": head.meta["description"],
        "og:url": url,
      });
      expect(head.meta["og:image"]).toMatch(/^http/);
      expect((await visitor.get(head.meta["og:image"] ?? "")).headers()["content-type"]).toMatch(/^image\//);
      expect(head.meta["robots"]).toBeUndefined();
    });

    test(`the title of ${path} stays the same once its scripts have run`, async ({ page }) => {
      await page.goto(path);
      await expect(heading(page)).toBeVisible();
      await expect(page).toHaveTitle(`${title} | Conquest`);
    });
  }

  test("no two public pages have the same description", async ({ as }) => {
    const visitor = await as("visitor");
    const heads = await Promise.all(PAGES.map(([path]) => readHead(visitor, path)));
    expect(new Set(heads.map(({ meta }) => meta["description"] ?? "")).size).toBe(PAGES.length);
  });

  test("a contest's page has its name, description and picture in title, description and Open Graph tags", async ({
    as,
    contest,
    baseURL,
  }) => {
    const { _id, name, description, image } = await contest({
      description: 'Kites for "everyone" & <their> friends.\nFly them.',
    });
    const head = await readHead(await as("visitor"), `/contest-details/${_id}`);
    expect(head.title).toBe(`${name} | Conquest`);
    expect(head.meta).toMatchObject({
      description: description.replace("\n", " "),
      "og:type": "article",
      "og:title": name,
      "og:description": description.replace("\n", " "),
      "og:url": new URL(`/contest-details/${_id}`, baseURL).href,
      "og:image": new URL(image.replace("/media/", "/media/previews/"), baseURL).href + ".jpg",
      "og:image:width": "1200",
      "og:image:height": "630",
      "twitter:card": "summary_large_image",
    });
  });

  test("a contest in review says nothing of itself", async ({ as, contest }) => {
    const { _id, name } = await contest({ isPending: true });
    const head = await readHead(await as("visitor"), `/contest-details/${_id}`);
    expect(head.html).not.toContain(name);
    expect(head).toMatchObject({ status: 404, meta: NOINDEX });
  });

  for (const [title, path, head] of [
    [
      "an address that is no page is 404, with a page",
      "/no-such-page",
      { status: 404, title: "Page not found | Conquest", meta: NOINDEX },
    ],
    ["the dashboard is kept out of search results", "/dashboard", { meta: NOINDEX }],
  ] as const)
    test(title, async ({ as }) => {
      expect(await readHead(await as("visitor"), path)).toMatchObject(head);
    });
});
