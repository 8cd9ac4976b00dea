import { eq, sql } from "drizzle-orm";
import type { Endpoint, InputOf } from "@conquest/shared/contracts/http/endpoint";
import { deleteAccount, previewDeletion } from "@conquest/shared/contracts/account";
import {
  listContactMessages,
  markContactMessage,
  markNoticesRead,
  replyToContactMessage,
  sendContactMessage,
} from "@conquest/shared/contracts/messages";
import { submitEntry } from "@conquest/shared/contracts/entries";
import { rateEntry } from "@conquest/shared/contracts/judging/judged-entries";
import { shortlistEntry } from "@conquest/shared/contracts/judging/judging";
import { createContest, deleteContest } from "@conquest/shared/contracts/publishing";
import { answerQuestion, askQuestion, removeQuestion } from "@conquest/shared/contracts/questions";
import { decideReport, listReports, reportContest } from "@conquest/shared/contracts/reports";
import { MAX_FOLLOWED, followContest } from "@conquest/shared/contracts/participation";
import { commentOnContest, confirmContest, featureContest, returnToReview } from "@conquest/shared/contracts/review";
import { uploadPicture } from "@conquest/shared/contracts/media/uploads";
import { declareWinner } from "@conquest/shared/contracts/winners";
import { deleteUser, requestRole, updateProfile, updateUser } from "@conquest/shared/contracts/users";
import { contests, entries } from "../../database/schema/contests";
import { files } from "../../database/schema/files";
import { entryRatings } from "../../database/schema/judging";
import { contactMessages, notices } from "../../database/schema/messages";
import { sessions, users } from "../../database/schema/people";
import { reportCases } from "../../database/schema/reports";
import { contestQuestions } from "../../database/schema/talk";
import { ONE_PIXEL_PNG } from "../../testing/safety/all-roles";
import { testServer, describeOnPostgres, type Person } from "../../testing/test-server";
import { aContestForm, contestSteps } from "../../testing/contest-steps";
import { contestRow, inLockOrder, withRowLocked } from "../../testing/races";
import { testApi } from "../../testing/test-api";

type LockRow = Parameters<typeof withRowLocked>[1];

