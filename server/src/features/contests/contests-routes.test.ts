import { eq } from "drizzle-orm";
import { createDraft, duplicateContest } from "@conquest/shared/contracts/drafts";
import { MAX_BRIEF_LENGTH } from "@conquest/shared/contracts/contests";
import { extendDeadline } from "@conquest/shared/contracts/deadline-extensions";
import { listJudgedEntries } from "@conquest/shared/contracts/judging/judging";
import { getProgress } from "@conquest/shared/contracts/progress";
import { commentOnContest } from "@conquest/shared/contracts/review";
import {
  countMyContests,
  createContest,
  deleteContest,
  listMyContests,
  previewMarkdown,
  updateContest,
  type ContestGroup,
} from "@conquest/shared/contracts/publishing";
import { getContestDetails } from "@conquest/shared/contracts/listing";
import { listNotices } from "@conquest/shared/contracts/messages";
import { declareWinner } from "@conquest/shared/contracts/winners";
import { leaveContest, listParticipatedContests } from "@conquest/shared/contracts/participation";
import { contests } from "../../database/schema/contests";
import { users } from "../../database/schema/people";
import { participations } from "../../database/schema/taking-part";
import { testServer, type Person } from "../../testing/test-server";
import { aContestForm, contestSteps } from "../../testing/contest-steps";
import { DAY } from "../../testing/test-clock";

const server = testServer();
const { api, people, clock, signInAgain } = server;
const steps = contestSteps(server);
const { details, noticesOf, stored } = steps;

const DEADLINE = "2026-03-02T08:00:00.000Z";
/** No entry sent before the deadline can still arrive after this. */
const JUDGING = "2026-03-02T08:01:00.000Z";
const unknownId = crypto.randomUUID();

describe("previewing Markdown", () => {
  const preview = (person: Person, text: string) => api.as(person).call(previewMarkdown, { body: { text } });

  it("renders a text as the contest's page would", async () => {
    const user = await people.user();
    expect(await preview(user, " # River ")).toEqual({ tokens: [{ tag: "h4" }, { text: "River" }, {}] });
    expect(await preview(user, "Draw a river.")).toEqual({ tokens: null });
  });

  it("rejects visitors and texts that are too long", async () => {
    const body = { text: "ন".repeat(MAX_BRIEF_LENGTH + 1) };
    expect(await api.as(await people.creator()).expectError(previewMarkdown, { body })).toMatchObject({ status: 422 });
    expect(await api.expectError(previewMarkdown, { body: { text: "" } })).toMatchObject({ status: 401 });
  });
});

