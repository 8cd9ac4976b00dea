import { eq } from "drizzle-orm";
import sharp from "sharp";
import { confirmPrize, reportPrize, sendPrize } from "@conquest/shared/contracts/awards";
import { submitEntry } from "@conquest/shared/contracts/entries";
import { exportEntries } from "@conquest/shared/contracts/judging/judged-entries";
import { uploadEntryFile } from "@conquest/shared/contracts/media/entry-files";
import { shortlistEntry } from "@conquest/shared/contracts/judging/judging";
import { formatDigits } from "@conquest/shared/contracts/text/format-message";
import { entries } from "../../../database/schema/contests";
import { testServer, type Person } from "../../../testing/test-server";
import { contestSteps } from "../../../testing/contest-steps";
import { readZip } from "../../../testing/read-zip";

const site = testServer();
const { api, people, clock } = site;
const steps = contestSteps(site);

const get = (person: Person | null, contestId: string, query = "") =>
  (person ? api.as(person) : api).send({ url: `/api${exportEntries.path.replace(":contestId", contestId)}${query}` });
const upload = async (person: Person, name: string, body: Buffer) =>
  (await api.as(person).call(uploadEntryFile, { query: { name }, body }))._id;
const PDF = Buffer.from("%PDF-1.7\nA poster\n%%EOF");
const HEAD =
  '\ufeff"Entry","Number","Submitted (UTC)","Text","Link","Files","SHA-256","Winner","Shortlisted","Your rating","Your feedback"';

async function createContest(hidesNames: boolean) {
  const creator = await people.creator();
  const [rafi, other] = [await people.user({ name: "Rafi/../Ahmed" }), await people.user({ name: "Rafi/../Ahmed" })];
  const id = await steps.open(creator, { hidesNames, name: "Rivers" });
  for (const person of [rafi, other]) await steps.join(person, id);
  const files = [
    await upload(rafi, "Rafi Ahmed.pdf", PDF),
    await upload(rafi, "RAFI ahmed.PDF", PDF),
    await upload(rafi, "notes.txt", Buffer.from("Notes of Rafi")),
  ];
  await api
    .as(rafi)
    .call(submitEntry, {
      params: { contestId: id },
      body: { text: '=HYPERLINK("https://a.example")', link: "https://example.com/poster", files },
    });
  clock.advance(1000);
  const picture = await sharp({ create: { width: 8, height: 8, channels: 3, background: "#0b5f47" } })
    .png()
    .toBuffer();
  await api
    .as(other)
    .call(submitEntry, {
      params: { contestId: id },
      body: { text: 'One, "two"\nthree', files: [await upload(other, "poster.png", picture)] },
    });
  const rows = await site.db
    .select({ userId: entries.userId, number: entries.number })
    .from(entries)
    .where(eq(entries.contestId, id));
  const numberOf = (person: Person) => rows.find(({ userId }) => userId === person.id)!.number;
  return { creator, rafi, other, id, numberOf };
}

