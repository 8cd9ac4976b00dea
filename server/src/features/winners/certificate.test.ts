import { eq } from "drizzle-orm";
import { updateUser, deleteUser } from "@conquest/shared/contracts/users";
import { users } from "../../database/schema/people";
import { testServer, type Person } from "../../testing/test-server";
import { pageCountOf, pdfTexts } from "../../testing/pdf-texts";
import { contestSteps } from "../../testing/contest-steps";
import { HOUR } from "../../testing/test-clock";
import { renderCertificate } from "./certificate";

const server = testServer();
const { api, people, clock } = server;
const steps = contestSteps(server);

const read = (contestId: string, person?: Person) =>
  (person ? api.as(person) : api).send({ url: `/api/certificates/${contestId}` });
const setName = (person: Person, name: string) => server.db.update(users).set({ name }).where(eq(users.id, person.id));

async function createClosedContest(fields = {}) {
  const creator = await people.creator();
  const [winner, other, idle] = [await people.user(), await people.user(), await people.user()];
  const id = await steps.open(creator, fields);
  for (const person of [winner, other, idle]) await steps.join(person, id);
  for (const person of [winner, other]) await steps.submit(person, id);
  clock.advance(3 * HOUR);
  const { rows } = await server.db.execute<{ id: string; user_id: string }>(
    `select id, user_id from entries where contest_id = '${id}'`,
  );
  const choose = () => steps.choose(creator, id, rows.find(({ user_id }) => user_id === winner.id)!.id);
  return { id, creator, winner, other, idle, choose };
}

describe("a certificate", () => {
  it("is a PDF download for all authors once the winner is named", async () => {
    const { id, winner, other, choose } = await createClosedContest({ name: "নদীর পোস্টার 🎉" });
    for (const person of [winner, other]) {
      await setName(person, "Tania Ahmed");
      expect((await read(id, person)).statusCode).toBe(404);
    }
    await choose();
    const [won, took] = [await read(id, winner), await read(id, other)];
    for (const { statusCode, headers, rawPayload } of [won, took]) {
      expect(statusCode).toBe(200);
      expect(headers).toMatchObject({
        "content-type": "application/pdf",
        "content-disposition": expect.stringMatching(/^attachment; .*Certificate/),
        "x-content-type-options": "nosniff",
      });
      expect(rawPayload.subarray(0, 5).toString()).toBe("%PDF-");
      expect(rawPayload.subarray(-6).toString()).toContain("%%EOF");
    }
    expect(won.rawPayload.toString("latin1")).toContain("(Winner)");
    expect(took.rawPayload.toString("latin1")).toContain("(Participant)");
  });

  it("is denied to everyone else", async () => {
    const { id, creator, idle, winner, choose } = await createClosedContest();
    await choose();
    await setName(winner, "Tania");
    for (const person of [creator, idle, await people.user(), await people.admin()])
      expect((await read(id, person)).statusCode).toBe(404);
    expect((await read(id)).statusCode).toBe(401);
    expect((await read("nothing", winner)).statusCode).toBe(404);
    await api.as(await people.admin()).call(updateUser, { params: { id: winner.id }, body: { status: "blocked" } });
    expect((await read(id, winner)).statusCode).toBe(403);
  });

  it("names the creator unless blocked or deleted", async () => {
    const { id, creator, winner, choose } = await createClosedContest();
    await choose();
    const admin = await people.admin();
    const readEtag = async () => (await read(id, winner)).headers["etag"];
    await setName(creator, "");
    const fallback = await readEtag();
    await setName(creator, "Nadia");
    expect(await readEtag()).not.toBe(fallback);
    await api.as(admin).call(updateUser, { params: { id: creator.id }, body: { status: "blocked" } });
    expect(await readEtag()).toBe(fallback);
    await api.as(admin).call(updateUser, { params: { id: creator.id }, body: { status: "verified" } });
    await api.as(admin).call(deleteUser, { params: { id: creator.id } });
    expect(await readEtag()).toBe(fallback);
  });

  it("supports names in any script", async () => {
    const { id, winner, choose } = await createClosedContest({ name: "河流海报" });
    await choose();
    for (const name of ["木村", "محمد الشريف", "สมชาย", "Жанна"]) {
      await setName(winner, name);
      expect((await read(id, winner)).statusCode).toBe(200);
    }
  });

  it("rejects names without printable glyphs", async () => {
    const { id, winner, choose } = await createClosedContest();
    await choose();
    for (const name of ["𒀀𒀁", "🎉"]) {
      await setName(winner, name);
      const { statusCode, body } = await read(id, winner);
      expect([statusCode, body]).toEqual([409, expect.stringContaining("can't print your name")]);
    }
    await setName(winner, "Kimura 𒀀");
    expect((await read(id, winner)).statusCode).toBe(200);
  });
});