describe("creating a contest", () => {
  it("stores the form as a pending contest", async () => {
    const creator = await people.creator({ name: "Rahima", picture: "https://pictures.example/rahima.png" });
    const { insertedId, contest } = await api.as(creator).call(createContest, { body: aContestForm() });
    expect(contest).toMatchObject({
      _id: insertedId,
      name: "Poster for a river festival",
      registrationPrice: 200,
      prize: 50000,
      amountDue: 50000,
      tags: "Image Design Contests",
      deadline: DEADLINE,
      status: "pending",
      phase: "in_review",
      participants: [],
      participantCount: 0,
      creator: { name: "Rahima" },
      comments: [],
    });
  });

  it("ignores status, participants and creator in the request", async () => {
    const creator = await people.creator({ name: "Rahima" });
    const other = await people.creator({ name: "Somebody else" });
    const response = await api
      .as(creator)
      .send({
        method: "POST",
        url: "/api/create-contest",
        payload: {
          ...aContestForm(),
          _id: unknownId,
          status: "open",
          review: "approved",
          participants: [other.id],
          participantCount: 7,
          creator: { name: other.name, email: other.email, photo: "" },
          creatorId: other.id,
        },
      });
    const { insertedId } = response.json() as { insertedId: string };
    expect(await stored(insertedId)).toMatchObject({
      status: "pending",
      review: "in_review",
      participantCount: 0,
      creatorId: creator.id,
    });
    expect(insertedId).not.toBe(unknownId);
  });

  it("accepts a deadline without zero padding", async () => {
    const { contest } = await api
      .as(await people.creator())
      .call(createContest, { body: aContestForm({ deadline: "2026-3-4T9:5:0Z" }) });
    expect(contest.deadline).toBe("2026-03-04T09:05:00.000Z");
  });

  it("notifies the admins", async () => {
    const admin = await people.admin();
    await steps.create(await people.creator());
    expect(await noticesOf(admin)).toEqual([
      { kind: "contest_submitted", text: "“Poster for a river festival” was submitted for review." },
    ]);
  });

  it.each([
    ["an invalid deadline", { deadline: "2026-02-31T10:00:00Z" }, 1, { deadline: "Date input not valid." }],
    [
      "the present as its deadline",
      { deadline: "2026-03-02T06:00:00Z" },
      "bad_input",
      { deadline: "Choose a deadline in the future." },
    ],
    [
      "a deadline more than 10 years ahead",
      { deadline: "2036-03-02T06:00:01Z" },
      "bad_input",
      { deadline: "Choose a deadline within 10 years." },
    ],
    [
      "a fractional price",
      { prize: "12.5" },
      "bad_input",
      { prize: expect.stringContaining("whole number") as string },
    ],
    [
      "a negative price",
      { registrationPrice: "-1" },
      "bad_input",
      { registrationPrice: expect.stringContaining("whole number") as string },
    ],
    ["an unknown tag", { tags: "Cooking" as never }, "bad_input", { tags: "Choose one of the listed tags" }],
    ["no name", { name: "  " }, "bad_input", { name: "This field is required" }],
    [
      "a picture that is not https",
      { image: "javascript:alert(1)" },
      "bad_input",
      { image: expect.stringContaining("https://") as string },
    ],
    ["a text that is too long", { task: "x".repeat(5001) }, "bad_input", { task: "Use at most 5000 characters" }],
  ])("rejects %s and stores nothing", async (_, fields, code, refused) => {
    const creator = await people.creator();
    const refusal = await api.as(creator).expectError(createContest, { body: aContestForm(fields) });
    expect(refusal).toMatchObject({ status: 422, code, fields: refused });
    expect(await server.db.select().from(contests)).toEqual([]);
  });

  it("is limited to creators", async () => {
    expect(await api.expectError(createContest, { body: aContestForm() })).toMatchObject({ status: 401 });
    for (const person of [await people.user(), await people.admin()]) {
      expect(await api.as(person).expectError(createContest, { body: aContestForm() })).toMatchObject({
        status: 403,
        code: "wrong_role",
      });
    }
    expect(await server.db.select().from(contests)).toEqual([]);
  });
});

describe("my contests", () => {
  it("are limited to their creator and admins", async () => {
    const creator = await people.creator();
    const id = await steps.create(creator);
    const call = { params: { email: creator.email } };
    expect(await api.expectError(listMyContests, call)).toMatchObject({ status: 401 });
    expect(await api.as(await people.creator()).expectError(listMyContests, call)).toMatchObject({ status: 404 });
    expect(await api.as(await people.user()).expectError(listMyContests, call)).toMatchObject({ status: 404 });
    for (const person of [creator, await people.admin()]) {
      expect((await api.as(person).call(listMyContests, call)).map(({ _id }) => _id)).toEqual([id]);
    }
    expect(
      await api.as(await people.admin()).expectError(listMyContests, { params: { email: "nobody@example.com" } }),
    ).toMatchObject({ status: 404 });
  });

  it("count payments and entries and support search, filters and pagination", async () => {
    const creator = await people.creator();
    const first = await steps.open(creator, { name: "First", prize: "100" });
    clock.advance(1);
    const second = await steps.create(creator, { name: "Second" });
    await steps.create(await people.creator(), { name: "Not mine" });
    const [one, two] = [await people.user(), await people.user()];
    await steps.join(one, first);
    await steps.join(two, first);
    await steps.submit(one, first);
    const list = (query: Parameters<typeof api.page<typeof listMyContests>>[1]["query"]) =>
      api.as(creator).page(listMyContests, { params: { email: creator.email }, query });

    const all = await list({});
    expect(all.items.map(({ _id }) => _id)).toEqual([second, first]);
    expect(all.total).toBe(2);
    expect(all.items[1]).toMatchObject({ paidCount: 2, paidTotal: 200, entryCount: 1, participantCount: 2 });
    expect((await list({ q: "SECOND" })).items.map(({ _id }) => _id)).toEqual([second]);
    expect((await list({ phase: "open" })).items.map(({ _id }) => _id)).toEqual([first]);
    const page = await list({ limit: 1 });
    expect(page).toMatchObject({ total: 2, items: [{ _id: second }] });
    expect((await list({ limit: 1, cursor: page.nextCursor! })).items.map(({ _id }) => _id)).toEqual([first]);
  });
});

