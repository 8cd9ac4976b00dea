import { randomBytes } from "node:crypto";
import type { Registry } from "@conquest/shared/contracts/parts/releases";
import { releases } from "../../database/schema/releases";
import { aRemoteBuild, aShellBuild } from "../../testing/sample-builds";
import { testServer } from "../../testing/test-server";
import { releaseSteps, waitForReleases } from "../../testing/release-steps";
import type { Build } from "../store/release-store";

const site = testServer({ config: { deployTokens: { "*": "token" } } });
const { release } = releaseSteps(site);

const page = (path: string) => ({
  path,
  title: "Mine",
  access: "everyone" as const,
  layout: "site" as const,
  data: [],
});
const entry = (to: string, label: string, roles: ("user" | "creator" | "admin")[] = ["user"]) => ({
  to,
  label,
  icon: "flag",
  order: 1,
  roles,
});
const own = { name: "mf-own", routes: [page("/own")] };
const mine = (draft: Parameters<typeof aRemoteBuild>[0] = {}) => aRemoteBuild({ ...own, ...draft });

const withFile = (path: string, content: string | Buffer, build = mine()): Build => ({
  ...build,
  files: [...build.files.filter((file) => file.path !== path), { path, content: Buffer.from(content) }],
});
const withoutFile = (path: string): Build => ({ ...mine(), files: mine().files.filter((file) => file.path !== path) });
const withCss = (css: string) => withFile("routes.css", css);
const withManifest = (change: object) => {
  const manifest = JSON.parse(
    mine()
      .files.find(({ path }) => path === "mf-manifest.json")!
      .content.toString(),
  ) as object;
  return withFile("mf-manifest.json", JSON.stringify({ ...manifest, ...change }));
};
const shares = (shared: object) =>
  withManifest({
    shared: [{ name: "react" }, { assets: { js: { sync: [], async: [] }, css: { sync: [], async: [] } }, ...shared }],
  });
const pages = (...paths: string[]) =>
  withFile(
    "pages.json",
    JSON.stringify(Object.fromEntries(paths.map((path) => [path, { scripts: ["later.js"], styles: [] }]))),
  );

const weighing = (kilobytes: number) => `export_(${JSON.stringify(randomBytes(kilobytes * 1000).toString("base64"))});`;
const budget = (given: unknown, build: Build) => withFile("budget.json", JSON.stringify(given), build);
const menuEntry = { ...entry("/own", "Mine"), icon: "icon.svg", shapes: [{ shape: "path" as const, d: "M3 6h18" }] };

const SHELL_JSON = JSON.stringify({
  contract: "1.2.0",
  shared: { react: "19.3.1", "react/": "19.3.1", "@conquest/shared/singletons/http": "1.0.0" },
});
const SHELL_CSS = `.cq-card{color:var(--color-primary)}@property --tw-shadow{syntax:"*";inherits:false;initial-value:0 0 #0000}`;
const shell = (json = SHELL_JSON, text = "", css = SHELL_CSS) =>
  withFile("main.css", css, withFile("shell.json", json, aShellBuild(text)));
const shellWithout = (path: string) => ({
  ...shell(),
  files: shell(SHELL_JSON, "other").files.filter((file) => file.path !== path),
});

const live = async () => (await site.app.inject({ url: "/mf/registry.json" })).json<Registry>();

beforeEach(async () => {
  const routes = [page("/login"), page("/contest-details/:id"), page("/help/:topic/:question")];
  expect((await release(shell())).statusCode).toBe(200);
  expect(
    (await release(aRemoteBuild({ routes, menu: [entry("/login", "My Contests", ["user", "creator"])] }))).statusCode,
  ).toBe(200);
});

it("releases a valid part next to the others", async () => {
  expect((await release(mine({ menu: [entry("/own", "My Contests", ["admin"])] }))).json()).toMatchObject({
    isNew: true,
  });
});

