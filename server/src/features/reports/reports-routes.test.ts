import { eq } from "drizzle-orm";
import { listAudit } from "@conquest/shared/contracts/audit";
import { listPublishedEntries, getMyEntry, publishEntry } from "@conquest/shared/contracts/entries";
import {
  getContestDetails,
  getCreator,
  listContests,
  listPopularContests,
  listTopContests,
  searchContests,
} from "@conquest/shared/contracts/listing";
import { extendDeadline } from "@conquest/shared/contracts/deadline-extensions";
import { inviteJudge } from "@conquest/shared/contracts/judging/judges";
import { listNotices } from "@conquest/shared/contracts/messages";
import { deleteContest, listMyContests, updateContest } from "@conquest/shared/contracts/publishing";
import {
  MAX_REPORT_LENGTH,
  answerReport,
  decideReport,
  getReported,
  listReports,
  reportContest,
  reportEntry,
  type ReportDecision,
  type ReportReason,
} from "@conquest/shared/contracts/reports";
import { answerQuestion, askQuestion } from "@conquest/shared/contracts/questions";
import { confirmContest, returnToReview } from "@conquest/shared/contracts/review";
import {
  followContest,
  joinContest,
  leaveContest,
  listParticipatedContests,
} from "@conquest/shared/contracts/participation";
import { deleteUser } from "@conquest/shared/contracts/users";
import { verifyDerivedData } from "../../database/verify-derived-data";
import { entries } from "../../database/schema/contests";
import { users } from "../../database/schema/people";
import { reportCases, reports } from "../../database/schema/reports";
import { testServer, type Person } from "../../testing/test-server";
import { readAuditLog } from "../../testing/read-audit-log";
import { contestSteps } from "../../testing/contest-steps";

const server = testServer();
const { api, people, clock } = server;
const steps = contestSteps(server);

const WORD = "The prize is made up.";
const report = (person: Person, contestId: string, reason: ReportReason = "misleading", word = WORD) =>
  api.as(person).call(reportContest, { params: { contestId }, body: { reason, word } });
const reportRefusal = (person: Person, contestId: string, body = { reason: "spam" as ReportReason, word: WORD }) =>
  api.as(person).expectError(reportContest, { params: { contestId }, body });
const cases = (admin: Person, query: { state?: "open" | "ended"; kind?: "contest" | "entry" } = {}) =>
  api.as(admin).call(listReports, { query });
const decide = (admin: Person, id: string, decision: ReportDecision, note = "") =>
  api.as(admin).call(decideReport, { params: { id }, body: { decision, note } });
const decisionRefusal = (admin: Person, id: string, decision: ReportDecision, note = "") =>
  api.as(admin).expectError(decideReport, { params: { id }, body: { decision, note } });
const notificationsOf = async (person: Person, kind: string) =>
  (await steps.noticesOf(person)).filter((notice) => notice.kind === kind).map(({ text }) => text);
const auditActs = async (admin: Person) => (await api.as(admin).call(listAudit, {})).map(({ act }) => act);

async function createReportedContest() {
  const [creator, reporter, admin] = [
    await people.creator({ name: "Nadia Rahman" }),
    await people.user({ name: "Mina Das" }),
    await people.admin(),
  ];
  const id = await steps.open(creator);
  await report(reporter, id);
  const [{ _id: caseId } = { _id: "" }] = await cases(admin);
  return { creator, reporter, admin, id, caseId };
}

/** Creates a contest with a winner and another entry that its author has published. */
async function createGallery() {
  const [creator, admin] = [await people.creator(), await people.admin()];
  const [winner, author] = [await people.user({ name: "Tania" }), await people.user({ name: "Rafi" })];
  const id = await steps.open(creator);
  const submitted = [];
  for (const person of [winner, author]) {
    await steps.join(person, id);
    submitted.push(await steps.submit(person, id));
  }
  clock.set("2026-03-02T08:01:00Z");
  await steps.choose(creator, id, submitted[0]!._id);
  await api.as(author).call(publishEntry, { params: { contestId: id }, body: { isPublished: true } });
  return { creator, admin, winner, author, id, winningId: submitted[0]!._id, entryId: submitted[1]!._id };
}
const gallery = async (contestId: string) =>
  (await api.call(listPublishedEntries, { params: { contestId } })).map(({ name }) => name);

