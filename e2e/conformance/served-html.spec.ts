import { expect, test } from "../signed-in";

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

function readHead(status: number, html: string): Head {
  const meta: Record<string, string> = {};
  for (const [tag] of html.matchAll(/<meta [^>]*>/g)) {
    const name = /(?:name|property)="([^"]+)"/.exec(tag)?.[1];
    if (name) meta[name] = unescape(/content="([^"]*)"/.exec(tag)?.[1] ?? "");
  }
  return {
    status,
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

test.describe("The HTML as served", () => {
  for (const [path, title] of PAGES) {
    test(`${path} has the title "${title} | Conquest", a description and Open Graph tags`, async ({ as, baseURL }) => {
      const answer = await (await as("visitor")).get(path);
      const head = readHead(answer.status(), await answer.text());
      expect(head.status).toBe(200);
      expect(head.title).toBe(`${title} | Conquest`);
      expect(head.meta["description"]).toMatch(/\w.{20,}/);
      expect(head.meta).toMatchObject({
        "og:site_name": "Conquest",
        "og:type": "website",
        "og:title": title,
        "og:description": head.meta["description"],
        "og:url": new URL(path, baseURL).href,
      });
      expect(head.canonical).toBe(new URL(path, baseURL).href);
      expect(head.meta["og:image"]).toMatch(/^http/);
      expect((await (await as("visitor")).get(head.meta["og:image"] ?? "")).headers()["content-type"]).toMatch(
        /^image\//,
      );
      expect(head.meta["robots"]).toBeUndefined();
    });
  }

  test("no two public pages have the same description", async ({ as }) => {
    const visitor = await as("visitor");
    const descriptions: string[] = [];
    for (const [path] of PAGES)
      descriptions.push(readHead(200, await (await visitor.get(path)).text()).meta["description"] ?? "");
    expect(new Set(descriptions).size).toBe(PAGES.length);
  });

  test("a contest's page has its name, description and picture in title, description and Open Graph tags", async ({
    as,
    contest,
    baseURL,
  }) => {
    const { _id, name, description, image } = await contest({
      description: 'Kites for "everyone" & <their> friends.\nFly them.',
    });
    const answer = await (await as("visitor")).get(`/contest-details/${_id}`);
    const head = readHead(answer.status(), await answer.text());
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
    const answer = await (await as("visitor")).get(`/contest-details/${_id}`);
    const html = await answer.text();
    expect(html).not.toContain(name);
    expect(readHead(answer.status(), html)).toMatchObject({ status: 404, meta: { robots: "noindex" } });
  });

  test("an address that is no page is 404, with a page", async ({ as }) => {
    const answer = await (await as("visitor")).get("/no-such-page");
    const head = readHead(answer.status(), await answer.text());
    expect(head).toMatchObject({ status: 404, title: "Page not found | Conquest", meta: { robots: "noindex" } });
  });

  test("the dashboard is kept out of search results", async ({ as }) => {
    const answer = await (await as("visitor")).get("/dashboard");
    expect(readHead(answer.status(), await answer.text()).meta["robots"]).toBe("noindex");
  });

  for (const [path, title] of PAGES) {
    test(`the title of ${path} stays the same once its scripts have run`, async ({ page }) => {
      await page.goto(path);
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      await expect(page).toHaveTitle(`${title} | Conquest`);
    });
  }
});
