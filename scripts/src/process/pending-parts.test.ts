import Fastify from "fastify";
import { pendingParts } from "./pending-parts";

const PAGE = "<!doctype html><html><head><title>Page</title></head></html>";
const headers = { accept: "text/html", "accept-encoding": "br", "if-none-match": '"1"' };

function aSite() {
  const app = Fastify();
  const pending = pendingParts(["shell", "mf-public", "mf-dashboard-user", "mf-dashboard-admin"]);
  app.get("/*", (request, reply) =>
    reply
      .headers({ etag: '"1"', "content-security-policy": "default-src 'self'; script-src 'self'" })
      .type("text/html; charset=utf-8")
      .send(Buffer.from(request.headers["accept-encoding"] ? "compressed" : PAGE)),
  );
  pending.board.set("mf-dashboard-user", { phase: "ready" });
  pending.register(app, ["mf-dashboard-user", "mf-dashboard-admin"]);
  return { pending, get: (url: string) => app.inject({ url, headers }) };
}

it("shows the board in place of dashboards until all parts are live", async () => {
  const { pending, get } = aSite();
  const board = await get("/dashboard");
  expect([board.statusCode, board.headers["cache-control"]]).toEqual([503, "no-store"]);
  expect(board.body).toContain("Conquest is starting");
  pending.end();
  const page = await get("/dashboard");
  expect([page.statusCode, page.body, page.headers["etag"]]).toEqual([200, "compressed", '"1"']);
});

it("shows the problem of a failed build on its pages, also at the end", async () => {
  const { pending, get } = aSite();
  pending.fail("mf-dashboard-user", "mf-dashboard-user does not build:\n<a> is not closed");
  for (const isEnded of [false, true]) {
    if (isEnded) pending.end();
    const page = await get("/dashboard/my_profile");
    expect([page.statusCode, page.body]).toEqual([503, expect.stringContaining("&lt;a&gt; is not closed")]);
    expect((await get("/about")).body).toMatch(/data-paths="[^"]*\/dashboard\/my_profile/);
  }
});

it("lets pages that are there load later ones from the server", async () => {
  const { pending, get } = aSite();
  const page = await get("/about");
  expect(page.statusCode).toBe(200);
  expect(page.headers["etag"]).toBeUndefined();
  expect(page.body).toMatch(
    /<head><script src="\/@dev\/pending.js" data-paths="[^"]*\/dashboard[^"]*"><\/script><title>/,
  );
  pending.end();
  expect((await get("/about")).body).toBe("compressed");
});

it("serves the board's files under their own policy, and no others", async () => {
  const { get } = aSite();
  const script = await get("/@dev/board.js");
  expect([script.statusCode, script.headers["content-security-policy"]]).toEqual([200, "default-src 'self'"]);
  expect((await get("/@dev/../package.json")).body).not.toContain('"name"');
  expect((await get("/@dev/nothing.js")).statusCode).toBe(404);
});
