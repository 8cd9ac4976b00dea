import { linkedStyles, styleInliner } from "./page-styles";

const SHELL = { href: "/mf/shell/1/main.css", integrity: "sha384-a" };
const PART = { href: "/mf/mf-public/2/page.css", integrity: undefined };
const sheets: Record<string, string> = {
  [SHELL.href]: ".a{background:url(a.png)}.b{background:url(b.png)}",
  [PART.href]: "@layer remotes.pu{.pu-a{a:b}.pu-b{a:b}}",
};
const inlinerOf = (files: Record<string, string>) => styleInliner(async (href) => files[href] ?? null);

it("inlines the rules for the markup and links whole stylesheets at the end", async () => {
  const { tags, late, hashes } = await inlinerOf(sheets)([SHELL, PART], '<p class="a pu-b">');
  expect(tags).toEqual([
    '<style data-critical="/mf/shell/1/main.css">.a{background:url(/mf/shell/1/a.png)}</style>',
    '<style data-critical="/mf/mf-public/2/page.css">@layer remotes.pu{.pu-b{a:b}}</style>',
  ]);
  expect(late).toEqual(linkedStyles([SHELL, PART]).tags);
  expect(hashes).toEqual([expect.stringMatching(/^'sha256-/), expect.stringMatching(/^'sha256-/)]);
});

it("inlines fonts whole and never links them, so that they are declared once", async () => {
  const FONTS = { href: "/mf/shell/1/fonts.css", integrity: undefined };
  const font = "<style>@font-face{font-family:A;src:url(/mf/shell/1/a.woff2)}</style>";
  const inlineStyles = inlinerOf({ ...sheets, [FONTS.href]: "@font-face{font-family:A;src:url(a.woff2)}" });
  const first = await inlineStyles([FONTS, SHELL], '<p class="a">');
  expect([first.tags[0], first.late, first.hashes.length]).toEqual([font, linkedStyles([SHELL]).tags, 2]);
  const next = await inlineStyles([FONTS, SHELL], '<p class="a">', true);
  expect(next).toEqual({ tags: [font, ...linkedStyles([SHELL]).tags], late: [], hashes: [first.hashes[0]] });
});

it("escapes a closing style tag in a stylesheet", async () => {
  const { tags } = await inlinerOf({ [PART.href]: '.pu-a::after{content:"</style><script>alert(1)</script>"}' })(
    [PART],
    '<p class="pu-a">',
  );
  expect(tags[0]).not.toMatch(/<\/style>.*<\/style>|<\/script/);
});

it.each([
  ["is gone", { [SHELL.href]: sheets[SHELL.href]! }],
  ["cannot be read", { ...sheets, [PART.href]: ".pu-a{" }],
])("links all stylesheets in the head if one %s", async (_, files) => {
  expect(await inlinerOf(files)([SHELL, PART], '<p class="a">')).toEqual(linkedStyles([SHELL, PART]));
});
