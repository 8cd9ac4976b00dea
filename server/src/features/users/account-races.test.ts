import { eq } from "drizzle-orm";
import { deleteAccount, previewDeletion } from "@conquest/shared/contracts/account";
import { joinContest } from "@conquest/shared/contracts/participation";
import { contests } from "../../database/schema/contests";
import { notices } from "../../database/schema/messages";
import { sessions, users } from "../../database/schema/people";
import { participations } from "../../database/schema/taking-part";
import { testServer, describeOnPostgres, type Person } from "../../testing/test-server";
import { readAuditLog } from "../../testing/read-audit-log";
import { contestSteps } from "../../testing/contest-steps";
import { contestRow, inLockOrder, withRowLocked } from "../../testing/races";

describeOnPostgres("concurrent account deletion", () => {
  const site = testServer({ needsPostgres: true });
  const steps = contestSteps(site);

  const prepareRemoval = async (person: Person) => {
    const { ends } = await site.api.as(person).call(previewDeletion, {});
    const token = site.identity.issue({ uid: person.uid, email: person.email, signedInAt: site.clock.now() });
    return async () =>
      (
        await site.api
          .as(person)
          .send({
            method: "DELETE",
            url: `/api${deleteAccount.path}`,
            headers: { authorization: `Bearer ${token}` },
            payload: ends,
          })
      ).statusCode;
  };
  const join = async (person: Person, contestId: string) =>
    (
      await site.api
        .as(person)
        .send({
          method: joinContest.method,
          url: `/api${joinContest.path}`,
          payload: { contestId, email: person.email },
        })
    ).statusCode;
  const isGone = async (person: Person) =>
    (await site.db.select().from(users).where(eq(users.id, person.id)))[0]!.removedAt !== null;

  it("refunds everyone once after several clicks", async () => {
    const [creator, ann] = [await site.people.creator(), await site.people.user()];
    const id = await steps.open(creator);
    await steps.join(ann, id);
    const remove = await prepareRemoval(creator);
    const answers = await Promise.all([remove(), remove(), remove()]);
    expect(answers.filter((status) => status === 200)).toHaveLength(1);
    expect(answers.every((status) => status === 200 || status === 401)).toBe(true);
    expect(
      (await site.db.select().from(notices).where(eq(notices.userId, ann.id))).filter(
        ({ kind }) => kind === "cancelled",
      ),
    ).toHaveLength(1);
  });

  it("leaves no paid participation if the creator leaves while users join", async () => {
    for (let round = 0; round < 6; round++) {
      const creator = await site.people.creator();
      const joiners = [await site.people.user(), await site.people.user(), await site.people.user()];
      const id = await steps.open(creator);
      const remove = await prepareRemoval(creator);
      const [left] = await Promise.all([remove(), ...joiners.map((person) => join(person, id))]);
      const paid = (await site.db.select().from(participations).where(eq(participations.contestId, id))).filter(
        ({ state }) => state === "paid",
      );
      const [contest] = await site.db.select().from(contests).where(eq(contests.id, id));
      if (left === 200)
        expect({ paid: paid.length, isOver: contest === undefined || contest.cancelledAt !== null }).toEqual({
          paid: 0,
          isOver: true,
        });
      else
        expect({ left, gone: await isGone(creator), paid: paid.length }).toEqual({
          left: 409,
          gone: false,
          paid: contest!.participantCount,
        });
    }
  });

  async function deleteAfterPreview(person: Person, confirmed: object) {
    const token = site.identity.issue({ uid: person.uid, email: person.email, signedInAt: site.clock.now() });
    const answer = await site.api
      .as(person)
      .send({
        method: "DELETE",
        url: `/api${deleteAccount.path}`,
        headers: { authorization: `Bearer ${token}` },
        payload: confirmed,
      });
    return { status: answer.statusCode, ...(answer.json() as { error?: { code: string; message: string } }).error };
  }

  const inContestOrder = <First, Second>(
    contestId: string,
    first: () => Promise<First>,
    second: () => Promise<Second>,
  ) => inLockOrder(site.db, contestRow(contestId), [first, second]);

  it("rejects a creator's deletion if a join came first", async () => {
    const [creator, ann, bob] = [await site.people.creator(), await site.people.user(), await site.people.user()];
    const id = await steps.open(creator, { prize: "1200" });
    await steps.join(bob, id);
    const { ends: shown } = await site.api.as(creator).call(previewDeletion, {});
    const [joined, refused] = await inContestOrder(
      id,
      () => join(ann, id),
      () => deleteAfterPreview(creator, shown),
    );
    expect([joined, refused]).toEqual([
      200,
      {
        status: 409,
        code: "has_changed",
        message: expect.stringContaining("would now end 1 contest and refund 2 payments, ৳2,400 in total.") as string,
      },
    ]);
    expect(await steps.stored(id)).toMatchObject({ cancelledAt: null, participantCount: 2, paidTotal: 2400 });
    expect([await isGone(creator), await site.db.$count(sessions, eq(sessions.userId, creator.id))]).toEqual([
      false,
      1,
    ]);

    const { ends } = await site.api.as(creator).call(previewDeletion, {});
    expect(ends).toEqual({ contestCount: 1, refundedCount: 2, refundedTotal: 2400 });
    expect(await deleteAfterPreview(creator, ends)).toEqual({ status: 200 });
    expect(await readAuditLog(site.db)).toMatchObject({
      payments: 2,
      refunds: 2,
      taken: 2400,
      refunded: 2400,
      held: 0,
      differences: [],
    });
  });

  it("rejects a join after the creator has left", async () => {
    const [creator, ann, bob] = [await site.people.creator(), await site.people.user(), await site.people.user()];
    const id = await steps.open(creator, { prize: "1200" });
    await steps.join(bob, id);
    const { ends } = await site.api.as(creator).call(previewDeletion, {});
    const [left, joined] = await inContestOrder(
      id,
      () => deleteAfterPreview(creator, ends),
      () => join(ann, id),
    );
    expect([left, joined]).toEqual([{ status: 200 }, 404]);
    expect((await site.db.select().from(participations)).map(({ userId, state }) => [userId, state])).toEqual([
      [bob.id, "refunded"],
    ]);
    expect(await readAuditLog(site.db)).toMatchObject({ held: 0, differences: [] });
  });

  it("never leaves a participation to a deleted user", async () => {
    const creator = await site.people.creator();
    for (let round = 0; round < 6; round++) {
      const ann = await site.people.user();
      const ids = [await steps.open(creator), await steps.open(creator)];
      const remove = await prepareRemoval(ann);
      const [left] = await Promise.all([remove(), ...ids.map((id) => join(ann, id))]);
      expect(left).toBe(200);
      const paid = (await site.db.select().from(participations).where(eq(participations.userId, ann.id))).filter(
        ({ state }) => state === "paid",
      );
      expect(paid).toEqual([]);
      expect(await site.db.select().from(sessions).where(eq(sessions.userId, ann.id))).toEqual([]);
    }
  });

  it("rejects a join that waited for its user's deletion", async () => {
    const [creator, ann] = [await site.people.creator(), await site.people.user()];
    const id = await steps.open(creator);
    const isAnn = eq(users.id, ann.id);
    const joined = withRowLocked(
      site.db,
      (tx) => tx.select().from(users).where(isAnn).for("update"),
      () => join(ann, id),
      1,
      (tx) => tx.update(users).set({ email: null, name: "", removedAt: site.clock.now() }).where(isAnn),
    );
    expect(await joined).toBe(401);
    expect(await site.db.select().from(participations)).toEqual([]);
  });

  it("keeps one of two admins who leave at once", async () => {
    const [ann, bob] = [await site.people.admin(), await site.people.admin()];
    const leaving = [await prepareRemoval(ann), await prepareRemoval(bob)];
    const answers = await Promise.all(leaving.map((remove) => remove()));
    expect(answers.sort()).toEqual([200, 409]);
    expect(
      (await site.db.select().from(users).where(eq(users.role, "admin"))).filter(({ removedAt }) => removedAt === null),
    ).toHaveLength(1);
  });
});