it.each<[string, Build, RegExp]>([
  ["an address of another part", mine({ routes: [page("/login")] }), /\/login belongs to mf-public/],
  [
    "another part's path with a trailing slash",
    mine({ routes: [page("/login/")] }),
    /\/login\/ belongs to mf-public, which has \/login/,
  ],
  ["another part's path in capitals", mine({ routes: [page("/LogIn")] }), /\/LogIn belongs to mf-public/],
  [
    "a path that matches another part's pattern",
    mine({ routes: [page("/contest-details/x")] }),
    /\/contest-details\/x belongs to mf-public, which has \/contest-details\/:id/,
  ],
  [
    "a pattern that matches another part's path",
    mine({ routes: [page("/:page")] }),
    /\/:page belongs to mf-public, which has \/login/,
  ],
  [
    "a pattern that overlaps another part's pattern",
    mine({ routes: [page("/help/:one/print")] }),
    /\/help\/:one\/print belongs to mf-public/,
  ],
  ["an address of the API", mine({ routes: [page("/api/x")] }), /\/api\/x is used by the server itself/],
  ["an address of files", mine({ routes: [page("/mf/mine")] }), /used by the server itself/],
  ["an address of feeds", mine({ routes: [page("/feeds/mine")] }), /used by the server itself/],
  ["an address of cards for frames", mine({ routes: [page("/embed/:card")] }), /used by the server itself/],
  ["the server's metrics", mine({ routes: [page("/metrics")] }), /used by the server itself/],
  ["an icon of the site", mine({ routes: [page("/favicon.svg")] }), /used by the server itself/],
  [
    "an icon of the site in capitals, with a slash",
    mine({ routes: [page("/FAVICON.SVG/")] }),
    /used by the server itself/,
  ],
  ["a duplicate path", mine({ routes: [page("/own"), page("/own/")] }), /appears twice in remote.json/],
  ["a route without a page", pages(), /remote.json has the route \/own, which has no page in src\/routes.tsx/],
  [
    "a page without a route",
    pages("/own", "/secret"),
    /src\/routes.tsx has a page for \/secret, which is no route of remote.json/,
  ],
  [
    "a menu label of another part",
    mine({ menu: [entry("/own", "my contests")] }),
    /mf-public has a menu entry "my contests" already/,
  ],
  [
    "a menu label that differs only in whitespace",
    mine({ menu: [entry("/own", "My\u00a0 Contests")] }),
    /mf-public has a menu entry "My\u00a0 Contests" already/,
  ],
  ["a duplicate menu label", mine({ menu: [entry("/own", "Mine"), entry("/own", "Mine")] }), /"Mine" appears twice/],
  ["a rule for the whole page", withCss("body{background:red}"), /routes.css has body outside the layer/],
  [
    "a rule for the whole page in another's layer",
    withCss("@layer base{body{background:red}}"),
    /routes.css has body outside the layer/,
  ],
  [
    "a class of the site",
    withCss("@layer remotes.ow{.cq-card{color:red}}"),
    /routes.css has .cq-card, which reaches elements of others; name a class with the prefix ow/,
  ],
  [
    "a rule for siblings of its own elements",
    withCss("@layer remotes.ow{.ow-a~*{color:red}}"),
    /reaches elements of others/,
  ],
  [
    "a rule for parents of its own elements",
    withCss("@layer remotes.ow{body:has(.ow-a){color:red}}"),
    /reaches elements of others/,
  ],
  [
    "the prefix of another part",
    withCss("@layer remotes.pu{.pu-a{color:red}}"),
    /have the prefix pu, which is mf-public's/,
  ],
  [
    "a prefix that a class of the site begins with",
    withCss("@layer remotes.cq{.cq-button,.cq-card{display:none}}"),
    /have the prefix cq, with which .cq-card of the site begins/,
  ],
  [
    "a prefix that a property of the site begins with",
    withCss("@layer theme{:root{--color-primary:red}}@layer remotes.color{.color-a{color:red}}"),
    /have the prefix color, with which --color-primary of the site begins/,
  ],
  [
    "the prefix of Tailwind's own properties",
    withCss("@layer theme{:root{--tw-shadow:red}}@layer remotes.tw{.tw-a{color:red}}"),
    /have the prefix tw, with which --tw-shadow of the site begins/,
  ],
  [
    "keyframes with a name of the site",
    withCss("@layer remotes.ow{@keyframes cq-turn{to{rotate:90deg}}}"),
    /has @keyframes cq-turn, which counts for the whole page; give it a name that begins with ow-/,
  ],
  [
    "a property of the site",
    withCss("@layer theme{:root{--cq-ink:red}}@layer remotes.ow{.ow-a{color:red}}"),
    /sets --cq-ink in the layer theme; only properties that begin with --ow-/,
  ],
  [
    "a property of another part",
    withCss("@layer theme{:root{--pu-spacing:3rem!important}}@layer remotes.ow{.ow-a{color:red}}"),
    /sets --pu-spacing in the layer theme/,
  ],
  [
    "a property of another part, and nothing of its own",
    withCss("@layer theme{:root{--pu-spacing:3rem!important}}"),
    /have the prefix pu, which is mf-public's/,
  ],
  [
    "a property of daisyUI",
    withCss("@layer theme{:root{--color-primary:red}}@layer remotes.ow{.ow-a{color:red}}"),
    /sets --color-primary in the layer theme/,
  ],
  [
    "a property of its own on every element",
    withCss("@layer theme{*{--ow-a:red}}@layer remotes.ow{.ow-a{color:red}}"),
    /has \* in the layer theme, which is for properties on :root/,
  ],
  [
    "a Tailwind property on every element",
    withCss("@layer properties{*{--tw-border-style:none}}"),
    /sets --tw-border-style in the layer properties; only what @property says/,
  ],
  [
    "an important Tailwind property",
    withCss("@layer properties{*{--tw-border-style:initial!important}}"),
    /sets --tw-border-style in the layer properties/,
  ],
  [
    "an inherited Tailwind property",
    withCss('@property --tw-shadow{syntax:"*";inherits:true;initial-value:0 0 #0000}'),
    /registers --tw-shadow in another way than Tailwind/,
  ],
  [
    "a Tailwind property with another initial value",
    withCss('@property --tw-shadow{syntax:"*";inherits:false;initial-value:0 0 9px red}'),
    /registers --tw-shadow in another way than the shell/,
  ],
  [
    "the layers in another order",
    withCss("@layer remotes.ow,components,base;@layer remotes.ow{.ow-a{color:red}}"),
    /says the order of the layers/,
  ],
  [
    "a nested rule for siblings",
    withCss("@layer remotes.ow{.ow-a{&~*{color:red}}}"),
    /has &~\*, which reaches elements of others/,
  ],
  [
    "a nested rule for other elements",
    withCss("@layer remotes.ow{.ow-a{&,:not(&){color:red}}}"),
    /has &,:not\(&\), which reaches elements of others/,
  ],
  [
    "a nested rule for parents",
    withCss("@layer remotes.ow{.ow-a{@media print{&,body:has(&){color:red}}}}"),
    /reaches elements of others/,
  ],
  [
    "a nested rule for following siblings",
    withCss("@layer remotes.ow{.ow-a{+ p{color:red}}}"),
    /reaches elements of others/,
  ],
  ["an empty stylesheet", withCss(" "), /routes.css is empty/],
  ["a font for the whole page", withCss("@font-face{font-family:Mine;src:url(a.woff2)}"), /has @font-face/],
  ["truncated CSS", withCss("@layer remotes.ow{.ow-a{color"), /routes.css cannot be read/],
  [
    "a copy of React",
    withFile("later.js", 'Symbol.for("react.transitional.element")'),
    /later.js brings a copy of React/,
  ],
  [
    "a copy of the router",
    withFile("later.js", '"may be used only in the context of a <Router> component."'),
    /later.js brings a copy of the router/,
  ],
  [
    "a shared module with a copy of its own",
    shares({ name: "react", requiredVersion: "^19.0.0", assets: { js: { sync: ["react.js"], async: [] }, css: {} } }),
    /shares react with a copy of its own/,
  ],
  [
    "a shared version that the shell does not have",
    shares({ name: "react", requiredVersion: "^18.0.0" }),
    /needs react \^18.0.0; the shell of this site has 19.3.1/,
  ],
  [
    "something shared that the shell does not have",
    shares({ name: "@conquest/shared/singletons/other", requiredVersion: "^1.0.0" }),
    /shares @conquest\/shared\/singletons\/other, which the shell/,
  ],
  [
    "a contract newer than the live shell's",
    mine({ contract: "^1.3.0" }),
    /needs contract \^1.3.0; the shell of this site has 1.2.0/,
  ],
  [
    "a copy of an older React",
    withFile("later.js", "React.__SECRET_INTERNALS_DO_NOT_USE_OR_YOU_WILL_BE_FIRED"),
    /later.js brings a copy of React/,
  ],
  [
    "a copy of the query core",
    withFile("later.js", 'notify("observerOptionsUpdated")'),
    /later.js brings a copy of the query cache/,
  ],
  [
    "a copy of a store",
    withFile("later.js", 'Symbol.for("conquest.single-copy")'),
    /later.js brings a copy of what a page has one of/,
  ],
  [
    "a copy of the configuration",
    withFile("later.js", `throw Error("The site's configuration was read before it was provided.")`),
    /later.js brings a copy of the site's configuration/,
  ],
  ["no list of shared modules", withManifest({ shared: undefined }), /mf-manifest.json does not say what it shares/],
  [
    "an invalid shared module",
    withManifest({ shared: [{ name: "react" }, 7] }),
    /mf-manifest.json does not say what it shares/,
  ],
  ["React missing from its shared modules", withManifest({ shared: [] }), /mf-manifest.json does not share react/],
  [
    "an entry without a script extension",
    withManifest({ metaData: { remoteEntry: { name: "remoteEntry.txt", path: "" } } }),
    /names remoteEntry.txt, which does not end in .js/,
  ],
  [
    "a script with another extension",
    withFile("later.JS", "later();"),
    /later.JS is a script or a stylesheet by another ending/,
  ],
  [
    "a stylesheet with another extension",
    withFile("more.CSS", "body{color:red}"),
    /more.CSS is a script or a stylesheet by another ending/,
  ],
  [
    "an entry that never assigns its container",
    withFile("remoteEntry.js", "var mf_own;"),
    /does not register the container mf_own/,
  ],
  [
    "an entry with a container that is not global",
    withFile("remoteEntry.js", "let mf_own=container();"),
    /does not register the container mf_own/,
  ],
  [
    "an entry that only mentions its container",
    withFile("remoteEntry.js", "/* var mf_own = container(); */ other();"),
    /does not register the container mf_own/,
  ],
  ["no pages.json", withoutFile("pages.json"), /pages.json does not say which files each page needs/],
  [
    "a page script with another extension",
    withFile("pages.json", JSON.stringify({ "/own": { scripts: ["routes.css"], styles: [] } })),
    /pages.json names routes.css, which does not end in .js/,
  ],
  ["a shell without shell.json", shellWithout("shell.json"), /shell.json does not say which contract/],
  [
    "a shell with an invalid shell.json",
    shell('{"contract":"one"}', "other"),
    /shell.json does not say which contract/,
  ],
  [
    "a shell with another React than a live part needs",
    shell(SHELL_JSON.replaceAll("19.3.1", "20.0.0"), "other"),
    /mf-public needs react \^19.3.1; this shell has 20.0.0. Disable that part/,
  ],
  [
    "a shell with a class of a live part",
    shell(SHELL_JSON, "other", ".pu-card{color:red}"),
    /Its stylesheets name .pu-card, with the prefix pu, which is mf-public's/,
  ],
  [
    "an entry that does not parse",
    withFile("remoteEntry.js", "<!doctype html>"),
    /can't read the script remoteEntry.js/,
  ],
  [
    "an entry that registers no container",
    withFile("remoteEntry.js", "var other;"),
    /does not register the container mf_own/,
  ],
  ["a missing entry", withoutFile("remoteEntry.js"), /names remoteEntry.js, which is not in the build/],
  ["a truncated script", withFile("later.js", "function later() { return ["), /can't read the script later.js/],
  ["an empty script", withFile("later.js", " "), /later.js is empty/],
  [
    "a page above its budget",
    budget({ "*": 40, "/own": 20 }, withFile("routes.js", weighing(30))),
    /It brings \/own 3\d\.\d kB compressed, more than its budget of 20 kB: routes.js 3\d\.\d, remoteEntry.js 0\.0\. Load later .* raise config.budget\["\/own"\]/,
  ],
  [
    "a part above its budget",
    budget({ whole: 20 }, withFile("film.js", weighing(30))),
    /As a whole it weighs 3\d\.\d kB compressed, more than its budget of 20 kB: film.js 3\d\.\d.* raise config.budget\["whole"\]/,
  ],
  [
    "a heavy page of a part that declares no budget",
    withFile("routes.js", weighing(70)),
    /It brings \/own 7\d\.\d kB compressed, more than the 60 kB of a part that declares no budget/,
  ],
  [
    "a heavy part that declares no budget",
    withFile("film.js", weighing(260)),
    /As a whole it weighs 26\d\.\d kB compressed, more than the 250 kB of a part/,
  ],
  ["an invalid budget", budget({ "*": "plenty" }, mine()), /budget.json is not kilobytes by page/],
  [
    "a shell above its budget",
    budget({ "*": 20 }, withFile("main.js", weighing(30), shell(SHELL_JSON, "heavy"))),
    /It brings every page 3\d\.\d kB compressed, more than its budget of 20 kB: main.js/,
  ],
  [
    "an icon without shapes",
    mine({ menu: [{ ...menuEntry, shapes: undefined }] }),
    /"Mine" comes without what its icon icon.svg draws/,
  ],
  [
    "a file that is too large",
    withFile("film.webm", Buffer.alloc(5 * 1024 * 1024 + 1)),
    /film.webm weighs 5.0 MB; a file weighs at most 5.0 MB/,
  ],
])("rejects %s with its cause and leaves the site unchanged", async (_, build, cause) => {
  const before = await live();
  const response = await release(build);
  expect(response.statusCode).toBe(409);
  expect(response.json<{ error: { message: string } }>().error.message).toMatch(cause);
  expect(await live()).toEqual(before);
  expect(await site.db.select({ part: releases.part }).from(releases)).toHaveLength(2);
});

it("releases a part within its budget", async () => {
  expect(
    (await release(budget({ "*": 1, "/own": 40, whole: 100 }, withFile("routes.js", weighing(30))))).statusCode,
  ).toBe(200);
});

it("includes a part's own icon in the registry as data", async () => {
  expect((await release(mine({ menu: [menuEntry] }))).statusCode).toBe(200);
  await waitForReleases();
  expect((await live()).remotes["mf-own"]!.current.remote.menu).toEqual([menuEntry]);
});

it.each([
  ["another element", [{ shape: "script", d: "M3 6h18" }]],
  ["a reference to another file", [{ shape: "path", d: "url(https://elsewhere.test/a.svg)" }]],
  ["a colour of its own", [{ shape: "path", d: "M3 6h18", fill: "url(#a)" }]],
  ["an unknown attribute", [{ shape: "path", d: "M3 6h18", onload: "alert(1)" }]],
  ["too many shapes", Array.from({ length: 17 }, () => ({ shape: "path", d: "M3 6h18" }))],
  ["an oversized shape", [{ shape: "path", d: "M3 6h18".repeat(300) }]],
])("rejects an icon with %s", async (_, shapes) => {
  const before = await live();
  const response = await release(mine({ menu: [{ ...menuEntry, shapes: shapes as typeof menuEntry.shapes }] }));
  expect(response.statusCode).toBe(422);
  expect(response.body).toMatch(/menu\.0\.shapes/);
  expect(await live()).toEqual(before);
});

it.each([
  ["a path with an empty segment", mine({ routes: [page("/own//b")] }), /routes\.0\.path/],
  ["a path with two dots", mine({ routes: [page("/x/../login")] }), /routes\.0\.path/],
  ["a path with one dot", mine({ routes: [page("/./login")] }), /routes\.0\.path/],
  ["a parameter without a name", mine({ routes: [page("/own/:")] }), /routes\.0\.path/],
  [
    "an oversized description",
    mine({ routes: [{ ...page("/own"), description: "x".repeat(10_000) }] }),
    /routes\.0\.description/,
  ],
  ["too many pages", mine({ routes: Array.from({ length: 101 }, (_, index) => page(`/own/${index}`)) }), /routes/],
  [
    "an oversized remote.json",
    mine({
      routes: Array.from({ length: 100 }, (_, index) => ({
        ...page(`/own/${index}`),
        description: "x".repeat(500),
        title: "y".repeat(120),
      })),
    }),
    /At most 64000 characters/,
  ],
])("rejects %s during validation", async (_, build, cause) => {
  const response = await release(build);
  expect(response.statusCode).toBe(422);
  expect(response.body).toMatch(cause);
});

it("accepts Tailwind's own properties, shared layers and nested rules", async () => {
  const css = `@layer properties;@layer theme{:host,:root{--ow-spacing:0.25rem}}
    @layer remotes.ow{.ow\\:a{margin:var(--ow-spacing);&:hover{color:red}& > b,p &{color:red}span{color:red}@media print{&{color:red}}}@keyframes ow-turn{to{rotate:90deg}}}
    @layer properties{@supports (not (margin-trim:inline)){*,::backdrop{--tw-shadow:0 0 #0000;--tw-ring-offset-width:0px;--tw-font-weight:initial}}}
    @property --tw-shadow{syntax:"*";inherits:false;initial-value:0 0 #0000}
    @property --tw-ring-offset-width{syntax:"<length>";inherits:false;initial-value:0}
    @property --tw-font-weight{syntax:"*";inherits:false}`;
  expect((await release(withCss(css))).json()).toMatchObject({ isNew: true });
});

it("rejects a path or style prefix used by another part's canary", async () => {
  const { files, ...face } = aRemoteBuild({
    text: "2",
    routes: [page("/login"), page("/contest-details/:id"), page("/help/:topic/:question"), page("/new")],
  });
  const payload = {
    ...face,
    canary: 10,
    files: files.map(({ path, content }) => ({
      path,
      base64: (path === "routes.css" ? Buffer.from("@layer remotes.zz{.zz-a{color:red}}") : content).toString("base64"),
    })),
  };
  expect(
    (
      await site.app.inject({
        method: "POST",
        url: "/mf/releases",
        headers: { authorization: "Bearer token" },
        payload,
      })
    ).statusCode,
  ).toBe(200);
  expect((await release(mine({ routes: [page("/new")] }))).json()).toMatchObject({
    error: { message: expect.stringContaining("The address /new belongs to mf-public.") },
  });
  expect((await release(withCss("@layer remotes.zz{.zz-a{color:red}}"))).json()).toMatchObject({
    error: { message: expect.stringContaining("the prefix zz, which is mf-public's") },
  });
});

it("rejects an oversized upload with a 413 error", async () => {
  const response = await site.app.inject({
    method: "POST",
    url: "/mf/releases",
    headers: { authorization: "Bearer token", "content-type": "application/json" },
    payload: Buffer.alloc(43 * 1024 * 1024, " "),
  });
  expect(response.statusCode).toBe(413);
  expect(response.json()).toMatchObject({ error: { code: "too_large" } });
});

it("rejects an incompatible shell until the affected part is disabled", async () => {
  const older = shell(JSON.stringify({ contract: "0.9.0", shared: {} }), "older");
  expect((await release(older)).json()).toMatchObject({
    error: { message: expect.stringContaining("mf-public needs contract ^1.0.0; this shell has 0.9.0.") },
  });
  await site.app.inject({
    method: "POST",
    url: "/mf/registry/mf-public",
    headers: { authorization: "Bearer token" },
    payload: { action: "disable", why: "A new shell comes." },
  });
  expect((await release(older)).statusCode).toBe(200);
});

it("serves release pictures with a policy that blocks scripts", async () => {
  const { version } = (
    await release(withFile("icon.svg", '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'))
  ).json<{ version: string }>();
  const response = await site.app.inject({ url: `/mf/mf-own/${version}/icon.svg` });
  expect(response.headers["content-type"]).toMatch(/^image\/svg/);
  expect(response.headers["content-security-policy"]).toMatch(/default-src 'none'.*sandbox/);
});
