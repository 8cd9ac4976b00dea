import type { RichText } from "@conquest/shared/contracts/text/rich-text";
import { MAX_SUMMARY_LENGTH, renderMarkdown, summarize } from "./markdown";

const VOID = ["br", "hr", "img"];

/** Writes tokens as HTML, for reading only. */
function htmlOf(tokens: RichText | undefined): string | undefined {
  const open: string[] = [];
  return tokens
    ?.map(({ tag, text = "", href, start }) => {
      if (tag === undefined) return text === "" ? `</${open.pop()!}>` : text;
      if (!VOID.includes(tag)) open.push(tag);
      return `<${tag}${href === undefined ? "" : ` ${href}`}${start === undefined ? "" : ` ${start}`}${text && ` “${text}”`}>`;
    })
    .join("");
}

const html = (text: string) => htmlOf(renderMarkdown(text));

describe("Markdown", () => {
  it.each([
    ["# Rules\n## More\n### Even more", "<h4>Rules</h4><h5>More</h5><h6>Even more</h6>"],
    ["**bold** and *italic*", "<p><strong>bold</strong> and <em>italic</em></p>"],
    ["- one\n- two", "<ul><li>one</li><li>two</li></ul>"],
    ["3. three\n4. four", "<ol 3><li>three</li><li>four</li></ol>"],
    ["- one\n\n- two", "<ul><li><p>one</p></li><li><p>two</p></li></ul>"],
    ["> said", "<blockquote><p>said</p></blockquote>"],
    ["`x`\n\n```js\ny\n```", "<p><code>x</code></p><pre><code>y\n</code></pre>"],
    ["**one**\ntwo", "<p><strong>one</strong><br>two</p>"],
    ["**one**\n\n---", "<p><strong>one</strong></p><hr>"],
    ["[rules](https://example.com/a)", "<p><a https://example.com/a>rules</a></p>"],
    ["[write](mailto:nadia@example.com)", "<p><a mailto:nadia@example.com>write</a></p>"],
    ["[all](/all_contests)", "<p><a /all_contests>all</a></p>"],
    ["**নদী** আঁকুন", "<p><strong>নদী</strong> আঁকুন</p>"],
    ["\\*no\\* &amp;", "<p>*no* &</p>"],
  ])("renders %j", (text, expected) => {
    expect(html(text)).toBe(expected);
  });

  it.each([
    "Draw a poster.",
    "First line\nsecond line\n\n\nThird, after two blank lines",
    "  An indented line\n\n    and one that is indented further",
    "5 * 3 * 2, snake_case_name, #hashtag, a - b, 50% & more",
    "See https://example.com/a_b_c?x=1&y=2.",
    "<b>not bold</b> and 1 < 2 > 0",
    "একটি পোস্টার আঁকুন।\nএ২ আকারে।",
  ])("leaves the plain text %j as it is", (text) => {
    expect(renderMarkdown(text)).toBeUndefined();
  });

  it.each([
    "[x](javascript:alert(1))",
    "[x](JaVaScRiPt:alert(1))",
    "[x](&#106;avascript:alert(1))",
    "[x](<java\tscript:alert(1)>)",
    "[x](data:text/html;base64,PHNjcmlwdD4=)",
    "[x](vbscript:x)",
    "[x](http://example.com)",
    "[x](//example.com)",
    "[x](/\\example.com)",
    "[x](/%09/example.com\t)",
    "[x](file:///etc/passwd)",
    "![x](javascript:alert(1))",
    "![x](data:image/svg+xml;base64,PHN2Zz4=)",
    "<javascript:alert(1)>",
    "[x]: javascript:alert(1)\n\n[x]",
  ])("makes no unsafe link of %j", (text) => {
    for (const { href } of renderMarkdown(text) ?? [])
      expect(href ?? "/").toMatch(/^(?:https:\/\/|mailto:|\/(?![/\\]))/);
  });

  it("keeps raw HTML as text", () => {
    const text = "**a** <script>alert(1)</script> <img src=x onerror=alert(1)>\n\n<div onclick=x>\n\n<!-- c -->";
    expect(
      renderMarkdown(text)!
        .filter(({ tag }) => tag)
        .map(({ tag }) => tag),
    ).toEqual(["p", "strong", "p", "p"]);
    expect(html(text)).toContain("<script>alert(1)</script>");
  });

  it("shows only pictures of this site, and links to others", () => {
    expect(html("![A tiger](/media/covers/image-design-1.webp)")).toBe(
      "<p><img /media/covers/image-design-1.webp “A tiger”></p>",
    );
    expect(html("![A *tiger*](https://example.com/a.png)")).toBe("<p><a https://example.com/a.png>A tiger</a></p>");
    expect(html("![](https://example.com/a.png)")).toBe(
      "<p><a https://example.com/a.png>https://example.com/a.png</a></p>",
    );
    expect(html("![x](/media/covers/a.svg)")).toBe("<p><a /media/covers/a.svg>x</a></p>");
  });

  it("shows a text as plain that is nested 10,000 deep", () => {
    expect(renderMarkdown(`${">".repeat(10_000)} a`)).toBeUndefined();
    expect(renderMarkdown(`${"- ".repeat(10_000)}a`)).toBeUndefined();
    expect(renderMarkdown(`${"> ".repeat(5)}a`)).toBeDefined();
  });

  it.each(["[Brief]: https://example.com/brief", "---", "&nbsp;", "```\n```", ">"])(
    "shows %j as plain text, because nothing of it would be visible",
    (text) => {
      expect(renderMarkdown(text)).toBeUndefined();
    },
  );

  it("never nests elements more than 40 deep", () => {
    const tokens = renderMarkdown(`${"*".repeat(2499)}a${"*".repeat(2499)}`)!;
    let [depth, deepest] = [0, 0];
    for (const { tag, text } of tokens) {
      if (tag !== undefined && !VOID.includes(tag)) depth += 1;
      else if (tag === undefined && text === undefined) depth -= 1;
      deepest = Math.max(deepest, depth);
    }
    expect({ depth, deepest }).toEqual({ depth: 0, deepest: 40 });
  });

  it.each([
    ["brackets", "[".repeat(5000)],
    ["open links", "[a](".repeat(1250)],
    ["open pictures", "![".repeat(2500)],
    ["emphasis", `${"*".repeat(2500)}a${"*".repeat(2499)}`],
    ["mixed emphasis", "*a_ ".repeat(1250)],
    ["emphasis without an end", "*a **a ".repeat(700)],
    ["code ticks", Array.from({ length: 98 }, (_, n) => "`".repeat(n)).join(" ")],
    ["definitions", "[a]: b\n".repeat(700)],
    ["entities", "&#1;".repeat(1250)],
    ["quotes", Array.from({ length: 98 }, (_, n) => ">".repeat(n)).join("a\n")],
    ["lists", Array.from({ length: 98 }, (_, n) => `${" ".repeat(n)}- a`).join("\n")],
    ["brackets in links", `${"[a](".repeat(800)}${")".repeat(800)}`],
  ])("renders 5,000 characters of %s in less than half a second", (_, text) => {
    const start = performance.now();
    renderMarkdown(text);
    expect(performance.now() - start).toBeLessThan(500);
  });

  it("is summarized without markup", () => {
    const text = "# Rules\n- one\n- **two**\n\n1. a\n\n![A tiger](/media/a.webp) [link](https://example.com) `code`";
    expect(summarize(renderMarkdown(text)!)).toBe("Rules\none\ntwo\na\nA tiger link code");
    expect(Array.from(summarize(renderMarkdown(`**${"ন".repeat(999)}**`)!))).toHaveLength(MAX_SUMMARY_LENGTH + 1);
  });
});
