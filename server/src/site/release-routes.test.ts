import { errorBody } from "@conquest/shared/contracts/errors";
import { releaseFiles, releases } from "../database/schema";
import { aServer } from "../testing/a-server";

const site = aServer({ config: { deployTokens: { "mf-public": "public-token", "mf-dashboard-user": "user-token" } } });

const upload = (payload: string, token?: string) =>
  site.api.send({
    method: "POST",
    url: "/mf/releases",
    headers: { "content-type": "application/json", ...(token === undefined ? {} : { authorization: `Bearer ${token}` }) },
    payload,
  });

describe("a release", () => {
  it.each([undefined, "", "undefined", "wrong"])("with the token %p is refused before it is read", async (token) => {
    const answer = await upload("{ this is not read", token);
    expect(answer.statusCode).toBe(401);
    expect(errorBody.parse(answer.json()).error.code).toBe("no_deploy_token");
  });

  it("with a part's token is read", async () => {
    expect((await upload("{ this is read", "public-token")).statusCode).toBe(400);
  });

  it("of one part is refused to the token of another", async () => {
    const build = { who: "Ann", part: "mf-public", remote: null, files: [{ path: "a.js", base64: "" }] };
    expect((await upload(JSON.stringify(build), "user-token")).statusCode).toBe(401);
    expect(await site.db.select().from(releases)).toEqual([]);
  });
});

it.each(["rollback", "disable", "enable"])("%s needs the part's token", async (action) => {
  const ask = (token: string) =>
    site.api.send({
      method: "POST",
      url: "/mf/registry/mf-public",
      headers: { authorization: `Bearer ${token}` },
      payload: { action, who: "Ann", why: "Because." },
    });
  expect((await ask("")).statusCode).toBe(401);
  expect((await ask("user-token")).statusCode).toBe(401);
  expect((await ask("public-token")).statusCode).toBe(409);
});

it("a release's files are answered, its HTML is not: a page goes out with the headers of a page", async () => {
  const by = { part: "shell", version: "1" };
  await site.db.insert(releases).values({ ...by, integrity: {}, createdAt: site.clock.now(), createdBy: "Ann" });
  const file = (path: string, contentType: string) => ({ ...by, path, contentType, content: Buffer.from("x"), sha384: path });
  await site.db.insert(releaseFiles).values([file("a.js", "text/javascript"), file("index.html", "text/html; charset=utf-8")]);
  expect((await site.api.send({ method: "GET", url: "/mf/shell/1/a.js" })).statusCode).toBe(200);
  const page = await site.api.send({ method: "GET", url: "/mf/shell/1/index.html" });
  expect(page.statusCode).toBe(404);
  errorBody.parse(page.json());
});
