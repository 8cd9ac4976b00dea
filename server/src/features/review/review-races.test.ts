import { eq } from "drizzle-orm";
import type { Endpoint, InputOf } from "@conquest/shared/contracts/http/endpoint";
import { updateContest } from "@conquest/shared/contracts/publishing";
import { commentOnContest, confirmContest, getContestReview, returnToReview } from "@conquest/shared/contracts/review";
import { verifyDerivedData } from "../../database/verify-derived-data";
import { auditEntries } from "../../database/schema/audit";
import { testServer, describeOnPostgres, type Person } from "../../testing/test-server";
import { contestSteps } from "../../testing/contest-steps";

const ROUNDS = 6;

describeOnPostgres("concurrent reviews", () => {
  const server = testServer({ needsPostgres: true });
  const { api, people } = server;
  const steps = contestSteps(server);

  /** Returns "done", or the error code. */
  const outcome = async <E extends Endpoint>(person: Person, contract: E, input: InputOf<E>): Promise<string> => {
    try {
      await api.as(person).call(contract, input);
      return "done";
    } catch (error) {
      return /"code":"(\w+)"/.exec(String(error))?.[1] ?? String(error);
    }
  };
  const confirm = (admin: Person, id: string, revision: number) =>
    outcome(admin, confirmContest, { params: { id }, query: { revision }, body: { status: "open" } });
  const decide = (admin: Person, id: string, decision: "changes_requested" | "rejected", revision: number) =>
    outcome(admin, commentOnContest, { params: { id }, body: { text: "Not like this.", decision, revision } });
  const auditActs = async (id: string) =>
    (await server.db.select({ act: auditEntries.act }).from(auditEntries).where(eq(auditEntries.contestId, id))).map(
      ({ act }) => act,
    );

  afterEach(async () => {
    expect((await verifyDerivedData(server.db)).filter(({ wrong }) => wrong.length > 0)).toEqual([]);
  });

  it("apply one of two different decisions and reject the other", async () => {
    const [creator, one, other] = [await people.creator(), await people.admin(), await people.admin()];
    for (let time = 0; time < ROUNDS; time += 1) {
      const id = await steps.create(creator);
      const outcomes = await Promise.all([confirm(one, id, 1), decide(other, id, "rejected", 1)]);
      const { status, revision } = (await steps.stored(id))!;
      expect(revision).toBe(2);
      expect(outcomes).toEqual(status === "open" ? ["done", "already_open"] : ["decided_meanwhile", "done"]);
      expect(await auditActs(id)).toEqual([status === "open" ? "contest_confirmed" : "contest_rejected"]);
    }
  });

  it("notify the creator of one of two rejections", async () => {
    const [creator, one, other] = [await people.creator(), await people.admin(), await people.admin()];
    const id = await steps.create(creator);
    expect(
      (await Promise.all([decide(one, id, "changes_requested", 1), decide(other, id, "rejected", 1)])).sort(),
    ).toEqual(["decided_meanwhile", "done"]);
    expect(await steps.noticesOf(creator)).toHaveLength(1);
  });

  it("confirm once and notify the creator once", async () => {
    const [creator, one, other] = [await people.creator(), await people.admin(), await people.admin()];
    const id = await steps.create(creator);
    expect(await Promise.all([confirm(one, id, 1), confirm(other, id, 1)])).toEqual(["done", "done"]);
    expect(await auditActs(id)).toEqual(["contest_confirmed"]);
    expect(await steps.noticesOf(creator)).toHaveLength(1);
  });

  it("never confirm an edit that was not reviewed", async () => {
    const [creator, admin] = [await people.creator(), await people.admin()];
    for (let time = 0; time < ROUNDS; time += 1) {
      const id = await steps.create(creator);
      const [confirmed, changed] = await Promise.all([
        confirm(admin, id, 1),
        outcome(creator, updateContest, { params: { id }, body: { prize: "1" } }),
      ]);
      expect(changed).toBe("done");
      expect(["done", "contest_changed"]).toContain(confirmed);
      expect(await steps.stored(id)).toMatchObject({
        status: "pending",
        review: "in_review",
        prize: 1,
        revision: confirmed === "done" ? 3 : 2,
      });
    }
  });

  it("either accept a join or return the contest to review", async () => {
    const [creator, participant, admin] = [await people.creator(), await people.user(), await people.admin()];
    for (let time = 0; time < ROUNDS; time += 1) {
      const id = await steps.open(creator);
      const [taken, joined] = await Promise.all([
        outcome(admin, returnToReview, { params: { id }, body: { reason: "Who may take part?", revision: 2 } }),
        steps.join(participant, id).then(
          () => "done",
          (error: unknown) => /"code":"(\w+)"/.exec(String(error))?.[1],
        ),
      ]);
      const stored = await steps.stored(id);
      if (joined === "done")
        expect([taken, stored]).toMatchObject(["was_paid_for", { status: "open", participantCount: 1, revision: 2 }]);
      else expect([taken, stored]).toMatchObject(["done", { status: "pending", participantCount: 0, revision: 3 }]);
    }
  });

  it("read text and revision from one snapshot", async () => {
    const [creator, admin] = [await people.creator(), await people.admin()];
    const id = await steps.create(creator, { prize: "1" });
    const change = async () => {
      for (let prize = 2; prize <= 20; prize += 1)
        await api.as(creator).call(updateContest, { params: { id }, body: { prize: String(prize) } });
    };
    const read = async () => {
      for (let time = 0; time < 20; time += 1) {
        const { contest, asVisitors, history } = await api.as(admin).call(getContestReview, { params: { id } });
        expect([contest.prize, asVisitors.prize, history.length]).toEqual([
          contest.revision,
          contest.revision,
          contest.revision,
        ]);
      }
    };
    await Promise.all([change(), read(), read()]);
  });
});