describe("groups of my contests", () => {
  it("are listed and counted like their phases, with drafts, for the caller only", async () => {
    const creator = await people.creator();
    const as = api.as(creator);
    const review = await steps.create(creator);
    const judging = await steps.open(creator, { deadline: new Date(clock.now().getTime() + 60_000).toISOString() });
    clock.advance(60_000);
    const open = await steps.open(creator);
    const done = await steps.open(creator);
    await steps.join(await people.user(), done);
    await as.call(deleteContest, { params: { id: done }, body: {} });
    await as.call(createDraft, { body: { form: { name: "River stories" } } });
    await steps.create(await people.creator());

    for (const [group, id] of Object.entries({ review, judging, open, done }) as [ContestGroup, string][]) {
      const list = { params: { email: creator.email }, query: { group } };
      expect((await as.call(listMyContests, list)).map(({ _id }) => _id)).toEqual([id]);
    }
    const counts = { drafts: 1, review: 1, open: 1, judging: 1, done: 1 };
    expect(await as.call(countMyContests, {})).toEqual(counts);
    expect(await api.as(await people.user()).call(countMyContests, {})).toEqual({
      drafts: 0,
      review: 0,
      open: 0,
      judging: 0,
      done: 0,
    });
    expect(await api.expectError(countMyContests, {})).toMatchObject({ status: 401 });
    const unknown = { params: { email: creator.email }, query: { group: "secret" as "open" } };
    expect(await as.expectError(listMyContests, unknown)).toMatchObject({ status: 422 });
  });
});

describe("one of my contests", () => {
  it("is found by id by its owner and admins only", async () => {
    const [creator, other] = [await people.creator(), await people.creator()];
    const [id] = [await steps.create(creator), await steps.create(creator)];
    const foreign = await steps.create(other);
    const list = async (person: Person, contest: string) =>
      (await api.as(person).page(listMyContests, { params: { email: creator.email }, query: { contest } })).items.map(
        ({ _id }) => _id,
      );
    for (const person of [creator, await people.admin()]) expect(await list(person, id)).toEqual([id]);
    expect(await list(creator, foreign)).toEqual([]);
    expect(await list(creator, "no-such-contest")).toEqual([]);
    expect(
      await api.as(other).expectError(listMyContests, { params: { email: creator.email }, query: { contest: id } }),
    ).toMatchObject({ status: 404 });
  });
});

