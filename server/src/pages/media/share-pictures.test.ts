import { sql } from "drizzle-orm";
import sharp from "sharp";
import { SHARE_PICTURE, sharePicture } from "@conquest/shared/contracts/media/pictures";
import { uploadPicture } from "@conquest/shared/contracts/media/uploads";
import { contestPicture, winnerPicture } from "@conquest/shared/contracts/media/drawn-pictures";
import { testServer } from "../../testing/test-server";
import { contestSteps } from "../../testing/contest-steps";
import { HOUR } from "../../testing/test-clock";
import { makeSharePicture } from "./make-share-picture";

const server = testServer();
const steps = contestSteps(server);
const get = (url: string, headers = {}) => server.app.inject({ url, headers });

const MAX_BYTES = 300_000;

async function expectShared(url: string, type = "image/jpeg"): Promise<Buffer> {
  const { statusCode, headers, rawPayload } = await get(url);
  expect([statusCode, headers["content-type"]]).toEqual([200, type]);
  expect(await sharp(rawPayload).metadata()).toMatchObject({ ...SHARE_PICTURE, format: type.slice("image/".length) });
  expect(rawPayload.length).toBeLessThanOrEqual(MAX_BYTES);
  return rawPayload;
}

it.each(["/media/covers/image-design-1.webp", "/media/people/man-01.webp"])(
  "shows %s in the size of a link preview",
  async (address) => {
    await expectShared(sharePicture(address)!);
  },
);

it("has a site picture and winners' pictures of that size", async () => {
  await expectShared("/media/brand/preview.png", "image/png");
  const [creator, winner] = [await server.people.creator(), await server.people.user()];
  const id = await steps.open(creator, { name: "Posters ".repeat(10) });
  await steps.join(winner, id);
  const { _id } = await steps.submit(winner, id);
  server.clock.advance(3 * HOUR);
  await steps.choose(creator, id, _id);
  await expectShared(winnerPicture(id, "en"), "image/png");
});

it("draws a picture for a contest without a stored one, in both languages", async () => {
  const creator = await server.people.creator({ name: "Nadia Rahman" });
  const id = await steps.open(creator, { name: "নদীর পোস্টার <b> 🎉 ".repeat(4) });
  const { headers } = await get(contestPicture(id, "en"));
  expect(headers).toMatchObject({ "cache-control": "public, max-age=3600" });
  expect(headers).not.toHaveProperty("x-robots-tag");
  const pictures = [
    await expectShared(contestPicture(id, "en"), "image/png"),
    await expectShared(contestPicture(id, "bn"), "image/png"),
  ];
  expect(pictures[0]!.equals(pictures[1]!)).toBe(false);
  expect((await get(contestPicture(id, "en"), { "if-none-match": headers["etag"] })).statusCode).toBe(304);
});

it("draws no picture of a contest that visitors cannot see, and noindex for unlisted ones", async () => {
  const creator = await server.people.creator();
  const unlisted = await steps.open(creator, { visibility: "unlisted" });
  expect((await get(contestPicture(unlisted, "en"))).headers).toMatchObject({ "x-robots-tag": "noindex" });
  const hidden = await steps.open(creator, { name: "Hidden" });
  await server.db.execute(sql`update contests set hidden_at = now() where id = ${hidden}`);
  const others = [await steps.create(creator), await steps.open(creator, { visibility: "private" }), hidden, "none"];
  for (const id of others) {
    const { statusCode, headers } = await get(contestPicture(id, "en"));
    expect([statusCode, headers["cache-control"]]).toEqual([404, "no-store"]);
  }
});

it("serves an uploaded picture until it is deleted, and answers 304 to caches", async () => {
  const creator = await server.people.creator();
  const body = await sharp({ create: { width: 900, height: 1600, channels: 3, background: "#ff0000" } })
    .jpeg()
    .toBuffer();
  const { address } = await server.api.as(creator).call(uploadPicture, { query: { name: "tall.jpg" }, body });
  const url = sharePicture(address)!;
  const picture = await expectShared(url);
  // It is not cropped, so the site's green fills the sides.
  const [left, middle] = await Promise.all(
    [5, 600].map((x) => sharp(picture).extract({ left: x, top: 300, width: 1, height: 1 }).raw().toBuffer()),
  );
  expect([left![0]! < 40, middle![0]! > 220]).toEqual([true, true]);
  const { headers } = await get(url);
  expect((await get(url, { "if-none-match": headers["etag"] })).statusCode).toBe(304);
});

it("stays below 300 kB for a picture that does not compress", async () => {
  const [width, height] = [1600, 900];
  const noise = Buffer.from(
    Array.from({ length: width * height * 3 }, (_, index) => (index * 7919 + ((index * index) % 251) * 31) % 256),
  );
  const original = await sharp(noise, { raw: { width, height, channels: 3 } })
    .png()
    .toBuffer();
  expect((await makeSharePicture(original)).length).toBeLessThanOrEqual(MAX_BYTES);
});

it.each([
  "/media/previews/covers/none.webp.jpg",
  "/media/previews/covers/image-design-1.webp",
  "/media/previews/..%2f..%2fpackage.json.jpg",
  "/media/previews/brand/favicon.svg.jpg",
  "/media/previews/pictures/00000000-0000-4000-8000-000000000000.jpg.jpg",
  "/media/previews/.jpg",
])("has nothing at %s", async (url) => {
  expect((await get(url)).statusCode).toBe(404);
});

it("returns no address for SVGs and for pictures on other sites", () => {
  for (const address of ["https://example.com/a.jpg", "", "/media/brand/favicon.svg"])
    expect(sharePicture(address)).toBeNull();
});
