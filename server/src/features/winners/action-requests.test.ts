import { commentOnContest, returnToReview } from "@conquest/shared/contracts/review";
import { listNotices, markNoticesRead } from "@conquest/shared/contracts/messages";
import { deleteContest, updateContest } from "@conquest/shared/contracts/publishing";
import { answerQuestion, askQuestion, listQuestions, removeQuestion } from "@conquest/shared/contracts/questions";
import { answerReport, decideReport, listReports, reportContest } from "@conquest/shared/contracts/reports";
import { deleteUser, requestRole, updateUser } from "@conquest/shared/contracts/users";
import { testServer, describeOnPostgres, type Person } from "../../testing/test-server";
import { contestSteps } from "../../testing/contest-steps";
import { runLifecycleJobs } from "../lifecycle/run-lifecycle-jobs";

describe("an action request", () => {
  const server = testServer();
  const { api, people, clock } = server;
  const steps = contestSteps(server);
  const unread = async (person: Person) =>
    (await api.as(person).call(listNotices, {})).filter(({ isRead }) => !isRead).map(({ kind }) => kind);

  async function createContest() {
    const [creator, author, judge] = [await people.creator(), await people.user(), await people.user()];
    const id = await steps.open(creator);
    const { _id: entryId } = await steps.join(author, id).then(() => steps.submit(author, id));
    await steps.answer(judge, await steps.invite(creator, id, judge.email));
    return { creator, author, judge, id, entryId };
  }
  async function close() {
    clock.set("2026-03-02T08:01:00.000Z");
    await runLifecycleJobs(server);
  }

  it("is resolved for creator and judges once the winner is chosen", async () => {
    const [{ creator, judge, id, entryId }, other] = [await createContest(), await createContest()];
    await close();
    expect([await unread(creator), await unread(judge)]).toEqual([
      expect.arrayContaining(["winner_due"]),
      ["judging_open"],
    ]);
    await steps.choose(creator, id, entryId);
    expect(await unread(creator)).not.toContain("winner_due");
    expect(await unread(judge)).toEqual(["result"]);
    expect(await unread(other.creator)).toContain("winner_due");
  });

  it("is resolved once everyone is refunded", async () => {
    const { creator, id } = await createContest();
    await close();
    await api.as(creator).call(deleteContest, { params: { id }, body: { reason: "Rain." } });
    expect(await unread(creator)).not.toContain("winner_due");
  });

  it("is not resolved by a rejected operation", async () => {
    const { creator, author, id, entryId } = await createContest();
    await close();
    await expect(steps.choose(author, id, entryId)).rejects.toThrow();
    expect(await unread(creator)).toContain("winner_due");
  });

  it("is resolved for all admins by a review, for the creator by a change", async () => {
    const [admin, other, creator] = [await people.admin(), await people.admin(), await people.creator()];
    const id = await steps.create(creator);
    expect([await unread(admin), await unread(other)]).toEqual([["contest_submitted"], ["contest_submitted"]]);
    await api.as(admin).call(commentOnContest, { params: { id }, body: { text: "Hm.", decision: "comment" } });
    expect(await unread(other)).toEqual(["contest_submitted"]);
    await api
      .as(admin)
      .call(commentOnContest, {
        params: { id },
        body: { text: "Please say how large.", decision: "changes_requested" },
      });
    expect([await unread(admin), await unread(other)]).toEqual([[], []]);
    expect(await unread(creator)).toEqual(expect.arrayContaining(["changes_requested", "comment"]));
    await api.as(creator).call(updateContest, { params: { id }, body: { description: "As large as a door." } });
    expect(await unread(creator)).toEqual(["comment"]);
    expect(await unread(other)).toEqual(["contest_submitted"]);
  });

  it("is resolved once an invitation or a question is answered", async () => {
    const [creator, judge, asker] = [await people.creator(), await people.user(), await people.user()];
    const id = await steps.open(creator);
    const invitation = await steps.invite(creator, id, judge.email);
    expect(await unread(judge)).toEqual(["judge_invited"]);
    await steps.answer(judge, invitation, false);
    expect(await unread(judge)).toEqual([]);
    for (const text of ["How large?", "How many?"])
      await api.as(asker).call(askQuestion, { params: { contestId: id }, body: { text } });
    const questionKinds = (await unread(creator)).filter((kind) => kind === "question");
    expect(questionKinds).toHaveLength(2);
    const { rows } = await server.db.execute<{ id: string }>(
      "select id from contest_questions where text = 'How large?'",
    );
    await api.as(creator).call(answerQuestion, { params: { id: rows[0]!.id }, body: { text: "A door." } });
    expect((await unread(creator)).filter((kind) => kind === "question")).toHaveLength(1);
  });

  describe("about a question", () => {
    const cancel = (person: Person, id: string) =>
      api.as(person).call(deleteContest, { params: { id }, body: { reason: "Rain." } });
    type QuestionContext = { creator: Person; asker: Person; admin: Person; id: string };
    it.each([
      ["its contest is deleted by its creator", ({ creator, id }: QuestionContext) => cancel(creator, id)],
      ["its contest is deleted by an admin", ({ admin, id }: QuestionContext) => cancel(admin, id)],
      [
        "its contest is cancelled",
        async ({ creator, id }: QuestionContext) => {
          await steps.join(await people.user(), id);
          await cancel(creator, id);
        },
      ],
      [
        "its contest is in review again",
        ({ admin, id }: QuestionContext) => api.as(admin).call(returnToReview, { params: { id } }),
      ],
      [
        "its contest has a winner",
        async ({ creator, id }: QuestionContext) => {
          const author = await people.user();
          const { _id: entryId } = await steps.join(author, id).then(() => steps.submit(author, id));
          clock.set("2026-03-02T08:01:00.000Z");
          await steps.choose(await server.signInAgain(creator), id, entryId);
        },
      ],
      [
        "the asker is blocked",
        ({ admin, asker }: QuestionContext) =>
          api.as(admin).call(updateUser, { params: { id: asker.id }, body: { status: "blocked" } }),
      ],
      [
        "the asker is deleted",
        ({ admin, asker }: QuestionContext) => api.as(admin).call(deleteUser, { params: { id: asker.id } }),
      ],
      [
        "it is withdrawn",
        async ({ asker, id }: QuestionContext) => {
          const [{ _id } = { _id: "" }] = await api.as(asker).call(listQuestions, { params: { contestId: id } });
          await api.as(asker).call(removeQuestion, { params: { id: _id } });
        },
      ],
    ])("is resolved or deleted once %s", async (_, end) => {
      const context = { creator: await people.creator(), asker: await people.user(), admin: await people.admin() };
      const [id, other] = [await steps.open(context.creator), await steps.open(context.creator)];
      await api.as(context.asker).call(askQuestion, { params: { contestId: id }, body: { text: "How large?" } });
      await api
        .as(await people.user())
        .call(askQuestion, { params: { contestId: other }, body: { text: "How many?" } });
      await end({ ...context, id });
      expect(
        (await unread(await server.signInAgain(context.creator))).filter((kind) => kind === "question"),
      ).toHaveLength(1);
    });
  });

  it("is resolved once a report is answered and decided", async () => {
    const [admin, creator, reporter] = [await people.admin(), await people.creator(), await people.user()];
    const id = await steps.open(creator);
    await api
      .as(reporter)
      .call(reportContest, { params: { contestId: id }, body: { reason: "misleading", word: "No such prize." } });
    const [{ _id: caseId } = { _id: "" }] = await api.as(admin).call(listReports, {});
    expect(await unread(creator)).toContain("reported");
    await api.as(creator).call(answerReport, { params: { id: caseId }, body: { text: "There is." } });
    expect(await unread(creator)).not.toContain("reported");
    expect(await unread(admin)).toEqual(["report_opened", "report_opened"]);
    await api.as(admin).call(decideReport, { params: { id: caseId }, body: { decision: "dismiss", note: "" } });
    expect(await unread(admin)).toEqual([]);
    expect(await unread(creator)).toContain("reported");
  });

  it("is resolved for all admins once a role request is answered", async () => {
    const [admin, other, [first, second]] = [
      await people.admin(),
      await people.admin(),
      [await people.user(), await people.user()],
    ];
    for (const person of [first, second])
      await api.as(person).call(requestRole, { params: { email: person.email }, body: { role: "requested" } });
    await api.as(admin).call(updateUser, { params: { id: first.id }, body: { role: "creator" } });
    expect(await unread(other)).toEqual(["role_requested"]);
  });
});

describeOnPostgres("an action request resolved and read concurrently", () => {
  const server = testServer({ needsPostgres: true });
  const steps = contestSteps(server);

  it("does not deadlock", async () => {
    const { api, people } = server;
    const [admin, creator] = [await people.admin(), await people.creator()];
    const ids: string[] = [];
    for (let nth = 0; nth < 8; nth += 1) ids.push(await steps.create(creator));
    await Promise.all([
      ...ids.map((id) =>
        api.as(admin).call(commentOnContest, { params: { id }, body: { text: "No.", decision: "rejected" } }),
      ),
      ...ids.map(() => api.as(admin).call(markNoticesRead, { body: {} })),
    ]);
    expect((await api.as(admin).call(listNotices, {})).every(({ isRead }) => isRead)).toBe(true);
  });
});
