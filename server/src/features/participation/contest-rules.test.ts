import { eq } from "drizzle-orm";
import { toRulesText, type ContestRules } from "@conquest/shared/contracts/rules";
import { createDraft, duplicateContest, getDraft, previewDraft } from "@conquest/shared/contracts/drafts";
import { joinContest, leaveContest } from "@conquest/shared/contracts/participation";
import { createContest, deleteContest, updateContest } from "@conquest/shared/contracts/publishing";
import { confirmContest, getContestReview } from "@conquest/shared/contracts/review";
import { exportParticipants, listParticipants } from "@conquest/shared/contracts/progress";
import { listAudit } from "@conquest/shared/contracts/audit";
import { verifyDerivedData } from "../../database/verify-derived-data";
import { contestRules, contests } from "../../database/schema/contests";
import { notices } from "../../database/schema/messages";
import { ledgerEntries, participations } from "../../database/schema/taking-part";
import { aContestForm, contestSteps } from "../../testing/contest-steps";
import { testServer, type Person } from "../../testing/test-server";

const server = testServer();
const { api, people, clock } = server;
const steps = contestSteps(server);

const RULES: ContestRules = {
  text: "Employees of the festival can't win.",
  countries: ["BD", "IN"],
  minimumAge: 16,
  disclosesAi: true,
  originalOnly: true,
};
const OTHER_RULES: ContestRules = { ...RULES, minimumAge: 18 };

const request = ({ email }: Person, contestId: string, rulesVersion?: number) => ({
  body: { contestId, email, rulesVersion },
});
const join = (person: Person, contestId: string, rulesVersion?: number) =>
  api.as(person).call(joinContest, request(person, contestId, rulesVersion));
const joinRefusal = (person: Person, contestId: string, rulesVersion?: number) =>
  api.as(person).expectError(joinContest, request(person, contestId, rulesVersion));
const leave = (person: Person, contestId: string) =>
  api.as(person).call(leaveContest, { body: { contestId, email: person.email } });
const change = (creator: Person, id: string, rules: ContestRules | null) =>
  api.as(creator).call(updateContest, { params: { id }, body: { rules } });
const approve = async (id: string) =>
  api.as(await people.admin()).call(confirmContest, { params: { id }, body: { status: "open" } });
const versionsOf = (id: string) => server.db.select().from(contestRules).where(eq(contestRules.contestId, id));
const storedParticipations = () => server.db.select().from(participations);

/** Nothing was joined, paid or announced. */
async function expectUnchanged(id: string) {
  expect(await storedParticipations()).toEqual([]);
  expect(await server.db.select().from(ledgerEntries)).toEqual([]);
  expect(await server.db.select().from(notices).where(eq(notices.kind, "joined"))).toEqual([]);
  expect(await steps.stored(id)).toMatchObject({ participantCount: 0, paidTotal: 0 });
}

afterEach(async () => {
  expect((await verifyDerivedData(server.db)).filter(({ wrong }) => wrong.length > 0)).toEqual([]);
});

