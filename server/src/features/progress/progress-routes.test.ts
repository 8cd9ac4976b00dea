import { eq } from "drizzle-orm";
import { exportParticipants, getProgress, listParticipants } from "@conquest/shared/contracts/progress";
import { deleteContest, listMyContests } from "@conquest/shared/contracts/publishing";
import { listContestsUnfiltered } from "@conquest/shared/contracts/review";
import { leaveContest } from "@conquest/shared/contracts/participation";
import { updatePreferences } from "@conquest/shared/contracts/users";
import { participations } from "../../database/schema/taking-part";
import { users } from "../../database/schema/people";
import { testServer, type Person } from "../../testing/test-server";
import { contestSteps } from "../../testing/contest-steps";

const site = testServer();
const { api, people, clock } = site;
const steps = contestSteps(site);

const list = (person: Person, contestId: string, query = {}) =>
  api.as(person).call(listParticipants, { params: { contestId }, query });
const progress = (person: Person, contestId: string) => api.as(person).call(getProgress, { params: { contestId } });
const table = (person: Person | null, contestId: string) =>
  (person ? api.as(person) : api).send({ url: `/api${exportParticipants.path.replace(":contestId", contestId)}` });
const leave = (person: Person, contestId: string) =>
  api.as(person).call(leaveContest, { body: { contestId, email: person.email } });

async function createContest(hidesNames = false) {
  const creator = await people.creator();
  const id = await steps.open(creator, {
    deadline: "2026-03-05T08:00:00Z",
    hidesNames,
    name: "River/Festival: posters",
  });
  const rafi = await people.user({ name: "Rafi Ahmed" });
  await steps.join(rafi, id);
  await steps.submit(rafi, id);
  clock.set("2026-03-03T07:30:00Z");
  const mina = await people.user({ name: "=Mina" });
  await steps.join(mina, id);
  return { creator: await site.signInAgain(creator), id, rafi: await site.signInAgain(rafi), mina };
}