describeOnPostgres("user row locks", () => {
  const site = testServer({ needsPostgres: true });
  const { api, people } = site;
  const steps = contestSteps(site);

  /** Returns "done", or the error code. */
  const outcome = <E extends Endpoint>(person: Person, contract: E, input: InputOf<E>): Promise<string> =>
    testApi(() => site.app, person.cookie)
      .call(contract, input)
      .then(
        () => "done",
        (error: unknown) => /"code":"(\w+)"/.exec(String(error))?.[1] ?? String(error),
      );
  const lockUser =
    (id: string, strength: "update" | "no key update" | "share"): LockRow =>
    (tx) =>
      tx.select().from(users).where(eq(users.id, id)).for(strength);
  const inOrder = <const Some extends readonly Person[]>(some: Some) =>
    some.toSorted((one, other) => (one.id < other.id ? -1 : 1)) as unknown as Some;
  const remove = (admin: Person, person: Person) => () => outcome(admin, deleteUser, { params: { id: person.id } });
  const change = (admin: Person, person: Person, body: InputOf<typeof updateUser>["body"]) => () =>
    outcome(admin, updateUser, { params: { id: person.id }, body });
  const report = (person: Person, contestId: string) => () =>
    outcome(person, reportContest, { params: { contestId }, body: { reason: "spam", word: "Advertising" } });

  async function prepareDeletion(person: Person) {
    const { ends } = await api.as(person).call(previewDeletion, {});
    const token = site.identity.issue({ uid: person.uid, email: person.email, signedInAt: site.clock.now() });
    return async () =>
      (
        await api
          .as(person)
          .send({
            method: "DELETE",
            url: `/api${deleteAccount.path}`,
            headers: { authorization: `Bearer ${token}` },
            payload: ends,
          })
      ).statusCode;
  }

  it("changes a user without blocking on their notification to admins", async () => {
    // Locked in id order: the admin before the user.
    const [admin, person] = inOrder([await people.user(), await people.user()]);
    const creator = await people.creator();
    const id = await steps.open(creator);
    await site.db.update(users).set({ role: "admin" }).where(eq(users.id, admin.id));
    const starts = [report(person, id), change(admin, person, { role: "creator" })] as const;
    expect(await inLockOrder(site.db, lockUser(creator.id, "update"), starts)).toEqual(["done", "done"]);
    expect(await site.db.$count(notices, eq(notices.userId, admin.id))).toBeGreaterThan(0);
  });

  it("accepts a report while the creator is locked as an admin", async () => {
    const [creator, reporter] = [await people.creator(), await people.user()];
    const id = await steps.open(creator);
    await site.db.update(users).set({ role: "admin" }).where(eq(users.id, creator.id));
    let reported = "";
    await withRowLocked(
      site.db,
      lockUser(creator.id, "no key update"),
      async () => undefined,
      0,
      async () => void (reported = await report(reporter, id)()),
    );
    expect(reported).toBe("done");
  });

  it("locks a user who becomes an admin in the same order as admins", async () => {
    const [person, middle, one, other] = inOrder([
      await people.user(),
      await people.user(),
      await people.user(),
      await people.user(),
    ]);
    for (const { id } of [middle, one, other])
      await site.db.update(users).set({ role: "admin" }).where(eq(users.id, id));
    const target = await people.user();
    const promoted = async () => {
      await site.db.update(users).set({ role: "admin" }).where(eq(users.id, person.id));
      return change(other, target, { role: "creator" })();
    };
    expect(
      await inLockOrder(site.db, lockUser(middle.id, "no key update"), [
        change(one, person, { role: "creator" }),
        promoted,
      ]),
    ).toEqual(["done", "done"]);
  });

  it("deletes two accounts that notify each other without a deadlock", async () => {
    const [ann, bob] = [await people.creator(), await people.creator()];
    const contestIds: string[] = [];
    for (const creator of [ann, bob]) {
      const { address } = await api
        .as(creator)
        .call(uploadPicture, { query: { name: "cover.png" }, body: ONE_PIXEL_PNG });
      contestIds.push(await steps.open(creator, { image: address }));
    }
    expect([await report(ann, contestIds[1]!)(), await report(bob, contestIds[0]!)()]).toEqual(["done", "done"]);
    // Pictures are deleted under the user lock, before anyone is notified.
    const pictures: LockRow = (tx) => tx.select().from(files).for("update");
    expect(await inLockOrder(site.db, pictures, [await prepareDeletion(ann), await prepareDeletion(bob)])).toEqual([
      200, 200,
    ]);
  });

  it("locks decided contests too when their creator leaves", async () => {
    const [admin, creator, ann] = [await people.admin(), await people.creator(), await people.user()];
    const id = await steps.open(creator);
    await steps.join(ann, id);
    expect(await outcome(creator, deleteContest, { params: { id }, body: { reason: "It rains." } })).toBe("done");
    const ownSessions: LockRow = (tx) =>
      tx.select().from(sessions).where(eq(sessions.userId, creator.id)).for("update");
    expect(
      await inLockOrder(site.db, ownSessions, [
        await prepareDeletion(creator),
        change(admin, creator, { status: "blocked" }),
      ]),
    ).toEqual([200, "not_found"]);
  });

  it("finishes an admin's reply to their own message before deleting them", async () => {
    await people.admin();
    const own = async () => {
      const admin = await people.admin();
      await api.call(sendContactMessage, {
        body: { name: admin.name, email: admin.email, message: "Does this form work?" },
      });
      const [{ _id: id } = { _id: "" }] = await api.as(admin).call(listContactMessages, {});
      return { admin, id };
    };
    for (const act of ["reply", "mark"]) {
      const { admin, id } = await own();
      const answer = () =>
        act === "reply"
          ? outcome(admin, replyToContactMessage, { params: { id }, body: { text: "It does." } })
          : outcome(admin, markContactMessage, { params: { id }, body: { isHandled: true } });
      const message: LockRow = (tx) => tx.select().from(contactMessages).for("update");
      expect(await inLockOrder(site.db, message, [answer, await prepareDeletion(admin)])).toEqual(["done", 200]);
      expect(await site.db.$count(contactMessages)).toBe(0);
    }
  });

  it("finishes an admin's report decision before removing them", async () => {
    const [admin, decider, creator, reporter] = [
      await people.admin(),
      await people.admin(),
      await people.creator(),
      await people.user(),
    ];
    const contestId = await steps.open(creator);
    await report(reporter, contestId)();
    const [{ _id: id } = { _id: "" }] = await api.as(decider).call(listReports, {});
    const decide = () => outcome(decider, decideReport, { params: { id }, body: { decision: "dismiss" } });
    const reportCase: LockRow = (tx) => tx.select().from(reportCases).for("update");
    expect(await inLockOrder(site.db, reportCase, [decide, remove(admin, decider)])).toEqual(["done", "done"]);
    expect(
      await site.db.$count(notices, sql`${notices.userId} = ${decider.id} and ${notices.kind} <> 'account_removed'`),
    ).toBe(0);
  });

  it("waits for a removal when marking notifications as read", async () => {
    const [creator, asker] = [await people.creator(), await people.user()];
    const contestId = await steps.open(creator);
    await outcome(asker, askQuestion, { params: { contestId }, body: { text: "How large?" } });
    const read = () => api.as(creator).call(markNoticesRead, { body: {} });
    const marked = await withRowLocked(site.db, lockUser(creator.id, "update"), read, 1, (tx) =>
      tx.delete(notices).where(eq(notices.userId, creator.id)),
    );
    expect(marked).toEqual({ modifiedCount: 0 });
  });

  it("finishes a user's action before their removal, or rejects it after", async () => {
    const [admin, creator] = [await people.admin(), await people.creator()];
    const contestId = await steps.open(creator);
    const [painter, asking, following] = [await people.user(), await people.user(), await people.user()];
    const { address } = await api.as(painter).call(uploadPicture, { query: { name: "me.png" }, body: ONE_PIXEL_PNG });
    const paint = () => outcome(painter, updateProfile, { body: { photoUrl: address } });
    expect(await paint()).toBe("done");
    expect(await inLockOrder(site.db, lockUser(painter.id, "share"), [remove(admin, painter), paint])).toEqual([
      "done",
      "not_found",
    ]);

    const sendRoleRequest = () =>
      outcome(asking, requestRole, { params: { email: asking.email }, body: { role: "requested" } });
    expect(await inLockOrder(site.db, lockUser(asking.id, "share"), [remove(admin, asking), sendRoleRequest])).toEqual([
      "done",
      "removed",
    ]);

    // Invited to judge it, so that removal locks the contest first.
    await steps.invite(creator, contestId, following.email);
    const follow = () => outcome(following, followContest, { params: { contestId }, body: { isFollowing: true } });
    expect(await inLockOrder(site.db, contestRow(contestId), [remove(admin, following), follow])).toEqual([
      "done",
      "removed",
    ]);
  });

  it("leaves no contest submitted during its creator's removal", async () => {
    const admin = await people.admin();
    for (const isFirst of [true, false]) {
      const creator = await people.creator();
      const create = () => outcome(creator, createContest, { body: aContestForm() });
      const starts = isFirst
        ? ([create, remove(admin, creator)] as const)
        : ([remove(admin, creator), create] as const);
      expect(await inLockOrder(site.db, lockUser(creator.id, "update"), starts)).toEqual(
        isFirst ? ["done", "done"] : ["done", "removed"],
      );
      expect(await site.db.$count(contests, eq(contests.creatorId, creator.id))).toBe(0);
    }
  });

  it("rejects a waiting submission or edit when its author is removed", async () => {
    const [creator, admin, author, before] = [
      await people.creator(),
      await people.admin(),
      await people.user(),
      await people.user(),
    ];
    const contestId = await steps.open(creator);
    for (const person of [author, before]) await steps.join(person, contestId);
    await steps.submit(before, contestId, "Before");
    const change = () => outcome(before, submitEntry, { params: { contestId }, body: { text: "After" } });
    // With an entry, removal locks the contest first.
    expect(await inLockOrder(site.db, contestRow(contestId), [remove(admin, before), change])).toEqual([
      "done",
      "removed",
    ]);
    const submit = () => outcome(author, submitEntry, { params: { contestId }, body: { text: "After" } });
    let removed = "";
    const submitted = await withRowLocked(
      site.db,
      contestRow(contestId),
      submit,
      1,
      async () => void (removed = await remove(admin, author)()),
    );
    expect([removed, submitted]).toEqual(["done", "removed"]);
    expect((await site.db.select({ text: entries.text }).from(entries)).map(({ text }) => text)).not.toContain("After");
  });

  it("rejects a waiting edit after its author deleted their account", async () => {
    const [creator, author] = [await people.creator(), await people.user()];
    const contestId = await steps.open(creator);
    await steps.join(author, contestId);
    await steps.submit(author, contestId, "Before");
    const submit = () => outcome(author, submitEntry, { params: { contestId }, body: { text: "After" } });
    expect(await inLockOrder(site.db, contestRow(contestId), [await prepareDeletion(author), submit])).toEqual([
      200,
      "removed",
    ]);
  });

  it("rejects choosing, shortlisting and rating by a removed admin", async () => {
    const [creator, author] = [await people.creator(), await people.user()];
    const contestId = await steps.open(creator);
    await steps.join(author, contestId);
    const entryId = (await steps.submit(author, contestId))._id;
    site.clock.set("2026-03-16T08:00:00.000Z");
    const [rater, lister, chooser, other] = [
      await people.admin(),
      await people.admin(),
      await people.admin(),
      await people.admin(),
    ];
    const actions = [
      () => outcome(rater, rateEntry, { params: { contestId }, body: { entryId, rating: 1, word: "Bad" } }),
      () => outcome(lister, shortlistEntry, { params: { contestId }, body: { entryId, isShortlisted: true } }),
      () => outcome(chooser, declareWinner, { params: { contestId }, body: { entryId, note: "Mine" } }),
    ];
    const outcomes = await inLockOrder(site.db, contestRow(contestId), actions, async () => {
      for (const admin of [rater, lister, chooser]) expect(await remove(other, admin)()).toBe("done");
    });
    expect(outcomes).toEqual(["removed", "removed", "removed"]);
    expect([(await steps.stored(contestId))?.winnerId, await site.db.$count(entryRatings)]).toEqual([null, 0]);
  });

  it("rejects every waiting admin action after a demotion", async () => {
    const [ada, bo, creator, asker] = [
      await people.admin(),
      await people.admin(),
      await people.creator(),
      await people.user(),
    ];
    const [pending, shown] = [await steps.create(creator), await steps.open(creator)];
    const question = await api.as(asker).call(askQuestion, { params: { contestId: shown }, body: { text: "Rude?" } });
    expect(await report(asker, shown)()).toBe("done");
    const [reported] = await api.as(ada).call(listReports, {});
    const actions: [string, () => Promise<string>][] = [
      [pending, () => outcome(bo, confirmContest, { params: { id: pending }, body: { status: "open" } })],
      [
        pending,
        () =>
          outcome(bo, commentOnContest, { params: { id: pending }, body: { text: "Brighter?", decision: "comment" } }),
      ],
      [shown, () => outcome(bo, featureContest, { params: { id: shown }, body: { isFeatured: true } })],
      [shown, () => outcome(bo, returnToReview, { params: { id: shown }, body: { reason: "Once more" } })],
      [shown, () => outcome(bo, deleteContest, { params: { id: shown } })],
      [shown, () => outcome(bo, removeQuestion, { params: { id: question._id } })],
      [shown, () => outcome(bo, decideReport, { params: { id: reported!._id }, body: { decision: "hide", note: "" } })],
    ];
    const before = [await steps.stored(pending), await steps.stored(shown)];
    for (const [contestId, action] of actions) {
      expect(
        await withRowLocked(
          site.db,
          contestRow(contestId),
          action,
          1,
          async () => void (await change(ada, bo, { role: "user" })()),
        ),
      ).toBe("wrong_role");
      await change(ada, bo, { role: "admin" })();
    }
    expect([await steps.stored(pending), await steps.stored(shown)]).toEqual(before);
    expect(await site.db.$count(contestQuestions)).toBe(1);
  });

  it("rejects waiting answers of a blocked creator and removals by blocked askers", async () => {
    const [admin, creator, asker] = [await people.admin(), await people.creator(), await people.user()];
    const contestId = await steps.open(creator);
    const { _id: id } = await api.as(asker).call(askQuestion, { params: { contestId }, body: { text: "How large?" } });
    const answer = () => outcome(creator, answerQuestion, { params: { id }, body: { text: "Large" } });
    const takeBack = () => outcome(asker, removeQuestion, { params: { id } });
    expect(
      await withRowLocked(
        site.db,
        contestRow(contestId),
        takeBack,
        1,
        async () => void (await change(admin, asker, { status: "blocked" })()),
      ),
    ).toBe("removed");
    // Blocking a creator locks their contests first.
    expect(
      await inLockOrder(site.db, contestRow(contestId), [change(admin, creator, { status: "blocked" }), answer]),
    ).toEqual(["done", "removed"]);
    expect(
      await site.db
        .select({ id: contestQuestions.id, answer: contestQuestions.answer })
        .from(contestQuestions)
        .where(eq(contestQuestions.contestId, contestId)),
    ).toEqual([{ id, answer: null }]);
  });

  it("opens a contest or demotes its creator, never both", async () => {
    const admins = [await people.admin(), await people.admin()] as const;
    for (const isConfirmedFirst of [true, false]) {
      const creator = await people.creator();
      const id = await steps.create(creator);
      const actions = [
        () => outcome(admins[0], confirmContest, { params: { id }, body: { status: "open" } }),
        change(admins[1], creator, { role: "user" }),
      ] as const;
      const outcomes = await inLockOrder(
        site.db,
        lockUser(creator.id, "no key update"),
        isConfirmedFirst ? actions : actions.toReversed(),
      );
      expect(outcomes).toEqual(["done", isConfirmedFirst ? "has_running_contests" : "creator_is_user"]);
    }
  });

  it("limits followed contests under concurrent requests", async () => {
    const [creator, user] = [await people.creator(), await people.user()];
    await site.db.execute(sql`
      insert into contests (id, creator_id, name, image, description, task, tag, registration_price, prize, deadline, status, review, opened_at, created_at, updated_at)
      select 'contest-' || n, ${creator.id}, 'Contest ' || n, '/media/a.svg', 'A poster', 'Do it', 'Book Review', 10, 10, '2026-03-09', 'open', 'approved', now(), now(), now() from generate_series(2, ${MAX_FOLLOWED}::int) n`);
    await site.db.execute(sql`insert into contest_follows select ${user.id}, id, now() from contests`);
    const follows: (() => Promise<string>)[] = [];
    while (follows.length < 3) {
      const contestId = await steps.open(creator);
      follows.push(() => outcome(user, followContest, { params: { contestId }, body: { isFollowing: true } }));
    }
    expect(await inLockOrder(site.db, lockUser(user.id, "no key update"), follows)).toEqual([
      "done",
      "too_many_followed",
      "too_many_followed",
    ]);
    // A contest that is no longer visible could not be unfollowed, so it does not count.
    await site.db.execute(sql`update contests set cancelled_at = now(), cancel_reason = '' where id = 'contest-2'`);
    expect(await follows[1]!()).toBe("done");
  });

  it("rejects following a contest that is being deleted", async () => {
    const [creator, ann] = [await people.creator(), await people.user()];
    const contestId = await steps.open(creator);
    const drop = () => outcome(creator, deleteContest, { params: { id: contestId }, body: {} });
    const follow = () => outcome(ann, followContest, { params: { contestId }, body: { isFollowing: true } });
    expect(await inLockOrder(site.db, contestRow(contestId), [drop, follow])).toEqual(["done", "not_found"]);
  });
});