describe("changing a contest", () => {
  const change = (person: Person, id: string, body: Parameters<typeof api.call<typeof updateContest>>[1]["body"]) =>
    api.as(person).call(updateContest, { params: { id }, body });
  const refusedChange = (
    person: Person,
    id: string,
    body: Parameters<typeof api.call<typeof updateContest>>[1]["body"],
  ) => api.as(person).expectError(updateContest, { params: { id }, body });

  it("changes only the fields that were sent", async () => {
    const creator = await people.creator();
    const id = await steps.create(creator);
    const before = await stored(id);
    clock.advance(1000);
    const { modifiedCount, contest } = await change(creator, id, { name: "A better name", prize: "60000" });
    expect(modifiedCount).toBe(1);
    expect(contest).toMatchObject({ name: "A better name", prize: 60000, amountDue: 60000 });
    expect(await stored(id)).toEqual({
      ...before,
      name: "A better name",
      prize: 60000,
      revision: 2,
      updatedAt: clock.now(),
    });
  });

  it("reports if nothing changed", async () => {
    const creator = await people.creator();
    const id = await steps.create(creator);
    const before = await stored(id);
    clock.advance(1000);
    expect(await change(creator, id, aContestForm())).toMatchObject({ modifiedCount: 0 });
    expect(await change(creator, id, {})).toMatchObject({ modifiedCount: 0 });
    expect(await stored(id)).toEqual(before);
  });

  it("ignores fields that are not in the form", async () => {
    const [creator, other] = [await people.creator(), await people.creator()];
    const id = await steps.create(creator);
    const before = await stored(id);
    const response = await api
      .as(creator)
      .send({
        method: "PUT",
        url: `/api/update-contest/${id}`,
        payload: {
          status: "open",
          review: "approved",
          creatorId: other.id,
          participantCount: 9,
          winnerId: other.id,
          openedAt: DEADLINE,
        },
      });
    expect(response.json()).toMatchObject({ modifiedCount: 0 });
    expect(await stored(id)).toEqual(before);
  });

  it("is limited to the owner", async () => {
    const creator = await people.creator();
    const id = await steps.open(creator);
    const before = await stored(id);
    const call = { params: { id }, body: { name: "Taken over" } };
    expect(await api.expectError(updateContest, call)).toMatchObject({ status: 401 });
    for (const person of [await people.user(), await people.creator(), await people.admin()]) {
      expect(await api.as(person).expectError(updateContest, call)).toMatchObject({ status: 404 });
    }
    expect(await refusedChange(creator, unknownId, { name: "x" })).toMatchObject({ status: 404 });
    expect(await stored(id)).toEqual(before);
  });

  it("resubmits a returned contest and notifies the admins", async () => {
    const [creator, admin] = [await people.creator(), await people.admin()];
    for (const decision of ["changes_requested", "rejected"] as const) {
      const id = await steps.create(creator, { name: `Was ${decision}` });
      await api.as(admin).call(commentOnContest, { params: { id }, body: { text: "Too short.", decision } });
      expect((await change(creator, id, { description: "Longer now." })).contest.phase).toBe("in_review");
      expect(await noticesOf(admin)).toContainEqual({
        kind: "contest_submitted",
        text: `“Was ${decision}” was changed by its creator and needs another review.`,
      });
    }
  });

  it("returns an open contest without participants to review if its terms change", async () => {
    const [creator, admin] = [await people.creator(), await people.admin()];
    for (const body of [
      { prize: "1" },
      { registrationPrice: "1" },
      { task: "Another" },
      { tags: "Book Review" as const },
      { deadline: "2026-03-02T07:00:00Z" },
    ]) {
      const id = await steps.open(creator);
      expect((await change(creator, id, body)).contest).toMatchObject({ status: "pending", phase: "in_review" });
      expect(await api.expectError(getContestDetails, { params: { id } })).toMatchObject({ status: 404 });
    }
    expect(await noticesOf(admin)).toContainEqual(
      expect.objectContaining({ text: expect.stringContaining("needs another review") as string }),
    );
  });

  it("keeps an open contest open if its terms stay", async () => {
    const creator = await people.creator();
    const id = await steps.open(creator);
    for (const body of [
      { description: "Said better." },
      { image: "/media/other.svg" },
      { name: "New name" },
      { deadline: "2026-03-05T08:00:00Z" },
    ]) {
      expect(await change(creator, id, body)).toMatchObject({ modifiedCount: 1, contest: { phase: "open" } });
    }
  });

  it("rejects changed terms after the first participation, naming each field", async () => {
    const [creator, participant] = [await people.creator(), await people.user()];
    const id = await steps.open(creator);
    await steps.join(participant, id);
    const before = await stored(id);
    const refusal = await refusedChange(creator, id, {
      name: "New name",
      registrationPrice: "1",
      prize: "1",
      task: "Another",
      tags: "Book Review",
      deadline: "2026-03-02T07:59:59Z",
    });
    expect(refusal).toMatchObject({ status: 409, code: "terms_frozen" });
    expect(Object.keys(refusal.fields).sort()).toEqual(["deadline", "prize", "registrationPrice", "tags", "task"]);
    expect(await stored(id)).toEqual(before);
  });

  it("accepts a description, picture and later deadline after the first participation", async () => {
    const [creator, participant] = [await people.creator(), await people.user()];
    const id = await steps.open(creator);
    await steps.join(participant, id);
    const body = aContestForm({
      description: "Said better.",
      image: "/media/other.svg",
      deadline: "2026-03-05T08:00:00Z",
    });
    expect(await change(creator, id, body)).toMatchObject({
      modifiedCount: 1,
      contest: { phase: "open", deadline: "2026-03-05T08:00:00.000Z" },
    });
  });

  it("moves a joined deadline at most twice by 30 days and notifies participants", async () => {
    const [creator, participant, gone] = [await people.creator(), await people.user(), await people.user()];
    const id = await steps.open(creator);
    for (const person of [participant, gone]) await steps.join(person, id);
    await api.as(gone).call(leaveContest, { body: { contestId: id, email: gone.email } });
    const notificationsOf = async (person: Person) =>
      (await noticesOf(person)).filter(({ kind }) => kind === "deadline_extended").map(({ text }) => text);
    const before = await stored(id);
    expect(await refusedChange(creator, id, { deadline: "2026-04-01T08:00:01Z" })).toMatchObject({
      fields: { deadline: expect.stringContaining("30 days") as string },
    });
    expect(await stored(id)).toEqual(before);
    expect(await notificationsOf(participant)).toEqual([]);
    for (const deadline of ["2026-04-01T08:00:00Z", "2026-04-02T08:00:00Z"]) await change(creator, id, { deadline });
    expect((await notificationsOf(participant)).sort()).toEqual([
      "Deadline extended: “Poster for a river festival” now closes on 1 Apr 2026, 08:00 UTC (was 2 Mar 2026, 08:00 UTC). You can leave for a full refund until 4 Mar 2026, 06:00 UTC, even if you've submitted an entry.",
      "Deadline extended: “Poster for a river festival” now closes on 2 Apr 2026, 08:00 UTC (was 1 Apr 2026, 08:00 UTC). You can leave for a full refund until 4 Mar 2026, 06:00 UTC, even if you've submitted an entry.",
    ]);
    expect(await notificationsOf(gone)).toEqual([]);
    expect(await refusedChange(creator, id, { deadline: "2026-04-03T08:00:00Z" })).toMatchObject({
      fields: { deadline: expect.stringContaining("twice") as string },
    });
    expect(await change(creator, id, { description: "Said better.", deadline: "2026-04-02T08:00:00Z" })).toMatchObject({
      modifiedCount: 1,
    });
  });

  it("accepts new terms after all participants have left", async () => {
    const [creator, participant] = [await people.creator(), await people.user()];
    const id = await steps.open(creator);
    await steps.join(participant, id);
    await api.as(participant).call(leaveContest, { body: { contestId: id, email: participant.email } });
    expect((await change(creator, id, { prize: "1" })).contest.phase).toBe("in_review");
    expect((await api.as(participant).expectError(getContestDetails, { params: { id } })).status).toBe(404);
    // Past participants still see its end, as for any other contest.
    expect(await api.as(creator).call(deleteContest, { params: { id } })).toMatchObject({ cancelled: true });
    expect((await details(participant, id)).phase).toBe("cancelled");
    expect((await api.as(await people.user()).expectError(getContestDetails, { params: { id } })).status).toBe(404);
  });

  it("does not reopen a joined contest after its deadline", async () => {
    const [creator, participant] = [await people.creator(), await people.user()];
    const id = await steps.open(creator);
    await steps.join(participant, id);
    clock.set(JUDGING);
    const refusal = await refusedChange(creator, id, { deadline: "2026-03-09T08:00:00Z" });
    expect(refusal).toMatchObject({
      status: 409,
      code: "terms_frozen",
      fields: { deadline: "You can't change the deadline after it has passed." },
    });
    expect(await change(creator, id, { description: "Thank you all." })).toMatchObject({ modifiedCount: 1 });
  });

  it("does not move a deadline into the past", async () => {
    const creator = await people.creator();
    const id = await steps.create(creator);
    expect(await refusedChange(creator, id, { deadline: "2026-03-02T06:00:00Z" })).toMatchObject({
      status: 422,
      fields: { deadline: expect.any(String) as string },
    });
    expect(await refusedChange(creator, id, { deadline: "soon" })).toMatchObject({ status: 422, code: 1 });
    expect(await change(creator, id, { deadline: "2026-03-02T06:00:01Z" })).toMatchObject({ modifiedCount: 1 });
  });

  it("rejects a cancelled contest", async () => {
    const [creator, participant] = [await people.creator(), await people.user()];
    const id = await steps.open(creator);
    await steps.join(participant, id);
    await api.as(creator).call(deleteContest, { params: { id } });
    expect(await refusedChange(creator, id, { name: "Back" })).toMatchObject({ status: 409, code: "cancelled" });
  });
});