describe("joining a contest with rules", () => {
  it.each(["50000", "0"])("stores the accepted version for a price of %s", async (prize) => {
    const participant = await people.user();
    const id = await steps.open(await people.creator(), { prize, rules: RULES });
    await join(participant, id, 1);
    expect(await storedParticipations()).toMatchObject([{ rulesVersion: 1, paidAt: clock.now(), state: "paid" }]);
    expect((await steps.details(participant, id)).viewer?.acceptedRules).toEqual({
      at: clock.now().toISOString(),
      version: 1,
      rules: null,
    });
  });

  it.each(["50000", "0"])("is rejected without acceptance for a price of %s", async (prize) => {
    const id = await steps.open(await people.creator(), { prize, rules: RULES });
    expect(await joinRefusal(await people.user(), id)).toMatchObject({
      status: 409,
      code: "rules_not_accepted",
      message: "This contest has rules. Read and accept them to join. If you don't see them, reload the page.",
    });
    await expectUnchanged(id);
  });

  it.each([2, 7])("is rejected with the unknown version %d", async (version) => {
    const id = await steps.open(await people.creator(), { rules: RULES });
    expect(await joinRefusal(await people.user(), id, version)).toMatchObject({ status: 409, code: "rules_changed" });
    await expectUnchanged(id);
  });

  it("is rejected with an outdated version, and possible with the new one", async () => {
    const [creator, participant] = [await people.creator(), await people.user()];
    const id = await steps.open(creator, { rules: RULES });
    await change(creator, id, OTHER_RULES);
    await approve(id);
    expect(await joinRefusal(participant, id, 1)).toMatchObject({
      status: 409,
      code: "rules_changed",
      message: "The rules of this contest have changed. Read them again before you join.",
    });
    await expectUnchanged(id);
    expect((await steps.details(participant, id)).rules).toMatchObject({ version: 2, minimumAge: 18 });
    await join(participant, id, 2);
    expect(await storedParticipations()).toMatchObject([{ rulesVersion: 2 }]);
  });

  it.each(["1", 0, 1.5, null, [1]])("rejects the malformed version %j", async (rulesVersion) => {
    const participant = await people.user();
    const contestId = await steps.open(await people.creator(), { rules: RULES });
    const payload = { contestId, email: participant.email, rulesVersion };
    const response = await api.as(participant).send({ method: "PUT", url: "/api/join-contest", payload });
    expect(response.statusCode).toBe(422);
    expect(response.json()).toMatchObject({ error: { fields: { rulesVersion: expect.any(String) as string } } });
    await expectUnchanged(contestId);
  });

  it("is rejected with a version once the rules were removed", async () => {
    const [creator, participant] = [await people.creator(), await people.user()];
    const id = await steps.open(creator, { rules: RULES });
    await change(creator, id, null);
    await approve(id);
    expect(await joinRefusal(participant, id, 1)).toMatchObject({ code: "rules_changed" });
    expect((await steps.details(participant, id)).rules).toBeNull();
    await join(participant, id);
    expect(await storedParticipations()).toMatchObject([{ rulesVersion: null }]);
  });

  it("still rejects a second time without charging", async () => {
    const participant = await people.user();
    const id = await steps.open(await people.creator(), { rules: RULES });
    await join(participant, id, 1);
    for (const version of [1, 2, undefined])
      expect(await joinRefusal(participant, id, version)).toMatchObject({ code: "already_joined" });
    expect(await storedParticipations()).toHaveLength(1);
  });

  it("decides for each of many people who join together", async () => {
    const id = await steps.open(await people.creator(), { rules: RULES });
    const crowd = await Promise.all(Array.from({ length: 6 }, () => people.user()));
    const answers = await Promise.all(
      crowd.map((person, at) =>
        api
          .as(person)
          .send({ method: "PUT", url: "/api/join-contest", payload: request(person, id, (at % 2) + 1).body }),
      ),
    );
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 409, 200, 409, 200, 409]);
    expect(await steps.stored(id)).toMatchObject({ participantCount: 3, paidTotal: 150_000 });
  });

  it("accepts again after leaving, and keeps what was accepted before", async () => {
    const [creator, participant] = [await people.creator(), await people.user()];
    const id = await steps.open(creator, { rules: RULES });
    await join(participant, id, 1);
    await leave(participant, id);
    const left = clock.now().toISOString();
    await change(creator, id, OTHER_RULES);
    await approve(id);
    expect((await steps.details(participant, id)).viewer?.acceptedRules).toEqual({
      at: left,
      version: 1,
      rules: { ...RULES, version: 1, countryNames: ["Bangladesh", "India"] },
    });
    clock.advance(1000);
    for (const version of [undefined, 1]) expect((await joinRefusal(participant, id, version)).code).toMatch(/^rules_/);
    await join(participant, id, 2);
    expect((await steps.details(participant, id)).viewer?.acceptedRules).toMatchObject({ version: 2, rules: null });
    expect(new Set((await storedParticipations()).map(({ rulesVersion }) => rulesVersion))).toEqual(new Set([1, 2]));
  });

  it("shows former rules to those who accepted them, even once there are none", async () => {
    const [creator, participant] = [await people.creator(), await people.user()];
    const id = await steps.open(creator, { rules: RULES });
    await join(participant, id, 1);
    await leave(participant, id);
    await change(creator, id, null);
    await approve(id);
    expect((await steps.details(participant, id)).viewer?.acceptedRules?.rules).toMatchObject(RULES);
    expect((await steps.details(await people.user(), id)).viewer?.acceptedRules).toBeNull();
    expect(await steps.details(null, id)).toMatchObject({ viewer: null, rules: null });
  });

  it("refunds and keeps the accepted version when the contest is cancelled", async () => {
    const [creator, participant] = [await people.creator(), await people.user()];
    const id = await steps.open(creator, { rules: RULES });
    await join(participant, id, 1);
    await api.as(creator).call(deleteContest, { params: { id }, body: { reason: "No hall." } });
    expect(await storedParticipations()).toMatchObject([{ state: "refunded", rulesVersion: 1 }]);
    expect((await steps.details(participant, id)).viewer?.acceptedRules).toMatchObject({ version: 1 });
  });

  it("fails in the database for a server that does not know rules", async () => {
    const [creator, participant] = [await people.creator(), await people.user()];
    const id = await steps.open(creator, { rules: RULES });
    const row = { contestId: id, userId: participant.id, amount: 0, last4: "", paidAt: clock.now() };
    await expect(server.db.insert(participations).values(row)).rejects.toMatchObject({
      cause: expect.objectContaining({ message: "The rules of the contest were not accepted" }) as Error,
    });
    await expectUnchanged(id);
  });
});