describe("participants", () => {
  it("are listed by last day with amount and entry state, but no address", async () => {
    const { creator, id, mina } = await createContest();
    const rows = await list(creator, id);
    expect(rows).toMatchObject([
      { name: "=Mina", joinedOn: "2026-03-03", amount: 50_000, hasSubmitted: false },
      { name: "Rafi Ahmed", joinedOn: "2026-03-02", amount: 50_000, hasSubmitted: true },
    ]);
    expect(JSON.stringify(rows)).not.toMatch(/@|07:30|06:00/);
    expect(await list(await people.admin(), id)).toHaveLength(2);
    await leave(mina, id);
    expect(await list(creator, id)).toMatchObject([{ name: "Rafi Ahmed" }]);
  });

  it("have days of the reader's time zone, but only once names are shown", async () => {
    for (const [hidesNames, days] of [
      [false, ["2026-03-02", "2026-03-01"]],
      [true, ["2026-03-03", "2026-03-02"]],
    ] as const) {
      clock.set("2026-03-02T06:00:00Z");
      const { creator, id } = await createContest(hidesNames);
      await api.as(creator).call(updatePreferences, { body: { timeZone: "America/Los_Angeles" } });
      const rows = await list(creator, id);
      expect(rows.map(({ name, joinedOn }) => [name, joinedOn])).toEqual([
        ["=Mina", days[0]],
        ["Rafi Ahmed", days[1]],
      ]);
    }
  });

  it("hide entry state and exact times with blind judging", async () => {
    const { creator, id } = await createContest(true);
    expect((await list(creator, id)).map(({ hasSubmitted }) => hasSubmitted)).toEqual([null, null]);
    const { headers } = await api.as(creator).send({ url: `/api/joiners/${id}?limit=1` });
    const cursor = /cursor=([^>&]+)/.exec(String(headers["link"]))![1]!;
    const [, [day]] = JSON.parse(Buffer.from(cursor, "base64url").toString()) as [number, [number, string]];
    expect(-day).toBe(Date.parse("2026-03-03") / 86_400_000);
    expect((await table(creator, id)).body).not.toMatch(/Submitted|yes/);
    clock.set("2026-03-05T08:00:00Z");
    const owner = await site.signInAgain(creator);
    const entry = await api.as(owner).send({ url: `/api/contest-entries/${id}` });
    await steps.choose(owner, id, entry.json<{ _id: string }[]>()[0]!._id);
    expect((await list(owner, id)).map(({ hasSubmitted }) => hasSubmitted).sort()).toEqual([false, true]);
  });

  it("are paginated and searchable by name, with typos", async () => {
    const { creator, id, rafi } = await createContest();
    const first = await api.as(creator).send({ url: `/api/joiners/${id}?limit=1` });
    expect(first.headers["x-total-count"]).toBe("2");
    const cursor = /cursor=([^>&]+)/.exec(String(first.headers["link"]))![1]!;
    expect(await list(creator, id, { limit: 1, cursor })).toMatchObject([{ name: "Rafi Ahmed" }]);
    expect(await list(creator, id, { q: "rafi" })).toMatchObject([{ name: "Rafi Ahmed" }]);
    expect(await list(creator, id, { q: "%" })).toEqual([]);
    expect(await list(creator, id, { q: "rafee ahmad" })).toMatchObject([{ name: "Rafi Ahmed" }]);
    const { headers } = await api.as(creator).send({ url: `/api/joiners/${id}?q=%40rafi` });
    expect([headers["x-total-count"], headers["x-results-for"]]).toEqual(["1", "rafi"]);
    // Other users and addresses are not searched.
    await people.user({ name: "Sumaiya Akter" });
    for (const q of ["sumaya aktar", "user-1@exmaple.com", rafi.email, rafi.email.replace("example", "exmaple")])
      expect(await list(creator, id, { q })).toEqual([]);
  });

  it("are anonymous and not searchable once removed", async () => {
    const { creator, id, rafi } = await createContest();
    await site.db
      .update(users)
      .set({ removedAt: clock.now(), email: null, name: "", image: "" })
      .where(eq(users.id, rafi.id));
    expect((await list(creator, id)).map(({ name }) => name).sort()).toEqual(["=Mina", "Deleted user"]);
    expect(await list(creator, id, { q: "rafi" })).toEqual([]);
    expect((await table(creator, id)).body).toContain('"Deleted user"');
  });

  it("are limited to the owner and admins", async () => {
    const { id, rafi } = await createContest();
    for (const person of [rafi, await people.user(), await people.creator()]) {
      expect(await api.as(person).expectError(listParticipants, { params: { contestId: id } })).toMatchObject({
        status: 404,
      });
      expect(await api.as(person).expectError(getProgress, { params: { contestId: id } })).toMatchObject({
        status: 404,
      });
      expect((await table(person, id)).statusCode).toBe(404);
    }
    expect(await api.expectError(listParticipants, { params: { contestId: id } })).toMatchObject({ status: 401 });
    expect((await table(null, id)).statusCode).toBe(401);
    expect((await table(await people.admin(), "nothing")).statusCode).toBe(404);
  });
});

describe("the participants export", () => {
  it("is CSV that is safe for Excel and browsers, with a portable name", async () => {
    const { creator, id } = await createContest();
    const { body, headers, statusCode } = await table(creator, id);
    expect(statusCode).toBe(200);
    expect(body).toBe(
      '\ufeff"Name","Joined on (UTC)","Paid (taka)","Submitted"\r\n"\'=Mina","2026-03-03",50000,"no"\r\n"Rafi Ahmed","2026-03-02",50000,"yes"\r\n',
    );
    expect(headers["content-type"]).toBe("text/csv; charset=utf-8; header=present");
    expect(headers["content-disposition"]).toContain('attachment; filename="River_Festival_ posters participants.csv"');
    expect(headers["content-security-policy"]).toContain("default-src 'none'");
    expect(headers["content-security-policy"]).toContain("sandbox");
    expect(headers["x-content-type-options"]).toBe("nosniff");
    expect(headers["cache-control"]).toContain("private");
  });

  it("is in Bangla for a page in Bangla", async () => {
    const { creator, id } = await createContest();
    const { body, headers } = await api
      .as(creator)
      .send({ url: `/api${exportParticipants.path.replace(":contestId", id)}?language=bn` });
    expect(body).toBe(
      '\ufeff"নাম","যোগ দেওয়ার তারিখ (UTC)","পেমেন্ট (টাকা)","জমা দেওয়া হয়েছে"\r\n"\'=Mina","2026-03-03",50000,"না"\r\n"Rafi Ahmed","2026-03-02",50000,"হ্যাঁ"\r\n',
    );
    expect(decodeURIComponent(String(headers["content-disposition"]))).toContain(" posters অংশগ্রহণকারী.csv");
  });

  it("contains every participant once", async () => {
    const creator = await people.creator();
    const id = await steps.open(creator);
    const crowd = Array.from({ length: 1_203 }, (_, each) => ({
      id: `person-${each}`,
      uid: `crowd-${each}`,
      email: `crowd-${each}@example.com`,
      name: `Person ${each}`,
      createdAt: clock.now(),
    }));
    await site.db.insert(users).values(crowd);
    await site.db
      .insert(participations)
      .values(
        crowd.map((person, each) => ({
          contestId: id,
          userId: person.id,
          amount: 0,
          last4: "",
          paidAt: new Date(clock.now().getTime() - each * 3_600_000),
        })),
      );
    const { body } = await table(creator, id);
    const names = body
      .split("\r\n")
      .slice(1, -1)
      .map((line) => /^"([^"]+)"/.exec(line)![1]!);
    expect(names).toHaveLength(1_203);
    expect(new Set(names).size).toBe(1_203);
  });
});