describe("contests of former creators", () => {
  const setRole = (person: Person, role: "admin" | "user") =>
    server.db.update(users).set({ role }).where(eq(users.id, person.id));

  it.each(["admin", "user"] as const)("are managed by them as %s, but new ones are rejected", async (role) => {
    const [creator, author] = [await people.creator(), await people.user()];
    const [pending, decided] = [await steps.create(creator), await steps.open(creator)];
    await steps.join(author, decided);
    const { _id: entryId } = await steps.submit(author, decided);
    clock.set(JUDGING);
    const owner = await signInAgain(creator);
    await steps.choose(owner, decided, entryId);
    await setRole(creator, role);
    const as = api.as(owner);
    expect((await as.call(listMyContests, { params: { email: creator.email } })).map(({ _id }) => _id).sort()).toEqual(
      [decided, pending].sort(),
    );
    expect(await as.call(updateContest, { params: { id: pending }, body: { name: "Another name" } })).toMatchObject({
      modifiedCount: 1,
    });
    expect(await as.call(listJudgedEntries, { params: { contestId: decided } })).toMatchObject([{ _id: entryId }]);
    expect(await as.call(getProgress, { params: { contestId: decided } })).toMatchObject({ participantCount: 1 });
    expect(
      await as.expectError(createContest, { body: aContestForm({ deadline: "2026-04-02T08:00:00Z" }) }),
    ).toMatchObject({ status: 403, code: "wrong_role" });
    expect(await as.expectError(duplicateContest, { params: { id: decided } })).toMatchObject({
      status: 403,
      code: "wrong_role",
    });
    expect(await as.call(deleteContest, { params: { id: pending }, body: {} })).toMatchObject({ deletedCount: 1 });
  });

  it("are extended and decided by them as admin", async () => {
    const [creator, author] = [await people.creator(), await people.user()];
    const contestId = await steps.open(creator);
    await steps.join(author, contestId);
    await setRole(creator, "admin");
    await api
      .as(creator)
      .call(extendDeadline, {
        params: { id: contestId },
        body: { deadline: "2026-03-09T08:00:00Z", reason: "The hall is free later." },
      });
    const { _id: entryId } = await steps.submit(author, contestId);
    clock.set("2026-03-09T08:00:00Z");
    await steps.choose(await signInAgain(creator), contestId, entryId);
    expect(await stored(contestId)).toMatchObject({ winnerId: author.id });
  });
});

