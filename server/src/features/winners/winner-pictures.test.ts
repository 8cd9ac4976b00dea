import { eq } from "drizzle-orm";
import sharp from "sharp";
import { updateUser } from "@conquest/shared/contracts/users";
import { users } from "../../database/schema/people";
import { testServer, type Person } from "../../testing/test-server";
import { contestSteps } from "../../testing/contest-steps";
import { HOUR } from "../../testing/test-clock";
import { SHARE_PICTURE } from "@conquest/shared/contracts/media/pictures";
import { renderShareCard } from "../../platform/typesetting/share-card";
import { winnerCard } from "./winner-picture";

const renderWinnerPicture = (win: Parameters<typeof winnerCard>[0]) => renderShareCard(winnerCard(win));

const server = testServer({ config: { languages: ["en", "bn"] } });
const { api, people, clock } = server;
const steps = contestSteps(server);

const read = (id: string, headers = {}, as = api) => as.send({ url: `/media/winners/${id}.png`, headers });
const setName = (person: Person, name: string) => server.db.update(users).set({ name }).where(eq(users.id, person.id));

async function createClosedContest(fields = {}) {
  const [creator, winner] = [await people.creator(), await people.user()];
  const id = await steps.open(creator, fields);
  await steps.join(winner, id);
  const { _id } = await steps.submit(winner, id);
  clock.advance(3 * HOUR);
  return { id, creator, winner, choose: () => steps.choose(creator, id, _id) };
}

describe("the picture of a winner", () => {
  it("is public once there is a winner, and can be cached", async () => {
    const { id, choose } = await createClosedContest({ name: "নদীর পোস্টার 🎉" });
    expect((await read(id)).statusCode).toBe(404);
    await choose();
    const { statusCode, headers, rawPayload } = await read(id);
    expect(statusCode).toBe(200);
    expect(headers).toMatchObject({
      "content-type": "image/png",
      "cache-control": "public, max-age=3600",
      etag: expect.any(String),
    });
    expect(await sharp(rawPayload).metadata()).toMatchObject({ format: "png", ...SHARE_PICTURE });
    expect((await read(id, { "if-none-match": headers["etag"] })).statusCode).toBe(304);
    expect((await read(id)).rawPayload.equals(rawPayload)).toBe(true);
  });

  it.each([
    ["public", undefined],
    ["unlisted", "noindex"],
  ])("of a contest that is %s has the robots tag %p", async (visibility, robots) => {
    const { id, choose } = await createClosedContest({ visibility });
    await choose();
    const { statusCode, headers } = await read(id);
    expect([statusCode, headers["x-robots-tag"]]).toEqual([200, robots]);
  });

  it("changes with the winner's name, and omits blocked users' names", async () => {
    const { id, winner, choose } = await createClosedContest();
    await setName(winner, "Tania Ahmed");
    await choose();
    const pictures = new Set([(await read(id)).headers["etag"]]);
    await setName(winner, "তানিয়া আহমেদ");
    pictures.add((await read(id)).headers["etag"]);
    await api.as(await people.admin()).call(updateUser, { params: { id: winner.id }, body: { status: "blocked" } });
    pictures.add((await read(id)).headers["etag"]);
    expect(pictures.size).toBe(3);
    await setName(winner, "Another");
    pictures.add((await read(id)).headers["etag"]);
    expect(pictures.size).toBe(3);
  });

  it("shows names in any script, and omits names without glyphs", async () => {
    const { id, winner, choose } = await createClosedContest();
    await choose();
    const named = async (name: string) => {
      await setName(winner, name);
      const { statusCode, headers } = await read(id);
      expect(statusCode).toBe(200);
      return headers["etag"];
    };
    const fallback = await named("𒀀𒀁");
    const pictures = new Set([fallback, await named("木村"), await named("محمد الشريف"), await named("สมชาย")]);
    expect(pictures.size).toBe(4);
    expect(await named("𓀀")).toBe(fallback);
  });

  it("is in the language of the page that shows it", async () => {
    const { id, choose } = await createClosedContest();
    await choose();
    const inBangla = await api.send({ url: `/media/winners/bn/${id}.png` });
    expect(inBangla.statusCode).toBe(200);
    // The pennant, which says that this is the winner.
    expect(await difference((await read(id)).rawPayload, inBangla.rawPayload, 150, 68)).toBeGreaterThan(0);
    expect((await api.send({ url: `/media/winners/fr/${id}.png` })).statusCode).toBe(404);
  });

  it("does not exist for hidden or unknown contests", async () => {
    const { id, creator, winner, choose } = await createClosedContest();
    await choose();
    await api.as(await people.admin()).call(updateUser, { params: { id: creator.id }, body: { status: "blocked" } });
    for (const as of [api, api.as(winner)]) expect((await read(id, {}, as as typeof api)).statusCode).toBe(404);
    for (const unknown of ["nothing", crypto.randomUUID(), "..%2f..%2fbrand%2fpreview"])
      expect((await read(unknown)).statusCode).toBe(404);
  });
});

/** Returns the share of differing pixels in these rows. */
async function difference(one: Buffer, other: Buffer, top: number, height: number): Promise<number> {
  const rows = (picture: Buffer) =>
    sharp(picture).extract({ left: 0, top, width: SHARE_PICTURE.width, height }).greyscale().raw().toBuffer();
  const [first, second] = [await rows(one), await rows(other)];
  return first.filter((value, index) => Math.abs(value - second[index]!) > 40).length / first.length;
}

it("never parses user text as markup", async () => {
  const plain = await renderWinnerPicture({ name: "Rafi", contest: "Kites", prize: 0 });
  const hostile = await renderWinnerPicture({
    name: `"/><rect width="9999" height="9999" fill="red"/>`,
    contest: `</svg><image href="file:///etc/passwd"/>&x;`,
    prize: 0,
  });
  // Only the text differs: no red, and the rows below are unchanged.
  expect(await difference(plain, hostile, 560, 70)).toBe(0);
  const { channels } = await sharp(hostile).stats();
  expect(channels[0]!.mean).toBeLessThan(90);
});

it("shows long names completely", async () => {
  const long = "Maximiliana Alexandrina Bartholomea von und zu Hohenlohe-Schillingsfürst-Waldenburg";
  const [whole, other] = await Promise.all(
    [long, `${long.slice(0, -1)}k`].map((name) =>
      renderWinnerPicture({ name, contest: "Kites over the delta", prize: 500 }),
    ),
  );
  expect(whole!.equals(other!)).toBe(false);
});

it("fits texts of any length and shapes Bangla correctly", async () => {
  const long = "A name that somebody made very long ".repeat(20);
  const full = await renderWinnerPicture({ name: "W".repeat(200), contest: long, prize: 999_999_999 });
  const few = await renderWinnerPicture({ name: "W", contest: "K", prize: 999_999_999 });
  expect(await difference(full, few, 540, 90)).toBe(0);
  const [joined, apart] = [
    await renderWinnerPicture({ name: "ক্ষ", contest: "K", prize: 0 }),
    await renderWinnerPicture({ name: "কষ", contest: "K", prize: 0 }),
  ];
  expect(await difference(joined, apart, 150, 200)).toBeGreaterThan(0);
});