it("fits texts of any length on one page", async () => {
  const long = "A name that somebody made very long ".repeat(20);
  const pdf = await renderCertificate({
    name: long,
    team: { name: long, members: Array.from({ length: 10 }, () => long) },
    contest: long,
    tag: "Book Review",
    creator: long,
    hasWon: true,
    prizeName: "",
    prize: 999_999_999,
    winnerAt: clock.now(),
    address: "https://conquest.example/contest-details/1",
    language: "en",
    timeZone: null,
  });
  expect(pageCountOf(pdf)).toBe(1);
});

it("contains searchable and copyable text", async () => {
  const name = "শ্রী রাফি";
  const pdf = await renderCertificate({
    name,
    team: { name: "River Foxes", members: [name, "Mitu Das"] },
    contest: "木村 ปิ่น",
    tag: "ছবি",
    creator: "",
    hasWon: false,
    prizeName: "",
    prize: 0,
    winnerAt: clock.now(),
    address: "https://conquest.example/contest-details/1",
    language: "en",
    timeZone: null,
  });
  const texts = pdfTexts(pdf);
  for (const text of [
    name,
    `of the team “River Foxes”: ${name}, Mitu Das`,
    "木村 ปิ่น",
    "Certificate of Participation",
    "https://conquest.example/contest-details/1",
  ])
    expect(texts).toContain(text);
});

const readable = (pdf: Buffer) =>
  pdfTexts(pdf)
    .join(" ")
    .replace(/[\u2066-\u2069]/g, "");

it("is in the language asked for, with the day in the participant's time zone", async () => {
  const { id, winner, other, choose } = await createClosedContest({ name: "River poster", prize: "150000" });
  for (const person of [winner, other]) await setName(person, "Tania Ahmed");
  await server.db.update(users).set({ timeZone: "Pacific/Honolulu" }).where(eq(users.id, winner.id));
  await choose();
  const textOf = async (person: Person, query: string) =>
    readable((await api.as(person).send({ url: `/api/certificates/${id}${query}` })).rawPayload);
  const won = await textOf(winner, "?language=bn");
  for (const text of [
    "কৃতিত্বের সনদ",
    "Tania Ahmed",
    "River poster",
    "পুরস্কার ৳১,৫০,০০০",
    "১ মার্চ ২০২৬ (GMT-১০)",
    `/bn/contest-details/${id}`,
  ])
    expect(won).toContain(text);
  expect(won).not.toMatch(/Certificate|Presented|Prize|Awarded/);
  expect(await textOf(winner, "")).toContain("Awarded on 1 March 2026 (GMT-10)");
  const took = await textOf(other, "?language=bn");
  for (const text of ["অংশগ্রহণের সনদ", "২ মার্চ ২০২৬ (UTC)"]) expect(took).toContain(text);
});

it("names the day in UTC with the time zone", async () => {
  const pdf = await renderCertificate({
    name: "Tania",
    team: null,
    contest: "A poster",
    tag: "Book Review",
    creator: "",
    hasWon: true,
    prizeName: "",
    prize: 0,
    winnerAt: new Date("2026-11-27T19:55:00Z"),
    address: "https://conquest.example/contest-details/1",
    language: "en",
    timeZone: null,
  });
  expect(readable(pdf)).toContain("Awarded on 27 November 2026 (UTC)");
});