describe("deleting a contest", () => {
  it("rejects a deletion if the contest was joined since, without refunds", async () => {
    const [creator, participant] = [await people.creator(), await people.user()];
    const id = await steps.open(creator);
    await steps.join(participant, id);
    const params = { id };
    expect(await api.as(creator).expectError(deleteContest, { params, body: { how: "delete" } })).toMatchObject({
      status: 409,
      code: "was_paid_for",
      message: expect.stringMatching(/only cancel it now\. This refunds 1 person, ৳50,000 in total\.$/) as string,
    });
    expect(await stored(id)).toMatchObject({ cancelledAt: null, participantCount: 1 });
    expect(await api.as(creator).call(deleteContest, { params, body: { how: "cancel" } })).toMatchObject({
      cancelled: true,
      refundedCount: 1,
    });
  });

  it("deletes a contest that was never joined", async () => {
    const creator = await people.creator();
    const admin = await people.admin();
    const [pending, open] = [await steps.create(creator), await steps.open(creator)];
    await api.as(admin).call(commentOnContest, { params: { id: pending }, body: { text: "Hm." } });
    for (const id of [pending, open]) {
      expect(await api.as(creator).call(deleteContest, { params: { id } })).toEqual({
        deletedCount: 1,
        cancelled: false,
        refundedCount: 0,
        refundedTotal: 0,
      });
      expect(await stored(id)).toBeUndefined();
      expect(await api.as(creator).expectError(deleteContest, { params: { id } })).toMatchObject({ status: 404 });
    }
  });

  it("cancels and keeps a joined contest, with refunds and notifications", async () => {
    const [creator, admin, one, two] = [
      await people.creator(),
      await people.admin(),
      await people.user(),
      await people.user(),
    ];
    const id = await steps.open(creator, { prize: "1200" });
    await steps.join(one, id);
    await steps.join(two, id);
    const answer = await api
      .as(creator)
      .call(deleteContest, { params: { id }, body: { reason: "The festival is called off" } });
    expect(answer).toEqual({ deletedCount: 0, cancelled: true, refundedCount: 2, refundedTotal: 2400 });
    for (const person of [one, two]) {
      expect(await noticesOf(person)).toContainEqual({
        kind: "cancelled",
        text: "“Poster for a river festival” was cancelled: The festival is called off. Your ৳1,200 was refunded.",
      });
      const [row] = await api.as(person).call(listParticipatedContests, { params: { email: person.email } });
      expect(row).toMatchObject({ _id: id, phase: "cancelled", paymentStatus: "refunded", amount: 1200 });
      expect(await details(person, id)).toMatchObject({
        phase: "cancelled",
        cancelReason: "The festival is called off",
        participantCount: 0,
      });
    }
    expect(await api.expectError(getContestDetails, { params: { id } })).toMatchObject({ status: 404 });
    expect(await details(creator, id)).toMatchObject({ phase: "cancelled", cancelledAt: clock.now().toISOString() });
    const [mine] = await api.as(creator).call(listMyContests, { params: { email: creator.email } });
    expect(mine).toMatchObject({ paidCount: 0, paidTotal: 0 });
    expect(await api.as(admin).expectError(deleteContest, { params: { id } })).toMatchObject({
      status: 409,
      code: "cancelled",
    });
    const refunds = await server.db.select().from(participations).where(eq(participations.contestId, id));
    expect(refunds.map(({ state, refundedAt }) => ({ state, refundedAt }))).toEqual(
      Array(2).fill({ state: "refunded", refundedAt: clock.now() }),
    );
  });

  it("keeps a contest whose only participant has left", async () => {
    const [creator, participant] = [await people.creator(), await people.user()];
    const id = await steps.open(creator);
    await steps.join(participant, id);
    await api.as(participant).call(leaveContest, { body: { contestId: id, email: participant.email } });
    expect(await api.as(creator).call(deleteContest, { params: { id } })).toMatchObject({
      deletedCount: 0,
      cancelled: true,
      refundedCount: 0,
    });
  });

  it("notifies the creator if an admin deletes it", async () => {
    const [creator, admin] = [await people.creator(), await people.admin()];
    const id = await steps.open(creator);
    await api.as(admin).call(deleteContest, { params: { id }, body: { reason: "Against the rules." } });
    expect(await noticesOf(creator)).toContainEqual({
      kind: "cancelled",
      text: "An admin deleted your contest “Poster for a river festival”: Against the rules.",
    });
  });

  it("links the creator to a cancelled contest and states the total refund", async () => {
    const [creator, admin] = [await people.creator(), await people.admin()];
    const id = await steps.open(creator, { prize: "1200" });
    for (const person of [await people.user(), await people.user()]) await steps.join(person, id);
    await api.as(admin).call(deleteContest, { params: { id }, body: { reason: "Against the rules." } });
    expect(await api.as(creator).call(listNotices, {})).toContainEqual(
      expect.objectContaining({
        kind: "cancelled",
        text: "An admin cancelled your contest “Poster for a river festival”: Against the rules. Everyone was refunded, ৳2,400 in total.",
        href: `/dashboard/my_created_contests?contest=${id}`,
      }),
    );
  });

  it("rejects a contest with a winner", async () => {
    const [creator, participant] = [await people.creator(), await people.user()];
    const id = await steps.open(creator);
    await steps.join(participant, id);
    const { _id: entryId } = await steps.submit(participant, id);
    clock.set(JUDGING);
    await api
      .as(creator)
      .call(declareWinner, { params: { contestId: id }, body: { entryId, note: "The clearest of all." } });
    for (const person of [creator, await people.admin()]) {
      expect(await api.as(person).expectError(deleteContest, { params: { id } })).toMatchObject({
        status: 409,
        code: "completed",
      });
    }
    expect(await details(null, id)).toMatchObject({ phase: "completed" });
  });

  it("is limited to the owner and admins", async () => {
    const id = await steps.open(await people.creator());
    expect(await api.expectError(deleteContest, { params: { id } })).toMatchObject({ status: 401 });
    for (const person of [await people.user(), await people.creator()]) {
      expect(await api.as(person).expectError(deleteContest, { params: { id } })).toMatchObject({ status: 404 });
    }
    expect(await stored(id)).toBeDefined();
  });
});