describe("the table of entries", () => {
  it("contains entries with names if not hidden, without formulas", async () => {
    const { creator, id, rafi, numberOf } = await createContest(false);
    const { body, headers, statusCode } = await get(creator, id);
    expect(statusCode).toBe(200);
    const [head, first, ...rest] = body.split("\r\n");
    expect(head).toBe(HEAD);
    // The number identifies the entry's archive folder if authors share a name.
    expect(first).toContain(`"Rafi/../Ahmed",${numberOf(rafi)},`);
    expect(first).toMatch(
      /^"Rafi\/\.\.\/Ahmed",\d+,"2026-03-02T06:00:00\.000Z","'=HYPERLINK\(""https:\/\/a\.example""\)","https:\/\/example\.com\/poster","Rafi Ahmed\.pdf; 2 RAFI ahmed\.PDF; notes\.txt","[0-9a-f]{64}","no","no","",""$/,
    );
    expect(rest.join("\r\n")).toMatch(
      /^"Rafi\/\.\.\/Ahmed",\d+,"2026-03-02T06:00:01\.000Z","One, ""two""\nthree","","poster\.png",.*\r\n$/s,
    );
    expect(headers["content-type"]).toBe("text/csv; charset=utf-8; header=present");
    expect(headers["content-disposition"]).toContain('attachment; filename="Rivers entries.csv"');
    expect(headers["content-security-policy"]).toBe("default-src 'none'; frame-ancestors 'none'; sandbox");
    expect(headers["x-content-type-options"]).toBe("nosniff");
  });

  it("contains no names, even of files, while names are hidden", async () => {
    const { creator, id, rafi, numberOf } = await createContest(true);
    for (const query of ["", "?as=csv"]) {
      const { body } = await get(creator, id, query);
      expect(body.replace("Notes of Rafi", "")).not.toMatch(/rafi|ahmed/i);
      expect(body).toContain(`"Entry ${numberOf(rafi)}"`);
      expect(body).toContain(
        `Entry ${numberOf(rafi)}, file 1.pdf; Entry ${numberOf(rafi)}, file 2.pdf; Entry ${numberOf(rafi)}, file 3.txt`,
      );
    }
  });

  it("is in Bangla for a page in Bangla, with its labels and files", async () => {
    const { creator, id, rafi, numberOf } = await createContest(true);
    const { body, headers } = await get(creator, id, "?language=bn");
    const label = formatDigits(`এন্ট্রি ${numberOf(rafi)}`, "bn");
    const [head, first] = body.split("\r\n");
    expect(head).toMatch(/^\ufeff"এন্ট্রি","নম্বর","জমা দেওয়ার সময় \(UTC\)",.*"SHA-256","বিজয়ী",/);
    expect(first).toContain(`"${label}"`);
    expect(first).toContain(`"${label}, ফাইল ১.pdf; `);
    expect(first).toMatch(/"না","না","",""$/);
    expect(decodeURIComponent(String(headers["content-disposition"]))).toContain("Rivers এন্ট্রি.csv");
    const paths = Object.keys(readZip((await get(creator, id, "?as=zip&language=bn")).rawPayload));
    expect(paths).toContain("এন্ট্রি.csv");
    expect(paths).toContain(`${label}/${label}, ফাইল ১.pdf`);
  });

  it("contains the caller's ratings, the winner, and names after the choice", async () => {
    const { creator, id } = await createContest(true);
    clock.set("2026-03-02T08:01:00Z");
    const [row] = await site.db.select().from(entries).where(eq(entries.link, "https://example.com/poster"));
    await steps.rate(creator, id, row!.id, { rating: 4, word: "+Bold" });
    await api
      .as(creator)
      .call(shortlistEntry, { params: { contestId: id }, body: { entryId: row!.id, isShortlisted: true } });
    expect((await get(creator, id)).body).toContain(`"no","yes",4,"'+Bold"\r\n`);
    await steps.choose(creator, id, row!.id);
    const { body } = await get(creator, id);
    expect(body).toContain(`"yes","yes",4,"'+Bold","To be sent"\r\n`);
    expect(body).toContain('"Rafi/../Ahmed"');
  });

  it("contains the status of the prize in the reader's language once there is a winner", async () => {
    const { creator, other, id } = await createContest(false);
    const lines = async (query = "") => (await get(creator, id, query)).body.replace(/\r\n$/, "").split("\r\n");
    const statuses = async (query = "") => (await lines(query)).map((line) => /,"([^",]*)"$/.exec(line)?.[1]);
    expect((await lines())[0]).toBe(HEAD);
    clock.set("2026-03-02T08:01:00Z");
    const [row] = await site.db.select().from(entries).where(eq(entries.userId, other.id));
    await steps.choose(creator, id, row!.id);
    expect((await lines())[0]).toBe(`${HEAD},"Status of the prize"`);
    const params = { contestId: id };
    const winner = await site.signInAgain(other);
    await api.as(creator).call(sendPrize, { params, body: { on: "2026-03-02" } });
    expect((await statuses()).slice(1)).toContain("Sent");
    await api.as(winner).call(reportPrize, { params, body: { text: "The parcel was empty." } });
    expect((await statuses()).slice(1)).toContain("Problem reported");
    await api.as(winner).call(confirmPrize, { params, body: {} });
    expect((await statuses()).slice(1)).toContain("Delivered");
    expect(await statuses("?language=bn")).toEqual(expect.arrayContaining(["পুরস্কারের অবস্থা", "পৌঁছেছে"]));
    const { ["entries.csv"]: table } = readZip((await get(creator, id, "?as=zip")).rawPayload);
    expect(String(table)).toContain('"Delivered"');
    // Only the winner's entry has one.
    expect((await statuses()).slice(1).filter((status) => status === "Delivered")).toHaveLength(1);
  });

  it("contains ratings by criterion, and averages if there are other judges", async () => {
    const creator = await people.creator();
    const [author, judge] = [await people.user(), await people.user()];
    const id = await steps.open(creator, { criteria: "=Colour\nForm" });
    const get1 = async (person: Person) => (await get(person, id)).body.split("\r\n");
    await steps.join(author, id);
    const { _id } = await steps.submit(author, id);
    clock.set("2026-03-02T08:01:00Z");
    await steps.rateBy(creator, id, _id, [4, null]);
    expect((await get1(creator))[0]).toBe(`${HEAD},"'=Colour (your rating)","Form (your rating)"`);
    expect((await get1(creator))[1]).toMatch(/"no","no","","",4,""$/);
    await steps.answer(judge, await steps.invite(creator, id, judge.email));
    await steps.rateBy(judge, id, _id, [1, 2]);
    const [head, line] = await get1(creator);
    expect(head).toBe(
      `${HEAD},"'=Colour (your rating)","Form (your rating)","Average rating","Judges who rated it","'=Colour (average)","Form (average)"`,
    );
    expect(line).toMatch(/"no","no","","",4,"",1\.5,1,2\.5,2$/);
    await steps.rateBy(creator, id, _id, [4, 5]);
    expect((await get1(creator))[1]).toMatch(/"no","no",4\.5,"",4,5,3,2,2\.5,3\.5$/);
    expect((await get1(await people.admin())).slice(0, 2)).toEqual([
      `${HEAD},"'=Colour (your rating)","Form (your rating)"`,
      expect.stringMatching(/"no","","","","",""$/),
    ]);
  });

  it("contains only the header without entries", async () => {
    const creator = await people.creator();
    const id = await steps.open(creator);
    expect((await get(creator, id)).body).toBe(`${HEAD}\r\n`);
    expect(Object.keys(readZip((await get(creator, id, "?as=zip")).rawPayload))).toEqual(["entries.csv"]);
  });

  it("contains every entry once across pages", async () => {
    const creator = await people.creator();
    const id = await steps.open(creator);
    for (let each = 0; each < 103; each += 1) {
      const person = await people.user();
      await steps.join(person, id);
      await steps.submit(person, id, `Poster ${each}.`);
    }
    const { body } = await get(creator, id);
    expect(new Set(body.match(/Poster \d+\./g)).size).toBe(103);
    expect(body.split("\r\n")).toHaveLength(105);
  }, 60_000);
});