describe("a report", () => {
  it("notifies the author, without the reporter's name, and every admin", async () => {
    const { creator, reporter, admin, caseId } = await createReportedContest();
    expect(await notificationsOf(creator, "reported")).toEqual([
      "Your contest “Poster for a river festival” was reported: Misleading or fraudulent. You have until 3 Mar 2026, 06:00 UTC to respond. Before that, it may be hidden, but nothing else will happen.",
    ]);
    expect((await api.as(creator).call(listNotices, {})).map(({ href }) => href)).toContain(
      `/dashboard/reported/${caseId}`,
    );
    expect(await notificationsOf(admin, "report_opened")).toEqual([
      "“Poster for a river festival” was reported: Misleading or fraudulent.",
    ]);
    const own = await api.as(creator).call(getReported, { params: { id: caseId } });
    expect(own).toMatchObject({
      kind: "contest",
      reasons: ["misleading"],
      answer: null,
      end: null,
      isHidden: false,
      answerUntil: "2026-03-03T06:00:00.000Z",
      may: { answer: { isAllowed: true } },
    });
    for (const secret of [reporter.name, reporter.email, reporter.id, WORD])
      expect(JSON.stringify(own)).not.toContain(secret);
    expect(await cases(admin)).toMatchObject([
      {
        reportCount: 1,
        author: { email: creator.email },
        reports: [{ word: WORD, by: { name: "Mina Das", email: reporter.email } }],
      },
    ]);
  });

  it("is unique per user and content, and shares one case per content", async () => {
    const { creator, reporter, admin, id, caseId } = await createReportedContest();
    expect((await steps.details(reporter, id)).may.report).toEqual({
      isAllowed: false,
      because: expect.stringMatching(/You've reported this/),
    });
    expect(await reportRefusal(reporter, id)).toMatchObject({ status: 409, code: "already_reported" });
    clock.advance(3_600_000);
    await report(await people.user(), id, "misleading", "No such festival.");
    // Repeating a reason neither notifies the author nor extends their time to answer.
    expect(await notificationsOf(creator, "reported")).toHaveLength(1);
    expect(await cases(admin)).toMatchObject([{ _id: caseId, toldAt: "2026-03-02T06:00:00.000Z" }]);
    await report(await people.user(), id, "stolen", "The picture is mine.");
    expect(await notificationsOf(creator, "reported")).toHaveLength(2);
    expect(await cases(admin)).toMatchObject([
      {
        _id: caseId,
        reportCount: 3,
        toldAt: "2026-03-02T07:00:00.000Z",
        reasons: [
          { reason: "misleading", count: 2 },
          { reason: "stolen", count: 1 },
        ],
        reports: [{}, {}, { word: WORD }],
      },
    ]);
    expect(await notificationsOf(admin, "report_opened")).toHaveLength(1);
  });

  it("is limited to signed-in users who see the contest, except its author", async () => {
    const creator = await people.creator();
    const [id, pending] = [await steps.open(creator), await steps.create(creator)];
    expect(
      await api.expectError(reportContest, { params: { contestId: id }, body: { reason: "spam", word: WORD } }),
    ).toMatchObject({ status: 401 });
    expect(await reportRefusal(creator, id)).toMatchObject({ status: 409, code: "own_contest" });
    expect(await reportRefusal(await people.user(), pending)).toMatchObject({ status: 404 });
    expect(await reportRefusal(await people.admin(), pending)).toMatchObject({ status: 409, code: "not_open" });
    for (const person of [await people.user(), await people.creator(), await people.admin()]) await report(person, id);
    expect(await server.db.$count(reports)).toBe(3);
  });

  it("validates reason and comment", async () => {
    const [creator, user] = [await people.creator(), await people.user()];
    const id = await steps.open(creator);
    for (const [field, body] of [
      ["reason", { reason: "ugly", word: WORD }],
      ["word", { reason: "spam", word: " " }],
      ["word", { reason: "spam", word: "x".repeat(MAX_REPORT_LENGTH + 1) }],
    ] as const) {
      expect(Object.keys((await reportRefusal(user, id, body as never)).fields ?? {})).toEqual([field]);
    }
    expect(await server.db.$count(reportCases)).toBe(0);
  });

  it("is rate-limited", async () => {
    const [creator, user] = [await people.creator(), await people.user()];
    const id = await steps.open(creator);
    await report(user, id);
    for (let tried = 1; tried < 10; tried += 1) await reportRefusal(user, id);
    expect(await reportRefusal(user, id)).toMatchObject({ status: 429 });
  });
});

describe("changes after a report", () => {
  it("include the creator's edits with their time, but no admin decisions", async () => {
    const { creator, reporter, admin, id, caseId } = await createReportedContest();
    expect(await cases(admin)).toMatchObject([{ changedAt: null }]);
    await decide(admin, caseId, "hide");
    await api.as(admin).call(returnToReview, { params: { id } });
    expect(await cases(admin)).toMatchObject([{ changedAt: null }]);
    clock.advance(60_000);
    await api
      .as(creator)
      .call(updateContest, {
        params: { id },
        body: { description: "A poster for the festival, which pays the prize." },
      });
    const changedAt = clock.now().toISOString();
    clock.advance(60_000);
    expect(await cases(admin)).toMatchObject([{ changedAt }]);
    await decide(admin, caseId, "dismiss");
    await api.as(admin).call(confirmContest, { params: { id }, body: { status: "open" } });
    await report(reporter, id);
    expect(await cases(admin)).toMatchObject([{ end: null, changedAt: null }, { changedAt }]);
  });

  it("include a later deadline", async () => {
    const { creator, admin, id } = await createReportedContest();
    await steps.join(await people.user(), id);
    clock.advance(60_000);
    await api
      .as(creator)
      .call(extendDeadline, { params: { id }, body: { deadline: "2026-03-10T17:59:00Z", reason: "More time." } });
    expect(await cases(admin)).toMatchObject([{ changedAt: clock.now().toISOString() }]);
  });

  it("include an edited entry", async () => {
    const { admin, entryId } = await createGallery();
    await api
      .as(await people.user())
      .call(reportEntry, { params: { entryId }, body: { reason: "stolen", word: "I drew this." } });
    expect(await cases(admin)).toMatchObject([{ kind: "entry", changedAt: null }]);
    // Published entries can no longer be edited by any call.
    const submittedAt = new Date(clock.now().getTime() + 1000);
    await server.db
      .update(entries)
      .set({ text: "Mine", sha256: "0".repeat(64), submittedAt })
      .where(eq(entries.id, entryId));
    expect(await cases(admin)).toMatchObject([{ changedAt: submittedAt.toISOString() }]);
  });
});

describe("the answer to a report", () => {
  it("is limited to the author until the decision", async () => {
    const { creator, reporter, admin, caseId } = await createReportedContest();
    const body = { text: "The festival pays it: see its page." };
    for (const person of [reporter, admin, await people.creator()]) {
      expect(await api.as(person).expectError(getReported, { params: { id: caseId } })).toMatchObject({ status: 404 });
      expect(await api.as(person).expectError(answerReport, { params: { id: caseId }, body })).toMatchObject({
        status: 404,
      });
    }
    await api.as(creator).call(answerReport, { params: { id: caseId }, body });
    expect(await cases(admin)).toMatchObject([{ answer: { text: body.text, at: clock.now().toISOString() } }]);
    expect(await notificationsOf(admin, "report_opened")).toHaveLength(2);
    await decide(admin, caseId, "dismiss");
    expect(await api.as(creator).expectError(answerReport, { params: { id: caseId }, body })).toMatchObject({
      status: 409,
      code: "decided",
    });
  });

  it("delays upholding for a day after the last new reason", async () => {
    const { creator, admin, id, caseId } = await createReportedContest();
    expect(await decisionRefusal(admin, caseId, "uphold", "It is made up.")).toMatchObject({
      status: 409,
      code: "may_answer",
      message: "Its author has 24 hours to respond (24 hours left). You can hide it for now.",
    });
    await decide(admin, caseId, "hide");
    expect(await decisionRefusal(admin, caseId, "uphold", "It is made up.")).toMatchObject({
      message: "Its author has 24 hours to respond (24 hours left). It's hidden for now.",
    });
    await decide(admin, caseId, "show");
    await api.as(creator).call(answerReport, { params: { id: caseId }, body: { text: "It is paid." } });
    clock.advance(1000);
    await report(await people.user(), id, "stolen");
    expect(await decisionRefusal(admin, caseId, "uphold", "It is made up.")).toMatchObject({ code: "may_answer" });
    clock.set("2026-03-03T06:00:00.999Z");
    const again = await server.signInAgain(admin);
    expect(await decisionRefusal(again, caseId, "uphold", "It is made up.")).toMatchObject({
      code: "may_answer",
      message: expect.stringContaining("less than 1 hour left"),
    });
    clock.advance(1);
    await decide(again, caseId, "uphold", "It is made up.");
  });
});

describe("an author who cannot answer", () => {
  it("is not waited for if removed, but if blocked", async () => {
    const { admin, creator, id } = await createGallery();
    await report(await people.user(), id);
    const [{ _id: caseId } = { _id: "" }] = await cases(admin);
    await server.db.update(users).set({ status: "blocked" }).where(eq(users.id, creator.id));
    expect(await decisionRefusal(admin, caseId, "uphold", "It is stolen.")).toMatchObject({
      code: "may_answer",
      message: expect.stringMatching(
        /^Its author is blocked and can't respond now, but may be unblocked\. They have 24 hours to respond \(24 hours left\)/,
      ),
    });
    await server.db.update(users).set({ status: "verified" }).where(eq(users.id, creator.id));
    await api.as(admin).call(deleteUser, { params: { id: creator.id } });
    expect(await cases(admin)).toMatchObject([
      { author: { isGone: true, email: null }, may: { uphold: { isAllowed: true } } },
    ]);
    await decide(admin, caseId, "uphold", "It is stolen.");
    expect(await api.expectError(getContestDetails, { params: { id } })).toMatchObject({ status: 404 });
  });
});

describe("a hidden contest", () => {
  it("is public nowhere, but stays visible to participants", async () => {
    const { creator, admin, id, caseId } = await createReportedContest();
    const [joined, stranger] = [await people.user(), await people.user()];
    await steps.join(joined, id);
    const { publicId } = (await steps.details(null, id)).creator;
    await decide(admin, caseId, "hide", "We look at it.");
    const lists = async () => {
      const all = await api.page(listContests, { query: {} });
      return [
        all.items.length,
        all.total,
        (await api.call(listPopularContests, {})).length,
        (await api.call(listTopContests, {})).length,
        (await api.call(searchContests, { params: { searchTerm: "river" } })).length,
      ];
    };
    expect(await lists()).toEqual([0, 0, 0, 0, 0]);
    expect(await api.expectError(getContestDetails, { params: { id } })).toMatchObject({ status: 404 });
    expect(await api.expectError(getCreator, { params: { id: publicId! } })).toMatchObject({ status: 404 });
    expect(
      await api.as(stranger).expectError(joinContest, { body: { contestId: id, email: stranger.email } }),
    ).toMatchObject({ status: 404 });
    expect(
      await api
        .as(stranger)
        .expectError(reportContest, { params: { contestId: id }, body: { reason: "spam", word: WORD } }),
    ).toMatchObject({ status: 404 });
    for (const person of [creator, admin, joined])
      expect(await steps.details(person, id)).toMatchObject({
        hiddenAt: clock.now().toISOString(),
        may: { join: { isAllowed: false }, report: { isAllowed: false } },
      });
    const hidden = [{ _id: id, hiddenAt: clock.now().toISOString(), isPublic: false }];
    expect(await api.as(joined).call(listParticipatedContests, { params: { email: joined.email } })).toMatchObject(
      hidden,
    );
    expect(await api.as(creator).call(listMyContests, { params: { email: creator.email } })).toMatchObject(hidden);
    await steps.submit(joined, id);
    expect(await notificationsOf(joined, "contest_hidden")).toEqual([
      expect.stringMatching(/is hidden while admins review it/),
    ]);
    expect(await notificationsOf(creator, "reported")).toContain(
      "Your contest “Poster for a river festival” is hidden while admins review it: We look at it.",
    );
    expect((await verifyDerivedData(server.db)).filter(({ wrong }) => wrong.length > 0)).toEqual([]);

    expect(await decisionRefusal(admin, caseId, "hide")).toMatchObject({ status: 409, code: "hidden" });
    await decide(admin, caseId, "show");
    expect(await decisionRefusal(admin, caseId, "show")).toMatchObject({ status: 409, code: "not_hidden" });
    expect(await lists()).toEqual([1, 1, 1, 1, 1]);
    expect(await api.call(getCreator, { params: { id: publicId! } })).toMatchObject({ _id: publicId });
    await steps.join(stranger, id);
    expect(await auditActs(admin)).toEqual(["contest_shown", "contest_hidden", "contest_confirmed"]);
    expect((await verifyDerivedData(server.db)).filter(({ wrong }) => wrong.length > 0)).toEqual([]);
  });

  it("notifies its judges, but sends the creator's messages to participants only", async () => {
    const { creator, admin, id, caseId } = await createReportedContest();
    const [follower, participant, judge, asker] = [
      await people.user(),
      await people.user(),
      await people.user(),
      await people.user(),
    ];
    await api.as(follower).call(followContest, { params: { contestId: id }, body: { isFollowing: true } });
    await steps.answer(judge, await steps.invite(creator, id, judge.email));
    const question = await api.as(asker).call(askQuestion, { params: { contestId: id }, body: { text: "How large?" } });
    await steps.join(participant, id);
    await decide(admin, caseId, "hide");
    expect(await notificationsOf(judge, "contest_hidden")).toEqual([
      expect.stringContaining("which you judge, is hidden"),
    ]);

    await api
      .as(creator)
      .call(extendDeadline, { params: { id }, body: { deadline: "2026-03-10T17:59:00Z", reason: "Read this." } });
    await api.as(creator).call(answerQuestion, { params: { id: question._id }, body: { text: "Read that." } });
    expect(await notificationsOf(participant, "deadline_extended")).toHaveLength(1);
    expect([await notificationsOf(follower, "deadline_moved"), await notificationsOf(asker, "answer")]).toEqual([
      [],
      [],
    ]);
    expect(
      await api
        .as(creator)
        .expectError(inviteJudge, { params: { contestId: id }, body: { email: "stranger@example.com" } }),
    ).toMatchObject({ status: 409, code: "hidden" });
    await decide(admin, caseId, "show");
    expect(await notificationsOf(judge, "contest_hidden")).toHaveLength(2);
    await api.as(creator).call(inviteJudge, { params: { contestId: id }, body: { email: "stranger@example.com" } });
  });

  it("is not confirmed before the report is decided", async () => {
    const { admin, id, caseId } = await createReportedContest();
    await decide(admin, caseId, "hide");
    await api.as(admin).call(returnToReview, { params: { id } });
    expect(await api.as(admin).expectError(confirmContest, { params: { id }, body: { status: "open" } })).toMatchObject(
      { status: 409, code: "hidden" },
    );
    await decide(admin, caseId, "dismiss");
    expect(await api.as(admin).call(confirmContest, { params: { id }, body: { status: "open" } })).toEqual({
      modifiedCount: 1,
    });
  });

  it("can be left and deleted with its reports, which notifies reporters", async () => {
    const { creator, reporter, admin, id, caseId } = await createReportedContest();
    await decide(admin, caseId, "hide");
    await api.as(creator).call(deleteContest, { params: { id } });
    expect(await notificationsOf(reporter, "report_ended")).toEqual([
      "“Poster for a river festival”, which you reported, was deleted.",
    ]);
    expect([await cases(admin), await server.db.$count(reports)]).toEqual([[], 0]);
    expect((await verifyDerivedData(server.db)).filter(({ wrong }) => wrong.length > 0)).toEqual([]);
    const other = await steps.open(creator);
    const joined = await people.user();
    await steps.join(joined, other);
    await report(reporter, other);
    await decide(admin, (await cases(admin))[0]!._id, "hide");
    await api.as(joined).call(leaveContest, { body: { contestId: other, email: joined.email } });
  });
});

describe("a decision", () => {
  it("to dismiss shows the contest, notifies everyone and allows new reports", async () => {
    const { creator, reporter, admin, id, caseId } = await createReportedContest();
    await decide(admin, caseId, "hide");
    await decide(admin, caseId, "dismiss", "The festival confirmed the prize.");
    expect(await steps.details(null, id)).toMatchObject({ hiddenAt: null });
    expect(await notificationsOf(reporter, "report_ended")).toEqual([
      "Your report about “Poster for a river festival” was dismissed: The festival confirmed the prize.",
    ]);
    expect(await notificationsOf(creator, "reported")).toContain(
      "The report about your contest “Poster for a river festival” was dismissed: The festival confirmed the prize.",
    );
    expect(await cases(admin, { state: "open" })).toEqual([]);
    expect(await cases(admin, { state: "ended" })).toMatchObject([
      {
        end: { outcome: "dismissed", note: "The festival confirmed the prize." },
        may: { hide: { isAllowed: false }, uphold: { isAllowed: false } },
      },
    ]);
    expect(await decisionRefusal(admin, caseId, "hide")).toMatchObject({ status: 409, code: "decided" });
    expect(await auditActs(admin)).toEqual([
      "report_dismissed",
      "contest_shown",
      "contest_hidden",
      "contest_confirmed",
    ]);
    await report(reporter, id);
    expect(await cases(admin)).toMatchObject([{ end: null }, { end: { outcome: "dismissed" } }]);
  });

  it("to uphold cancels the contest with refunds and requires a reason", async () => {
    const { creator, reporter, admin, id, caseId } = await createReportedContest();
    const joined = await people.user();
    await steps.join(joined, id);
    await api.as(creator).call(answerReport, { params: { id: caseId }, body: { text: "So what?" } });
    expect(await decisionRefusal(admin, caseId, "uphold")).toMatchObject({
      status: 422,
      fields: { note: expect.any(String) },
    });
    expect((await cases(admin))[0]!.may.uphold).toMatchObject({
      isAllowed: true,
      how: "cancel",
      refundedCount: 1,
      refundedTotal: 50_000,
    });
    await decide(admin, caseId, "uphold", "There is no festival.");
    expect(await steps.stored(id)).toMatchObject({
      cancelReason: "There is no festival.",
      participantCount: 0,
      cancelledBy: admin.id,
    });
    expect(await notificationsOf(joined, "cancelled")).toEqual([expect.stringContaining("There is no festival.")]);
    expect(await notificationsOf(reporter, "report_ended")).toEqual([
      "“Poster for a river festival”, which you reported, was cancelled: There is no festival.",
    ]);
    expect(await notificationsOf(creator, "reported")).toContain(
      "Your contest “Poster for a river festival” was cancelled after a report: There is no festival.",
    );
    expect(await auditActs(admin)).toEqual(["contest_cancelled", "report_upheld", "contest_confirmed"]);
    expect(await readAuditLog(server.db)).toMatchObject({ differences: [] });
  });

  it("to uphold hides a contest with a winner and keeps its payments", async () => {
    const { admin, id } = await createGallery();
    const reporter = await people.user();
    await report(reporter, id);
    const [{ _id: caseId } = { _id: "" }] = await cases(admin);
    clock.advance(24 * 3_600_000);
    const again = await server.signInAgain(admin);
    expect((await cases(again))[0]!.may.uphold).toMatchObject({
      isAllowed: true,
      how: "hide",
      refundedCount: 0,
      refundedTotal: 0,
    });
    await decide(again, caseId, "uphold", "The work is stolen.");
    expect(await api.expectError(getContestDetails, { params: { id } })).toMatchObject({ status: 404 });
    expect(await steps.stored(id)).toMatchObject({ cancelledAt: null, participantCount: 2 });
    expect((await verifyDerivedData(server.db)).filter(({ wrong }) => wrong.length > 0)).toEqual([]);
  });

  it("to uphold is reversible once, with a reason and notifications", async () => {
    const { admin, creator, winner, id } = await createGallery();
    const reporter = await people.user();
    await report(reporter, id);
    const [{ _id: caseId } = { _id: "" }] = await cases(admin);
    await api.as(creator).call(answerReport, { params: { id: caseId }, body: { text: "It is paid." } });
    await decide(admin, caseId, "uphold", "The work is stolen.");
    expect(await api.expectError(getContestDetails, { params: { id } })).toMatchObject({ status: 404 });
    expect(await cases(admin)).toMatchObject([
      {
        isHidden: true,
        may: { show: { isAllowed: true }, hide: { isAllowed: false }, dismiss: { isAllowed: false } },
        end: { outcome: "upheld", shownAgain: null },
      },
    ]);
    for (const person of [creator, reporter])
      expect(await decisionRefusal(person, caseId, "show", "Please")).toMatchObject({ status: 403 });
    expect(await decisionRefusal(admin, caseId, "show")).toMatchObject({
      status: 422,
      fields: { note: expect.any(String) },
    });
    expect(await decisionRefusal(admin, caseId, "hide")).toMatchObject({ status: 409, code: "decided" });
    expect((await steps.details(admin, id)).hiddenAt).not.toBeNull();

    const shown = await decide(await people.admin(), caseId, "show", "The museum confirmed it.");
    expect(shown).toMatchObject({
      isHidden: false,
      may: { show: { isAllowed: false } },
      end: {
        outcome: "upheld",
        note: "The work is stolen.",
        shownAgain: { at: clock.now().toISOString(), note: "The museum confirmed it." },
      },
    });
    expect(await steps.details(null, id)).toMatchObject({ hiddenAt: null });
    expect((await notificationsOf(reporter, "report_ended")).sort()).toEqual([
      "“Poster for a river festival”, which you reported, was restored: The museum confirmed it.",
      "“Poster for a river festival”, which you reported, was taken down: The work is stolen.",
    ]);
    expect(await notificationsOf(creator, "reported")).toContain(
      "Your contest “Poster for a river festival” was restored: The museum confirmed it.",
    );
    expect(await notificationsOf(winner, "contest_hidden")).toContain(
      "“Poster for a river festival”, which you joined, is visible again.",
    );
    expect((await api.as(admin).call(listAudit, {}))[0]).toMatchObject({
      act: "contest_shown",
      contest: { _id: id },
      person: { _id: creator.id },
      from: "hidden",
      to: "visible",
      reason: "The museum confirmed it.",
    });
    expect(await decisionRefusal(admin, caseId, "show", "Again")).toMatchObject({ status: 409, code: "shown_again" });
    expect((await verifyDerivedData(server.db)).filter(({ wrong }) => wrong.length > 0)).toEqual([]);

    // A new report is a separate case that the first one cannot affect.
    await report(reporter, id);
    const newCaseId = (await cases(admin, { state: "open" }))[0]!._id;
    await decide(admin, newCaseId, "hide");
    expect(await decisionRefusal(admin, caseId, "show", "Again")).toMatchObject({ status: 409, code: "shown_again" });
    expect((await steps.details(admin, id)).hiddenAt).not.toBeNull();
  });

  it("that cancelled a contest is not reversible", async () => {
    const { creator, admin, caseId } = await createReportedContest();
    await decide(admin, caseId, "hide");
    await api.as(creator).call(answerReport, { params: { id: caseId }, body: { text: "So what?" } });
    await decide(admin, caseId, "uphold", "There is no festival.");
    expect(await cases(admin)).toMatchObject([{ isHidden: true, may: { show: { isAllowed: false } } }]);
    expect(await decisionRefusal(admin, caseId, "show", "There is one.")).toMatchObject({
      status: 409,
      code: "cancelled",
    });
  });

  it("is not available to admins for their own content, nor are its reporters", async () => {
    const { creator, id } = await createReportedContest();
    await server.db.update(users).set({ role: "admin" }).where(eq(users.id, creator.id));
    expect(await cases(creator)).toEqual([]);
    const [{ id: caseId } = { id: "" }] = await server.db.select().from(reportCases);
    expect(await decisionRefusal(creator, caseId, "dismiss")).toMatchObject({ status: 404 });
    expect(await steps.details(creator, id)).toMatchObject({ hiddenAt: null });
  });

  it("is limited to admins", async () => {
    const { creator, reporter, caseId } = await createReportedContest();
    for (const person of [creator, reporter]) {
      expect(await decisionRefusal(person, caseId, "dismiss")).toMatchObject({ status: 403 });
      expect(await api.as(person).expectError(listReports, {})).toMatchObject({ status: 403 });
    }
    expect(await api.expectError(listReports, {})).toMatchObject({ status: 401 });
    expect(await decisionRefusal(await people.admin(), crypto.randomUUID(), "hide")).toMatchObject({ status: 404 });
  });
});

describe("an entry", () => {
  const reportIt = (person: Person, entryId: string) =>
    api.as(person).call(reportEntry, { params: { entryId }, body: { reason: "stolen", word: "I drew this." } });

  it("leaves the gallery while hidden, and for good once upheld", async () => {
    const { admin, author, id, entryId } = await createGallery();
    const reporter = await people.user();
    const canReport = async (person: Person) =>
      (await api.as(person).call(listPublishedEntries, { params: { contestId: id } })).map(
        (entry) => entry.may.report.isAllowed,
      );
    expect([await canReport(reporter), await canReport(author)]).toEqual([
      [true, true],
      [true, false],
    ]);
    await reportIt(reporter, entryId);
    expect(await canReport(reporter)).toEqual([true, false]);
    expect(
      await api
        .as(reporter)
        .expectError(reportEntry, { params: { entryId }, body: { reason: "stolen", word: "Again" } }),
    ).toMatchObject({ status: 409, code: "already_reported" });
    expect(
      await api.as(author).expectError(reportEntry, { params: { entryId }, body: { reason: "stolen", word: "Mine" } }),
    ).toMatchObject({ status: 409, code: "own_entry" });
    expect(await notificationsOf(author, "reported")).toEqual([
      expect.stringMatching(/^Your entry to “Poster for a river festival” was reported: Stolen or copied work\./),
    ]);
    const [{ _id: caseId, ...shown } = { _id: "" }] = await cases(admin, { kind: "entry" });
    expect(shown).toMatchObject({
      text: "My poster",
      author: { name: "Rafi" },
      may: { uphold: { how: "hide", refundedTotal: 0 } },
    });
    await decide(admin, caseId, "hide");
    expect([await gallery(id), (await steps.details(null, id)).publishedEntryCount]).toEqual([["Tania"], 1]);
    expect(
      await api
        .as(reporter)
        .expectError(reportEntry, { params: { entryId }, body: { reason: "stolen", word: "Again" } }),
    ).toMatchObject({ status: 404 });
    expect((await api.as(author).call(getMyEntry, { params: { contestId: id } })).entry).toMatchObject({
      isPublished: true,
      isHidden: true,
    });
    await api.as(author).call(publishEntry, { params: { contestId: id }, body: { isPublished: true } });
    expect(await gallery(id)).toEqual(["Tania"]);
    await decide(admin, caseId, "show");
    expect(await gallery(id)).toEqual(["Tania", "Rafi"]);
    await api.as(author).call(answerReport, { params: { id: caseId }, body: { text: "I did." } });
    await decide(admin, caseId, "uphold", "It is from a book.");
    expect(await gallery(id)).toEqual(["Tania"]);
    expect(await notificationsOf(reporter, "report_ended")).toEqual([
      "The entry to “Poster for a river festival” that you reported was taken down: It is from a book.",
    ]);
    expect(await auditActs(admin)).toEqual([
      "entry_hidden",
      "report_upheld",
      "entry_shown",
      "entry_hidden",
      "winner_chosen",
      "contest_confirmed",
    ]);

    await decide(admin, caseId, "show", "It is in no book.");
    expect(await gallery(id)).toEqual(["Tania", "Rafi"]);
    expect(await notificationsOf(author, "reported")).toContain(
      "Your entry to “Poster for a river festival” was restored: It is in no book.",
    );
    expect(await notificationsOf(reporter, "report_ended")).toContain(
      "The entry to “Poster for a river festival” that you reported was restored: It is in no book.",
    );
    expect(await api.as(author).call(getReported, { params: { id: caseId } })).toMatchObject({
      end: { shownAgain: { note: "It is in no book." } },
      may: { answer: { isAllowed: false } },
    });
    expect((await auditActs(admin))[0]).toBe("entry_shown");
  });

  it("that is not published cannot be reported", async () => {
    const { author, id, entryId } = await createGallery();
    await api.as(author).call(publishEntry, { params: { contestId: id }, body: { isPublished: false } });
    expect(
      await api
        .as(await people.user())
        .expectError(reportEntry, { params: { entryId }, body: { reason: "stolen", word: "I drew this." } }),
    ).toMatchObject({ status: 404 });
    expect(
      await api.expectError(reportEntry, { params: { entryId }, body: { reason: "stolen", word: "I drew this." } }),
    ).toMatchObject({ status: 401 });
  });
});

it("keeps reports of removed users without their name", async () => {
  const { admin, reporter, caseId } = await createReportedContest();
  await api.as(admin).call(deleteUser, { params: { id: reporter.id } });
  expect(await cases(admin)).toMatchObject([
    { _id: caseId, reports: [{ word: WORD, by: { name: "Deleted user", email: null } }] },
  ]);
  await decide(admin, caseId, "dismiss");
});

it("includes reports in the data export, without the reporter for the author", async () => {
  const { creator, reporter } = await createReportedContest();
  const data = async (person: Person) =>
    (await api.as(person).send({ url: "/api/my-data" })).json<Record<string, object[]>>();
  expect((await data(reporter))["reportsMade"]).toMatchObject([
    { kind: "contest", reason: "misleading", word: WORD, outcome: null },
  ]);
  const own = await data(creator);
  expect(own["reportsOfMine"]).toMatchObject([{ kind: "contest", reasons: ["misleading"], answer: null }]);
  expect(JSON.stringify(own)).not.toContain(WORD);
});
