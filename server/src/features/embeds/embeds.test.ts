import { sql } from "drizzle-orm";
import { embedPath } from "@conquest/shared/contracts/embed";
import { updateUser } from "@conquest/shared/contracts/users";
import { contestSteps } from "../../testing/contest-steps";
import { HOUR } from "../../testing/test-clock";
import { testServer } from "../../testing/test-server";

const SITE = "https://conquest.example";
const server = testServer({ config: { publicUrl: SITE } });
const { api, people, clock } = server;
const steps = contestSteps(server);
const get = (url: string, headers = {}) => server.app.inject({ url, headers });
const read = async (id: string, reader: Partial<Parameters<typeof embedPath>[1]> = {}) =>
  (await get(embedPath(id, { language: "en", ...reader }))).body;
const textOf = (html: string) =>
  html
    .replace(/<style>.*?<\/style>/s, "")
    .replace(/<[^>]+>/g, " ")
    .replace(/\s+/g, " ")
    .trim();

it("shows the contest's facts and runs nothing", async () => {
  const creator = await people.creator({ name: "Nadia <b>" });
  const id = await steps.open(creator, {
    name: `Kites "& <script>alert(1)</script>`,
    image: "/media/covers/image-design-1.webp",
    maxParticipants: 12,
  });
  const html = await read(id);
  expect(textOf(html)).toContain(
    "Kites &quot;&amp; &lt;script&gt;alert(1)&lt;/script&gt; by Nadia &lt;b&gt; Prize ৳50,000 Entry fee ৳50,000 Closes 2 Mar 2026, 08:00 UTC See contest on Conquest",
  );
  expect(textOf(html)).toContain("Open 12 spots left Kites");
  expect(html).not.toMatch(/<script| on\w+=|javascript:|style=/);
  expect(html).toContain('<img src="/media/covers/image-design-1.webp?w=1080" alt=""');
  expect(html).toContain('<meta name="robots" content="noindex">');
  const links = [...html.matchAll(/<a href="([^"]*)" target="_top" rel="noopener"/g)].map(([, href]) => href);
  expect(links).toEqual(Array(2).fill(`${SITE}/contest-details/${id}`));
  expect(html.match(/<a /g)).toHaveLength(2);
});

it("fills its frame without round corners, in which browsers would paint squares", async () => {
  const html = await read(await steps.open(await people.creator()));
  expect(/\narticle \{.*\}/.exec(html)![0]).not.toContain("border-radius");
});

it("can be framed by any site, unlike every other page", async () => {
  const id = await steps.open(await people.creator());
  const { headers, body } = await get(embedPath(id, { language: "en" }));
  const policy = String(headers["content-security-policy"]);
  expect(policy).toMatch(
    /^default-src 'none'; style-src 'sha256-[\w+/=]+'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors \*$/,
  );
  const [, style] = /<style>(.*?)<\/style>/s.exec(body)!;
  const hash = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(style));
  expect(policy).toContain(Buffer.from(hash).toString("base64"));
  expect(headers).toMatchObject({ "x-robots-tag": "noindex", "cross-origin-resource-policy": "cross-origin" });
  expect(headers).not.toHaveProperty("x-frame-options");
  expect(headers).not.toHaveProperty("set-cookie");
  for (const url of ["/api/all-contests", "/feeds/contests.atom", "/embed", "/robots.txt", `/contest-details/${id}`]) {
    const other = (await get(url)).headers;
    expect([other["x-frame-options"], other["content-security-policy"]]).toEqual([
      "SAMEORIGIN",
      expect.stringContaining("frame-ancestors 'none'"),
    ]);
  }
});

it("is in the language and time zone that its address names", async () => {
  const id = await steps.open(await people.creator());
  const html = await read(id, { language: "bn", timeZone: "Asia/Dhaka" });
  expect(html).toContain('<html lang="bn">');
  expect(html).toContain(`href="${SITE}/bn/contest-details/${id}"`);
  expect(textOf(html)).toContain("২ মার্চ ২০২৬, ১৪:০০ GMT+৬");
  for (const query of [
    "language=xx&timeZone=Nowhere/Else",
    "timeZone=%2B06:00",
    "timeZone=a&timeZone=b",
    "language=",
  ]) {
    const { statusCode, body } = await get(`/embed/contest/${id}?${query}`);
    expect([statusCode, textOf(body).includes("08:00 UTC")]).toEqual([200, true]);
  }
});

it("says whether the contest is full, judging or decided", async () => {
  const creator = await people.creator();
  const id = await steps.open(creator, { maxParticipants: 2 });
  const [first, second] = [await people.user(), await people.user()];
  await steps.join(first, id);
  await steps.join(second, id);
  expect(textOf(await read(id))).toMatch(/\| Conquest Full .* Closes /);
  const { _id } = await steps.submit(first, id);
  clock.advance(3 * HOUR);
  expect(textOf(await read(id))).toMatch(/\| Conquest Judging .* Closed /);
  await steps.choose(creator, id, _id);
  expect(textOf(await read(id))).toMatch(/\| Conquest Completed /);
});

it("loads no pictures of other sites", async () => {
  const id = await steps.open(await people.creator(), { image: "https://pictures.example/poster.png" });
  expect(await read(id)).not.toContain("<img");
});

it("exists for public and unlisted contests only", async () => {
  const creator = await people.creator();
  for (const visibility of ["public", "unlisted"] as const) {
    const id = await steps.open(creator, { visibility });
    expect((await get(embedPath(id, { language: "en" }))).statusCode).toBe(200);
  }
  const hidden = await steps.open(creator);
  await server.db.execute(sql`update contests set hidden_at = now() where id = ${hidden}`);
  const blocked = await people.creator();
  const ofBlocked = await steps.open(blocked);
  await api.as(await people.admin()).call(updateUser, { params: { id: blocked.id }, body: { status: "blocked" } });
  const secret = await steps.open(creator, { name: "Secret", visibility: "private" });
  for (const id of [secret, await steps.create(creator), hidden, ofBlocked, "nothing", "%00"]) {
    for (const as of [api, api.as(creator)]) {
      const { statusCode, headers, body } = await as.send({ url: `/embed/contest/${encodeURIComponent(id)}` });
      expect([statusCode, headers["cache-control"], textOf(body)]).toEqual([
        404,
        "no-store",
        "This contest isn&#39;t available | Conquest This contest isn&#39;t available Go to Conquest",
      ]);
      expect(headers["content-security-policy"]).toContain("frame-ancestors *");
    }
  }
});

it("responds 304 if unchanged", async () => {
  const id = await steps.open(await people.creator());
  const { headers } = await get(embedPath(id, { language: "en" }));
  expect(headers["cache-control"]).toBe("no-cache");
  expect((await get(embedPath(id, { language: "en" }), { "if-none-match": headers["etag"] })).statusCode).toBe(304);
});
