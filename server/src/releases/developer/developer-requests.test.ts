import { siteConfig } from "@conquest/shared/contracts/parts/site-config";
import { aRemoteBuild, aShellBuild } from "../../testing/sample-builds";
import { testServer } from "../../testing/test-server";
import { releasePart } from "../deploy/release-part";

const NAME = "conquest_developer";
const configIn = (html: string) => siteConfig.parse(JSON.parse(/id="conquest-config">([^<]*)/.exec(html)![1]!));

describe.each(["allowed", "on", "off"] as const)("with the developer panel %s", (developerPanel) => {
  const site = testServer({ config: { developerPanel } });
  const get = (url: string, headers: Record<string, string> = {}) => site.app.inject({ url, headers });
  const policyOf = async (cookie: string) => String((await get("/", { cookie })).headers["content-security-policy"]);

  beforeEach(async () => {
    for (const build of [aShellBuild(), aRemoteBuild()]) await releasePart(site)(build, { who: "tests", why: "" });
  });

  it(`${developerPanel === "on" ? "enables the panel on every page" : "enables the panel only on request"}`, async () => {
    expect(configIn((await get("/")).body).developer).toBe(developerPanel === "on" ? true : undefined);
    expect(configIn((await get("/", { cookie: `${NAME}=on` })).body).developer).toBe(
      developerPanel === "off" ? undefined : true,
    );
  });

  if (developerPanel === "off") {
    it("ignores developer parameters and cookies", async () => {
      const plain = await get("/");
      for (const query of ["developer", "override=mf-public@http://localhost:3001", "override=nonsense"]) {
        const page = await get(`/?${query}`);
        expect([page.statusCode, page.headers["set-cookie"]]).toEqual([200, undefined]);
      }
      const page = await get("/", { cookie: `${NAME}=mf-public=http://localhost:3001` });
      expect([page.body, page.headers["content-security-policy"]]).toEqual([
        plain.body,
        plain.headers["content-security-policy"],
      ]);
    });
    return;
  }

  it("stores an override in a cookie and redirects to the clean URL", async () => {
    const response = await get("/contest-details/7?override=mf-public@http://localhost:3001&developer&page=2");
    expect([response.statusCode, response.headers.location]).toEqual([303, "/contest-details/7?page=2"]);
    expect(response.headers["set-cookie"]).toBe(`${NAME}=mf-public=http://localhost:3001; Path=/; SameSite=Lax`);
    const another = await get("/?override=mf-other@http://localhost:3002", { cookie: `${NAME}=mf-public=slow` });
    expect(another.headers["set-cookie"]).toContain(`${NAME}=mf-public=slow&mf-other=http://localhost:3002;`);
    expect((await get("/?developer=off", { cookie: `${NAME}=on` })).headers["set-cookie"]).toContain(
      "Expires=Thu, 01 Jan 1970",
    );
  });

  it.each([
    "mf-public@http://example.com",
    "mf-public@https://localhost:3001",
    "mf-public@http://localhost:3001@example.com",
    "shell@http://localhost:3001",
    "mf-public",
    "",
  ])("rejects the override %j", async (override) => {
    const response = await get(`/?override=${encodeURIComponent(override)}`);
    expect([response.statusCode, response.headers["set-cookie"]]).toEqual([422, undefined]);
    expect(response.json()).toMatchObject({ error: { code: "bad_override" } });
  });

  it("rejects a link from another site", async () => {
    const link = (from: string) => get("/?override=mf-public@http://localhost:3001", { "sec-fetch-site": from });
    expect((await link("cross-site")).statusCode).toBe(422);
    expect((await link("none")).statusCode).toBe(303);
  });

  it("never redirects to another site", async () => {
    expect((await get("//example.com/?developer")).headers.location).toBe("/example.com/");
  });

  it("allows only that dev server in the content security policy", async () => {
    const policy = await policyOf(`${NAME}=mf-public=http://localhost:3001`);
    const directive = (name: string) => policy.split("; ").find((each) => each.startsWith(`${name} `))!;
    for (const name of ["script-src", "style-src", "connect-src", "font-src", "img-src"])
      expect(directive(name)).toContain(" http://localhost:3001");
    expect(directive("connect-src")).toContain(" ws://localhost:3001");
    expect(policy).not.toContain("trusted-types");
    const plain = await policyOf("");
    expect(plain).toContain("require-trusted-types-for");
    for (const switches of [
      "on",
      "mf-public=slow",
      "mf-public=http://example.com",
      "mf-public=http://localhost:3001%3B%20script-src%20*",
    ]) {
      expect(await policyOf(`${NAME}=${switches}`)).toBe(plain);
    }
  });

  it("sends a full page if the policy has changed", async () => {
    const { headers } = await get("/", { cookie: `${NAME}=on` });
    const cached = { "if-none-match": String(headers["etag"]) };
    expect((await get("/", { cookie: `${NAME}=on`, ...cached })).statusCode).toBe(304);
    const other = await get("/", { cookie: `${NAME}=mf-public=http://localhost:3001`, ...cached });
    expect([other.statusCode, other.headers["etag"]]).toEqual([200, undefined]);
  });
});
