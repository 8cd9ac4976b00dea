import { SEARCHES_PER_MINUTE } from "@conquest/shared/contracts/contests";
import { SHELL_DRAWING, aRemoteBuild, aShellBuild } from "../testing/sample-builds";
import { testServer } from "../testing/test-server";
import { contestSteps } from "../testing/contest-steps";
import { releaseSteps, waitForReleases } from "../testing/release-steps";

const site = testServer({ config: { deployTokens: { "*": "token" } } });
const { open } = contestSteps(site);
const get = (url: string, headers: Record<string, string> = {}) => site.app.inject({ url, headers });

const { release, live } = releaseSteps(site);
const drawnState = (html: string) =>
  JSON.parse(/id="conquest-drawn">(.*?)<\/script>/.exec(html)?.[1] ?? "null") as {
    version: string | null;
    address: string;
  } | null;
const markupOf = (html: string) => /<div id="root">([^]*?)<\/div>/.exec(html)?.[1];

const bundleOf = (page: string) => `exports.default = async ({ address }, ask) => { ${page} };`;
const fine = bundleOf("return '<h1>' + address + '</h1>'");

it("are rendered by the release that the browser hydrates with", async () => {
  await live(fine);
  const page = await get("/?a=1");
  expect(markupOf(page.body)).toBe("<h1>/?a=1</h1>");
  const { base } = (await get("/mf/registry.json")).json<{ remotes: Record<string, { current: { base: string } }> }>()
    .remotes["mf-public"]!.current;
  expect(drawnState(page.body)).toMatchObject({ address: "/?a=1", version: base.split("/")[3] });
  // Restricted pages are rendered by the shell alone.
  expect(markupOf((await get("/contest-details/7/payment")).body)).toBe("<p>the frame</p>");
});

it("are rendered with public data even with a session", async () => {
  await live(
    bundleOf(
      `const { status, body } = await ask("/contest-details/" + address.split("/")[2]); return status + " " + (body.name ?? "");`,
    ),
  );
  const creator = await site.people.creator();
  const seen = await open(creator, { name: "Kites" });
  expect(markupOf((await get(`/contest-details/${seen}`)).body)).toBe("200 Kites");
  const response = await get(`/contest-details/${seen}?again`, { cookie: creator.cookie });
  expect(markupOf(response.body)).toBe("200 Kites");
  expect(markupOf((await get("/contest-details/nothing")).body)).toBe("404 ");
});

it("cannot request restricted data", async () => {
  await live(
    bundleOf(
      `const answers = await Promise.all(["/users", "/admin", "/user/a@b.c", "/notices"].map(ask)); return answers.map(({ status }) => status).join();`,
    ),
  );
  expect(markupOf((await get("/")).body)).toBe("404,404,404,404");
});