it("derives the phase on every request", async () => {
  const creator = await people.creator();
  const id = await steps.open(creator);
  const phaseAt = async (instant: Date | string) => {
    clock.set(instant);
    return (await details(null, id)).phase;
  };
  expect(await phaseAt(new Date(Date.parse(DEADLINE) - 1))).toBe("open");
  expect(await phaseAt(DEADLINE)).toBe("judging");
  expect(await phaseAt(new Date(Date.parse(DEADLINE) + 14 * DAY))).toBe("overdue");
  expect((await details(await signInAgain(creator), id)).viewer?.isOwner).toBe(true);
});

describe("contest criteria", () => {
  it.each([
    ["a list", ["Colour", " Line "], ["Colour", "Line"]],
    ["a line each", "Colour\n\n Line \n", ["Colour", "Line"]],
    ["a list with a line break in it", ["Colour\nLine"], ["Colour", "Line"]],
    ["eighty characters, each of which takes two", "🎨".repeat(80), ["🎨".repeat(80)]],
    ["none", "", []],
    ["nothing", undefined, []],
  ])("accept %s and are public", async (_, criteria, read) => {
    const id = await steps.open(await people.creator(), { criteria });
    expect((await details(null, id)).criteria).toEqual(read);
  });

  it.each([
    ["six criteria", ["1", "2", "3", "4", "5", "6"], "Enter at most 5 criteria, one per line"],
    ["a criterion that is too long", "🎨".repeat(81), "Use at most 80 characters for each of the criteria"],
    ["a duplicate", "Colour\nColour", "Enter each of the criteria only once"],
  ])("reject %s", async (_, criteria, message) => {
    const refusal = await api
      .as(await people.creator())
      .expectError(createContest, { body: aContestForm({ criteria }) });
    expect(refusal).toMatchObject({ status: 422, fields: { criteria: message } });
  });

  it("are terms: changes require review and are frozen after the first participation", async () => {
    const creator = await people.creator();
    const id = await steps.open(creator, { criteria: "Colour\nLine" });
    const change = (criteria: string) => api.as(creator).call(updateContest, { params: { id }, body: { criteria } });
    expect(await change("Colour\nLine")).toMatchObject({ modifiedCount: 0, contest: { status: "open" } });
    expect(await change("Line\nColour")).toMatchObject({
      modifiedCount: 1,
      contest: { status: "pending", criteria: ["Line", "Colour"] },
    });

    const joined = await steps.open(creator, { criteria: "Colour" });
    await steps.join(await people.user(), joined);
    const refusal = await api
      .as(creator)
      .expectError(updateContest, { params: { id: joined }, body: { criteria: "Line" } });
    expect(refusal).toMatchObject({
      status: 409,
      code: "terms_frozen",
      fields: { criteria: "You can't change the judging criteria after people join." },
    });
    expect((await details(creator, joined)).may.edit.frozen["criteria"]).toBe(
      "You can't change the judging criteria after people join.",
    );
    expect((await stored(joined))?.criteria).toEqual(["Colour"]);
  });
});
