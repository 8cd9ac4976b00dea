import type { RemoteRoute } from "@conquest/shared/contracts/parts/remote";
import { SHELL_DRAWING, aRemoteBuild, aShellBuild } from "../testing/sample-builds";
import { testServer } from "../testing/test-server";
import { releaseSteps, waitForReleases } from "../testing/release-steps";

const site = testServer({ config: { deployTokens: { "*": "token" }, languages: ["en", "bn"] } });
const { release } = releaseSteps(site);
const get = (url: string) => site.app.inject({ url, headers: { accept: "text/html" } });

async function whileAway(work: () => Promise<void>): Promise<void> {
  const refused = () => {
    throw Object.assign(new Error("connect ECONNREFUSED"), { code: "ECONNREFUSED" });
  };
  const spies = [
    jest.spyOn(site.db, "select").mockImplementation(refused),
    jest.spyOn(site.db, "execute").mockImplementation(refused),
  ];
  await work().finally(() => spies.forEach((spy) => spy.mockRestore()));
}

async function untilPrepared(reads: jest.SpyInstance): Promise<void> {
  for (let before = -1; before < reads.mock.calls.length || before === 0; await waitForReleases())
    before = reads.mock.calls.length;
}

it("retry before the shell is loaded, while API requests fail as JSON", async () => {
  await whileAway(async () => {
    for (const address of ["/", "/contests", "/dashboard/users?page=2", "/unsubscribe/abc"]) {
      const page = await get(address);
      expect([address, page.statusCode, page.headers["content-type"], page.headers["retry-after"]]).toEqual([
        address,
        503,
        "text/html; charset=utf-8",
        "5",
      ]);
      expect(page.body).toContain('<meta http-equiv="refresh" content="5">');
      expect(page.headers["x-request-id"]).toBeTruthy();
    }
    for (const address of ["/api/popular-contests", "/mf/registry.json"])
      expect((await get(address)).json()).toMatchObject({ error: { code: "unavailable" } });
  });
});

it.each([
  ["/about", "en", "Back in a moment", "We can't load our data right now. This page will retry automatically."],
  ["/bnx", "en", "Back in a moment", "We can't load our data right now. This page will retry automatically."],
  ["/bn/about?page=2", "bn", "একটু পরেই আবার চালু হবে", "এই পেজ নিজে থেকেই আবার চেষ্টা করবে।"],
  ["/bn", "bn", "একটু পরেই আবার চালু হবে", "এই পেজ নিজে থেকেই আবার চেষ্টা করবে।"],
])("explain the outage at %s in the language %s", async (address, language, title, sentence) => {
  await whileAway(async () => {
    const { statusCode, body } = await get(address);
    expect(statusCode).toBe(503);
    expect(body).toContain(`<html lang="${language}">`);
    expect(body).toContain(`<title>${title} | Conquest</title>`);
    expect(body).toContain(`<h1>${title}</h1>`);
    expect(body).toContain(sentence);
  });
});

it("use the preloaded shell and files at every path from startup", async () => {
  const route: Omit<RemoteRoute, "path"> = { title: "Any", access: "everyone", layout: "site", data: [] };
  expect((await release(aShellBuild("", SHELL_DRAWING))).statusCode).toBe(200);
  // The shell must be live first: preflight renders the release with it.
  await waitForReleases();
  const ssrCode = `exports.default = async ({ address }, ask) => address === "/" ? String((await ask("/popular-contests")).status) : address`;
  const released = await release(
    aRemoteBuild({
      ssrCode,
      routes: [
        { path: "/", ...route },
        { path: "/still/:id", ...route },
      ],
    }),
  );
  expect(released.json()).toEqual(expect.not.objectContaining({ error: expect.anything() }));
  await waitForReleases();
  const reads = jest.spyOn(site.db, "select");
  await site.app.listen({ port: 0, host: "127.0.0.1" });
  await untilPrepared(reads);
  reads.mockRestore();

  await whileAway(async () => {
    for (const address of ["/", "/still/1", "/nowhere"]) {
      const page = await get(address);
      expect([address, page.headers["content-type"]]).toEqual([address, "text/html; charset=utf-8"]);
      const files = [...page.body.matchAll(/(?:src|href)="(\/mf\/[^"]+)"/g)].map(([, file]) => file!);
      expect(files.join()).toMatch(/\/main\.js/);
      for (const file of files) expect([file, (await get(file)).statusCode]).toEqual([file, 200]);
    }
  });
});
