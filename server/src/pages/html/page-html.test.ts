import type { SiteConfig } from "@conquest/shared/contracts/parts/site-config";
import { renderPage, withShellBase, type Page } from "./page-html";

const config: SiteConfig = {
  apiBase: "/api",
  isProduction: false,
  identity: { kind: "emulator", emulatorUrl: "http://127.0.0.1:9099", apiKey: "k", authDomain: "d", projectId: "p" },
  social: [],
};

const aPage = (given: Partial<Page> = {}, head: Partial<Page["head"]> = {}): Page => ({
  template: '<html lang="en"><head><title>x</title></head><body><div id="root"></div></body></html>',
  head: {
    title: "Home",
    description: "A page.",
    canonical: "https://c.example/",
    alternates: [],
    image: "https://c.example/p.png",
    imageAlt: "A page",
    type: "website",
    isIndexed: true,
    ...head,
  },
  language: "en",
  messages: [],
  config,
  registry: { schema: 2, revision: 3, remotes: {} },
  shellScripts: [],
  scripts: [],
  styles: { tags: [], late: [] },
  ssrPage: null,
  ...given,
});

describe("renderPage", () => {
  it("escapes user text, also in attributes and with dollar signs", () => {
    const html = renderPage(aPage({}, { title: `<script>alert("1")</script> $& $1`, description: `"><img src=x>` }));
    expect(html).toContain("<title>&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt; $&amp; $1 | Conquest</title>");
    expect(html).toContain('content="&quot;&gt;&lt;img src=x&gt;"');
    expect(html).not.toContain("<script>alert");
    expect(html).not.toContain("<img");
  });

  it("names the page's language and runs its messages before the shell", () => {
    const html = renderPage(
      aPage({
        language: "bn",
        messages: [{ href: "/mf/shell/1/messages/main.bn.js", integrity: "sha384-x" }],
        shellScripts: ['<script defer src="/main.js"></script>'],
      }),
    );
    expect(html).toContain('<html lang="bn">');
    expect(html).toContain(
      '<script defer src="/mf/shell/1/messages/main.bn.js" integrity="sha384-x"></script>\n<script defer src="/main.js">',
    );
    expect(renderPage(aPage())).toContain('<html lang="en">');
  });

  it("escapes data that would close its block", () => {
    const html = renderPage(aPage({ config: { ...config, apiBase: "</script><!--" } }));
    const [, json] = /id="conquest-config">(.*?)<\/script>/.exec(html)!;
    expect(json).not.toContain("<");
    expect((JSON.parse(json!) as SiteConfig).apiBase).toBe("</script><!--");
  });

  it("includes the server-rendered page and its hydration state", () => {
    const ssrPage = {
      markup: "<p>$& drawn</p>",
      links: ['<link rel="preload" as="image" href="/a.webp">'],
      state: { address: "/", version: "1", now: 5, answers: "</script>" },
    };
    const html = renderPage(aPage({ ssrPage }));
    expect(html).toContain('<div id="root"><p>$& drawn</p></div>');
    expect(html.indexOf("/a.webp")).toBeLessThan(html.indexOf("</head>"));
    expect(JSON.parse(/id="conquest-drawn">(.*?)<\/script>/.exec(html)![1]!)).toEqual(ssrPage.state);
    expect(renderPage(aPage())).not.toContain("conquest-drawn");
  });

  it("delays the first paint until the rendered navbar and heading arrive", () => {
    const pageOf = (markup: string) =>
      renderPage(aPage({ ssrPage: { markup, links: [], state: { address: "/", version: "1", now: 5, answers: {} } } }));
    const expected = (html: string) =>
      [...html.matchAll(/<link rel="expect" href="#([\w-]+)" blocking="render">/g)].map(([, id]) => id);
    expect(expected(pageOf('<header id="navbar"></header>'))).toEqual(["navbar"]);
    expect(expected(pageOf('<header id="navbar"></header><h1 id="page-heading">Home</h1>'))).toEqual([
      "navbar",
      "page-heading",
    ]);
    for (const html of [pageOf("<main></main>"), renderPage(aPage())]) expect(html).not.toContain("expect");
  });
});

describe("renderPage, for link previews", () => {
  it("puts the tags of the head before styles, scripts and preloads", () => {
    const template = `<html><head><meta charset="utf-8"><title>x</title><script>${"early();".repeat(5_000)}</script></head><body><div id="root"></div></body></html>`;
    const styles = {
      tags: [`<style>${".a{}".repeat(20_000)}</style>`],
      late: ['<link rel="stylesheet" href="/a.css">'],
    };
    const html = renderPage(aPage({ template, styles, scripts: [{ href: "/a.js", integrity: undefined }] }));
    const start = html.slice(0, 2_000);
    expect(start).toContain("<title>Home | Conquest</title>");
    for (const name of [
      "site_name",
      "type",
      "title",
      "description",
      "url",
      "image",
      "image:type",
      "image:width",
      "image:height",
      "image:alt",
    ]) {
      expect(start).toMatch(new RegExp(`<meta property="og:${name}" content="[^"]+">`));
    }
    for (const tag of ['<meta name="description"', '<link rel="canonical"', '<meta name="twitter:card"'])
      expect(start).toContain(tag);
  });

  it("includes the picture's size, type and alt text", () => {
    const html = renderPage(aPage());
    for (const [name, content] of [
      ["image", "https://c.example/p.png"],
      ["image:type", "image/png"],
      ["image:width", "1200"],
      ["image:height", "630"],
      ["image:alt", "A page"],
    ]) {
      expect(html).toContain(`<meta property="og:${name}" content="${content}">`);
    }
  });

  it("puts whole stylesheets after the markup, before the scripts", () => {
    const styles = { tags: ["<style>.a{}</style>"], late: ['<link rel="stylesheet" href="/a.css">'] };
    const ssrPage = { markup: "<p>drawn</p>", links: [], state: { address: "/", version: "1", now: 5, answers: {} } };
    const html = renderPage(aPage({ styles, ssrPage, shellScripts: ['<script defer src="/main.js"></script>'] }));
    const places = ["<style>.a{}</style>", "</head>", "<p>drawn</p>", 'href="/a.css"', 'src="/main.js"'].map((text) =>
      html.indexOf(text),
    );
    expect(places).toEqual(places.toSorted((one, other) => one - other));
    expect(places).not.toContain(-1);
  });
});

describe("withShellBase", () => {
  it("puts the shell's base and hash on relative addresses and leaves the others alone", () => {
    const template =
      '<head><script defer src="./early.js"></script><link href="/media/i.svg"><link href="https://o.example/x.css"></head>';
    const html = withShellBase(template, { base: "/mf/shell/abc/", integrity: { "early.js": "sha384-good" } });
    expect(html).toContain('<script defer src="/mf/shell/abc/early.js" integrity="sha384-good">');
    expect(html).toContain('<link href="/media/i.svg">');
    expect(html).toContain('<link href="https://o.example/x.css">');
  });
});

describe("renderPage, for search engines", () => {
  it("adds noindex if the page is not public", () => {
    expect(renderPage(aPage({}, { isIndexed: false }))).toContain('<meta name="robots" content="noindex">');
    expect(renderPage(aPage())).not.toContain("noindex");
  });
});