describe("the archive of entries", () => {
  it("contains the table and all files in folders per entry", async () => {
    const { creator, id, rafi, other, numberOf } = await createContest(false);
    const { rawPayload, headers } = await get(creator, id, "?as=zip");
    expect(headers["content-type"]).toBe("application/zip");
    expect(headers["content-disposition"]).toContain('filename="Rivers entries.zip"');
    const files = readZip(rawPayload);
    const [one, two] = [`Rafi_.._Ahmed ${numberOf(rafi)}`, `Rafi_.._Ahmed ${numberOf(other)}`];
    expect(Object.keys(files)).toEqual([
      "entries.csv",
      `${one}/Rafi Ahmed.pdf`,
      `${one}/2 RAFI ahmed.PDF`,
      `${one}/notes.txt`,
      `${two}/poster.png`,
    ]);
    expect(files[`${one}/Rafi Ahmed.pdf`]).toEqual(PDF);
    expect(String(files[`${one}/notes.txt`])).toBe("Notes of Rafi");
    expect(String(files["entries.csv"])).toBe((await get(creator, id)).body);
  });

  it("gives each file of an entry a unique name", async () => {
    const [creator, author] = [await people.creator(), await people.user()];
    const id = await steps.open(creator);
    await steps.join(author, id);
    const given = ["2 a.txt", "a.txt", "A.txt", "Caf\u00e9.txt", "Cafe\u0301.txt"];
    const uploaded = [];
    for (const name of given) uploaded.push(await upload(author, name, Buffer.from(`Of ${name}`)));
    await api.as(author).call(submitEntry, { params: { contestId: id }, body: { text: "Five", files: uploaded } });
    const { ["entries.csv"]: table, ...files } = readZip((await get(creator, id, "?as=zip")).rawPayload);
    const names = Object.keys(files).map((path) => path.split("/")[1]!);
    expect(new Set(names.map((name) => name.normalize("NFC").toLowerCase())).size).toBe(5);
    expect(new Set(Object.values(files).map(String)).size).toBe(5);
    for (const name of names) expect(String(table)).toContain(name);
  });

  it("contains no names while names are hidden", async () => {
    const { creator, id, rafi, numberOf } = await createContest(true);
    const names = Object.keys(readZip((await get(creator, id, "?as=zip")).rawPayload));
    expect(names).toContain(`Entry ${numberOf(rafi)}/Entry ${numberOf(rafi)}, file 1.pdf`);
    expect(names.join()).not.toMatch(/rafi|ahmed/i);
  });
});

it("exports are limited to users who may read the entries", async () => {
  const { creator, id, rafi } = await createContest(false);
  for (const query of ["", "?as=zip"]) {
    for (const person of [rafi, await people.user(), await people.creator()])
      expect((await get(person, id, query)).statusCode).toBe(404);
    expect((await get(null, id, query)).statusCode).toBe(401);
    expect((await get(await people.admin(), id, query)).statusCode).toBe(200);
  }
  expect((await get(creator, id, "?as=html")).statusCode).toBe(422);
  const rival = await people.admin();
  await steps.join(rival, id);
  expect((await get(rival, id)).statusCode).toBe(409);
});