describe("the rules of a contest", () => {
  it("are shown to everyone, with names of countries in their language", async () => {
    const id = await steps.open(await people.creator(), { rules: toRulesText(RULES) });
    expect((await steps.details(null, id)).rules).toEqual({
      ...RULES,
      version: 1,
      countryNames: ["Bangladesh", "India"],
    });
    const { rules } = (
      await api.send({ url: `/api/contest-details/${id}`, headers: { "accept-language": "bn" } })
    ).json<{ rules: { countryNames: string[] } }>();
    expect(rules.countryNames).toEqual(["বাংলাদেশ", "ভারত"]);
  });

  it("name countries in the order of the language", async () => {
    const id = await steps.open(await people.creator(), { rules: { countries: ["BD", "DE", "IN"] } });
    const namesIn = async (language: string) =>
      (await api.send({ url: `/api/contest-details/${id}`, headers: { "accept-language": language } })).json<{
        rules: { countryNames: string[] };
      }>().rules.countryNames;
    expect(await namesIn("en")).toEqual(["Bangladesh", "Germany", "India"]);
    expect(await namesIn("bn")).toEqual(["জার্মানি", "বাংলাদেশ", "ভারত"]);
  });

  it("are missing if none were given, and joining is as before", async () => {
    const participant = await people.user();
    const id = await steps.open(await people.creator());
    expect((await steps.details(null, id)).rules).toBeNull();
    await join(participant, id);
    expect(await storedParticipations()).toMatchObject([{ rulesVersion: null }]);
    expect(await versionsOf(id)).toEqual([]);
  });

  it.each([
    ["countries", { ...RULES, countries: ["XX"] }, "Choose countries from the list"],
    ["age", { ...RULES, minimumAge: 0 }, "Enter a minimum age from 1 to 99"],
    ["length", { ...RULES, text: "x".repeat(3001) }, "Use at most 3000 characters"],
    ["shape", "no rules", "We couldn't read the rules. Enter them again."],
  ])("are validated: %s", async (_, rules, problem) => {
    const creator = await people.creator();
    const refusal = await api.as(creator).expectError(createContest, { body: aContestForm({ rules }) });
    expect(refusal).toMatchObject({ status: 422, fields: { rules: problem } });
    const id = await steps.create(creator);
    expect(await api.as(creator).expectError(updateContest, { params: { id }, body: { rules } })).toMatchObject({
      status: 422,
    });
    expect(await server.db.select().from(contests)).toMatchObject([{ id, rules: null, rulesVersion: 0 }]);
  });

  it("get a new version with each change, and keep the former ones", async () => {
    const creator = await people.creator();
    const id = await steps.create(creator, { rules: RULES });
    expect(await change(creator, id, RULES)).toMatchObject({ modifiedCount: 0 });
    clock.advance(1000);
    await change(creator, id, OTHER_RULES);
    await api.as(creator).call(updateContest, { params: { id }, body: { description: "Described again" } });
    await change(creator, id, null);
    await change(creator, id, RULES);
    expect(await steps.stored(id)).toMatchObject({ rules: RULES, rulesVersion: 4 });
    expect((await versionsOf(id)).map(({ version, rules }) => [version, rules])).toEqual([
      [1, RULES],
      [2, OTHER_RULES],
      [4, RULES],
    ]);
  });

  it("can't be changed or removed in their history", async () => {
    const id = await steps.create(await people.creator(), { rules: RULES });
    await expect(server.db.update(contestRules).set({ rules: OTHER_RULES })).rejects.toThrow();
    await expect(server.db.delete(contestRules)).rejects.toThrow();
    expect(await versionsOf(id)).toHaveLength(1);
  });

  it("are deleted with a contest that no one joined", async () => {
    const creator = await people.creator();
    const id = await steps.open(creator, { rules: RULES });
    await api.as(creator).call(deleteContest, { params: { id } });
    expect(await versionsOf(id)).toEqual([]);
  });

  it("are frozen once someone has joined, until everyone has left", async () => {
    const [creator, participant] = [await people.creator(), await people.user()];
    const id = await steps.open(creator, { rules: RULES });
    await join(participant, id, 1);
    for (const rules of [OTHER_RULES, null])
      expect(await api.as(creator).expectError(updateContest, { params: { id }, body: { rules } })).toMatchObject({
        status: 409,
        code: "terms_frozen",
        fields: { rules: "You can't change the rules after people join." },
      });
    expect(await steps.stored(id)).toMatchObject({ rules: RULES, rulesVersion: 1 });
    expect((await steps.details(creator, id)).may.edit.frozen).toHaveProperty("rules");
    await leave(participant, id);
    expect(await change(creator, id, OTHER_RULES)).toMatchObject({ modifiedCount: 1 });
  });

  it("can't be added once someone has joined without them", async () => {
    const creator = await people.creator();
    const id = await steps.open(creator);
    await join(await people.user(), id);
    expect(await api.as(creator).expectError(updateContest, { params: { id }, body: { rules: RULES } })).toMatchObject({
      code: "terms_frozen",
    });
  });

  it("return an open contest to review, which compares them", async () => {
    const [creator, admin] = [await people.creator(), await people.admin()];
    const id = await steps.open(creator, { rules: RULES });
    await change(creator, id, OTHER_RULES);
    expect(await steps.stored(id)).toMatchObject({ status: "pending", review: "in_review" });
    const review = await api.as(admin).call(getContestReview, { params: { id } });
    expect(review.base?.terms.rules).toEqual(RULES);
    expect(review.contest.rules).toEqual(OTHER_RULES);
    expect(review.asVisitors.rules).toMatchObject({ version: 2, countryNames: ["Bangladesh", "India"] });
    expect(review.history.at(-1)).toMatchObject({ what: "submitted", changed: ["rules"] });
  });

  it("are in the audit log with their versions", async () => {
    const creator = await people.creator();
    const id = await steps.create(creator);
    for (const rules of [RULES, OTHER_RULES, null]) await change(creator, id, rules);
    const rows = await api
      .as(await people.admin())
      .call(listAudit, { query: { act: "rules_changed", sort: "oldest" } });
    expect(rows.map(({ contest, from, to, by }) => [contest?._id, from, to, by.role])).toEqual([
      [id, "", "1", "creator"],
      [id, "1", "2", "creator"],
      [id, "2", "", "creator"],
    ]);
  });

  it("are copied with a contest, and shown in a draft's preview", async () => {
    const creator = await people.creator();
    const id = await steps.open(creator, { rules: RULES });
    const { _id } = await api.as(creator).call(duplicateContest, { params: { id } });
    const { form } = await api.as(creator).call(getDraft, { params: { id: _id } });
    expect(form.rules).toBe(toRulesText(RULES));
    const draft = await api
      .as(creator)
      .call(createDraft, { body: { form: { ...form, deadline: "2026-03-02T08:00:00Z" } } });
    const preview = await api.as(creator).call(previewDraft, { params: { id: draft._id } });
    expect(preview.contest?.rules).toMatchObject({ ...RULES, version: 1 });
    const broken = await api.as(creator).call(createDraft, { body: { form: { ...form, rules: "broken" } } });
    const { missing } = await api.as(creator).call(previewDraft, { params: { id: broken._id } });
    expect(missing).toHaveProperty("rules");
  });
});