describe("contest progress", () => {
  it("counts joins, leaves and entries per day until now", async () => {
    const { creator, id, mina } = await createContest();
    clock.set("2026-03-04T09:00:00Z");
    await leave(await site.signInAgain(mina), id);
    expect(await progress(await site.signInAgain(creator), id)).toEqual({
      unit: "day",
      timeZone: "UTC",
      steps: [
        { from: "2026-03-02", joined: 1, left: 0, entries: 1 },
        { from: "2026-03-03", joined: 1, left: 0, entries: 0 },
        { from: "2026-03-04", joined: 0, left: 1, entries: 0 },
      ],
      participantCount: 1,
      entryCount: 1,
      paidTotal: 50_000,
    });
    clock.set("2026-03-07T09:00:00Z");
    expect((await progress(await site.signInAgain(creator), id)).steps.at(-1)).toMatchObject({ from: "2026-03-05" });
  });

  it("counts days of the reader's time zone, but only once names are shown", async () => {
    for (const [hidesNames, days] of [
      [false, ["2026-03-01", "2026-03-02"]],
      [true, ["2026-03-02", "2026-03-03"]],
    ] as const) {
      clock.set("2026-03-02T06:00:00Z");
      const { creator, id } = await createContest(hidesNames);
      await api.as(creator).call(updatePreferences, { body: { timeZone: "America/Los_Angeles" } });
      const { steps: counted, timeZone } = await progress(creator, id);
      expect(timeZone).toBe(hidesNames ? "UTC" : "America/Los_Angeles");
      expect(counted.map(({ from, joined }) => [from, joined])).toEqual(days.map((day) => [day, 1]));
      if (!hidesNames) continue;
      clock.set("2026-03-05T08:00:00Z");
      const owner = await site.signInAgain(creator);
      const entry = await api.as(owner).send({ url: `/api/contest-entries/${id}` });
      await steps.choose(owner, id, entry.json<{ _id: string }[]>()[0]!._id);
      expect((await progress(owner, id)).steps.map(({ from }) => from).slice(0, 2)).toEqual([
        "2026-03-01",
        "2026-03-02",
      ]);
    }
  });

  it("does not count refunds of a cancellation as leaving", async () => {
    const { creator, id } = await createContest();
    await api.as(creator).call(deleteContest, { params: { id }, body: { reason: "No hall." } });
    const { steps: days, participantCount, refundedCount } = await progress(creator, id);
    expect(days.map(({ left }) => left)).toEqual([0, 0]);
    const joined = days.reduce((sum, { joined: count }) => sum + count, 0);
    expect([participantCount, refundedCount, joined > 0]).toEqual([0, joined, true]);
    const [own] = await api.as(creator).call(listMyContests, { params: { email: creator.email } });
    const [managed] = await api.as(await people.admin()).call(listContestsUnfiltered, { query: {} });
    expect([own, managed]).toMatchObject([
      { participantCount: 0, refundedCount: joined },
      { participantCount: 0, refundedCount: joined },
    ]);
    expect(await list(creator, id)).toEqual([]);
  });

  it("is empty while in review", async () => {
    const creator = await people.creator();
    const id = await steps.create(creator);
    expect(await progress(creator, id)).toEqual({
      unit: "day",
      timeZone: "UTC",
      steps: [],
      participantCount: 0,
      entryCount: 0,
      paidTotal: 0,
    });
  });
});