it("inline the rules they use, allowed by hash, until the browser has the stylesheets", async () => {
  await live(bundleOf(`return '<p class="pu-a">' + address + '</p>'`));
  const first = await get("/");
  const { base } = { base: /data-critical="(\/mf\/shell\/[^/]+\/)main\.css"/.exec(first.body)![1]! };
  expect(first.body).toContain(`url(${base}a.png),url("data:image/png,a")`);
  expect(first.body).toContain("@layer remotes.pu{.pu-a{color:red}}</style>");
  const hashes = String(first.headers["content-security-policy"])
    .match(/style-src 'self'((?: 'sha256-[^']+')+)/)?.[1]
    ?.trim()
    .split(" ");
  expect(hashes).toHaveLength(2);
  const [head, body] = first.body.split("</head>");
  expect(head).not.toContain('rel="stylesheet"');
  expect(body).toContain(`<link rel="stylesheet" data-href="${base}main.css"`);
  const names = [...first.body.matchAll(/data-href="\/mf\/([\w-]+\/[\w-]+)\//g)].map(([, name]) => name);
  const second = await get("/", { cookie: `conquest_styles=${names.join(",")}` });
  expect(second.body).not.toContain("<style");
  expect(second.body.split("</head>")[0]).toContain(`<link rel="stylesheet" data-href="${base}main.css"`);
  expect(String(second.headers["content-security-policy"])).toContain("style-src 'self';");
  for (const nonsense of ["shell/1,mf-public/2", "x".repeat(500), "%22%3E"]) {
    expect((await get("/", { cookie: `conquest_styles=${nonsense}` })).body).toContain("<style");
  }
});

it("are rendered in the browser if the part fails to render", async () => {
  await live(bundleOf(`if (address.includes("bad")) throw new Error("bad"); return "drawn";`));
  expect(markupOf((await get("/?good")).body)).toBe("drawn");
  const bad = await get("/?bad");
  expect(bad.statusCode).toBe(200);
  expect([markupOf(bad.body), drawnState(bad.body)]).toEqual(["", null]);
  expect(bad.body).toMatch(/<link rel="preload" as="script"[^>]*routes\.js/);
});

it("are not served as files", async () => {
  await live(fine);
  const { base } = (await get("/mf/registry.json")).json<{ remotes: Record<string, { current: { base: string } }> }>()
    .remotes["mf-public"]!.current;
  expect((await get(`${base}routes.js`)).statusCode).toBe(200);
  expect((await get(`${base}draw/part.js`)).statusCode).toBe(404);
});

it.each([
  ["fail to render", "throw new Error('no page')", "mf-public cannot render /: Error: no page."],
  ["contain an inline style", `return '<p style="color:red">'`, "mf-public renders an inline style into /."],
  ["contain a script", `return '<script>1</script>'`, "mf-public renders a script into /."],
  ["contain an event handler", `return '<b onclick="x()">'`, "mf-public renders an inline event handler into /."],
  ["render randomly", "return String(Math.random())", "mf-public renders / differently each time"],
])("that %s block a release and keep the previous one", async (_, page, reason) => {
  await live(fine);
  const refused = await release(aRemoteBuild({ ssrCode: bundleOf(page) }));
  expect(refused.statusCode).toBe(409);
  expect(refused.json<{ error: { message: string } }>().error.message).toContain(reason);
  await waitForReleases();
  expect(markupOf((await get("/?still")).body)).toBe("<h1>/?still</h1>");
});

it("are still rendered after a shell release, which is rejected otherwise", async () => {
  await live(fine);
  const broken = await release(
    aShellBuild("newer", "exports.provided = {}; exports.drawPage = () => { throw new Error('no frame'); }"),
  );
  expect(broken.statusCode).toBe(409);
  expect((await release(aShellBuild("newer", SHELL_DRAWING))).statusCode).toBe(200);
  await waitForReleases();
  expect(markupOf((await get("/?newer")).body)).toBe("<h1>/?newer</h1>");
});

it("return 503 for the browser to render during an outage", async () => {
  await live(bundleOf(`const { status } = await ask("/popular-contests"); return "drawn from " + status;`));
  const id = await open(await site.people.creator(), { name: "Kites" });
  const away = jest
    .spyOn(site.db, "execute")
    .mockRejectedValue(Object.assign(new Error("connect ECONNREFUSED"), { code: "ECONNREFUSED" }));
  for (const url of [`/contest-details/${id}`, "/?again"]) {
    const page = await get(url, { accept: "text/html", "if-none-match": "*" });
    expect([page.statusCode, page.headers["retry-after"], page.headers["content-type"]]).toEqual([
      503,
      "5",
      "text/html; charset=utf-8",
    ]);
    expect(page.body).toMatch(/<script defer src="\/mf\/shell/);
  }
  away.mockRestore();
  const page = await get(`/contest-details/${id}?now`);
  expect([page.statusCode, page.headers["retry-after"], markupOf(page.body)]).toEqual([
    200,
    undefined,
    "drawn from 200",
  ]);
});

it("count against the client's search limit and are then sent unrendered", async () => {
  await live(
    bundleOf(`const { status } = await ask("/all-contests" + address.slice(1)); return "drawn from " + status;`),
  );
  const ask = (url: string, remoteAddress = "203.0.113.9") => site.app.inject({ url, remoteAddress });
  for (let asked = 0; asked < SEARCHES_PER_MINUTE - 1; asked += 1) await ask("/api/all-contests?q=kites");
  expect(markupOf((await ask("/?q=kites")).body)).toBe("drawn from 200");
  const refused = await ask("/?q=lanterns");
  expect([refused.statusCode, markupOf(refused.body), drawnState(refused.body)]).toEqual([200, "", null]);
  expect(markupOf((await ask("/?limit=3")).body)).toBe("drawn from 200");
  expect(markupOf((await ask("/?q=lanterns", "203.0.113.10")).body)).toBe("drawn from 200");
});