describe("accepted versions", () => {
  it("are listed and exported for creators and admins", async () => {
    const [creator, participant] = [await people.creator(), await people.user({ name: "Rafi Ahmed" })];
    const id = await steps.open(creator, { rules: RULES, hidesNames: false });
    await join(participant, id, 1);
    for (const person of [creator, await people.admin()]) {
      expect(await api.as(person).call(listParticipants, { params: { contestId: id }, query: {} })).toMatchObject([
        { name: "Rafi Ahmed", rulesVersion: 1 },
      ]);
      const { body } = await api.as(person).send({ url: `/api${exportParticipants.path.replace(":contestId", id)}` });
      expect(body).toBe(
        '\ufeff"Name","Joined on (UTC)","Paid (taka)","Submitted","Version of the accepted rules"\r\n"Rafi Ahmed","2026-03-02",50000,"no",1\r\n',
      );
    }
  });

  it("are in the personal data with their rules", async () => {
    const [creator, participant] = [await people.creator(), await people.user()];
    const id = await steps.open(creator, { rules: RULES });
    await join(participant, id, 1);
    await leave(participant, id);
    await change(creator, id, OTHER_RULES);
    const read = async (person: Person) =>
      (await api.as(person).send({ url: "/api/my-data" })).json<Record<string, object[]>>();
    expect((await read(participant))["payments"]).toMatchObject([
      { state: "refunded", rulesVersion: 1, acceptedRules: RULES },
    ]);
    expect((await read(creator))["contests"]).toMatchObject([{ rules: OTHER_RULES, rulesVersion: 2 }]);
  });
});
