import { eq } from "drizzle-orm";
import type { ContestRules } from "@conquest/shared/contracts/rules";
import type { Endpoint, InputOf } from "@conquest/shared/contracts/http/endpoint";
import { joinContest, leaveContest } from "@conquest/shared/contracts/participation";
import { updateContest } from "@conquest/shared/contracts/publishing";
import { verifyDerivedData } from "../../database/verify-derived-data";
import { contests } from "../../database/schema/contests";
import { notices } from "../../database/schema/messages";
import { ledgerEntries, participations } from "../../database/schema/taking-part";
import { contestSteps } from "../../testing/contest-steps";
import { contestRow, inLockOrder, withRowLocked } from "../../testing/races";
import { testApi } from "../../testing/test-api";
import { describeOnPostgres, testServer, type Person } from "../../testing/test-server";

const RULES: ContestRules = { text: "", countries: [], minimumAge: 16, disclosesAi: false, originalOnly: true };
const OTHER_RULES: ContestRules = { ...RULES, minimumAge: 18 };

describeOnPostgres("rules that change while someone joins", () => {
  const server = testServer({ needsPostgres: true });
  const { people } = server;
  const steps = contestSteps(server);

  /** Returns "done" or the error code. */
  async function outcome<E extends Endpoint>(person: Person, contract: E, input: InputOf<E>): Promise<string> {
    const caller = testApi(() => server.app, person.cookie);
    try {
      await caller.call(contract, input);
      return "done";
    } catch (error) {
      return /"code":"(\w+)"/.exec(String(error))?.[1] ?? String(error);
    }
  }
  const join = (person: Person, contestId: string, rulesVersion?: number) =>
    outcome(person, joinContest, { body: { contestId, email: person.email, rulesVersion } });
  const leave = (person: Person, contestId: string) =>
    outcome(person, leaveContest, { body: { contestId, email: person.email } });
  const change = (creator: Person, id: string, rules: ContestRules | null) =>
    outcome(creator, updateContest, { params: { id }, body: { rules } });
  const stored = (id: string) => server.db.select().from(participations).where(eq(participations.contestId, id));

  async function expectUnchanged(id: string) {
    expect(await stored(id)).toEqual([]);
    expect(await server.db.select().from(ledgerEntries).where(eq(ledgerEntries.contestId, id))).toEqual([]);
    expect(await server.db.select().from(notices).where(eq(notices.kind, "joined"))).toEqual([]);
    expect(await steps.stored(id)).toMatchObject({ participantCount: 0, paidTotal: 0 });
  }

  afterEach(async () => {
    expect((await verifyDerivedData(server.db)).filter(({ wrong }) => wrong.length > 0)).toEqual([]);
  });

  it.each([
    ["a paid contest", "50000"],
    ["a free contest", "0"],
  ])("reject a join of %s that waited for the new rules", async (_, prize) => {
    const participant = await people.user();
    const id = await steps.open(await people.creator(), { prize, rules: RULES });
    const joined = await withRowLocked(
      server.db,
      contestRow(id),
      () => join(participant, id, 1),
      1,
      (tx) => tx.update(contests).set({ rules: OTHER_RULES }).where(eq(contests.id, id)),
    );
    expect(joined).toBe("rules_changed");
    await expectUnchanged(id);
    expect(await join(participant, id, 2)).toBe("done");
    expect(await stored(id)).toMatchObject([{ rulesVersion: 2, state: "paid" }]);
  });

  it("reject a join that waited while a contest got its first rules", async () => {
    const participant = await people.user();
    const id = await steps.open(await people.creator());
    const joined = await withRowLocked(
      server.db,
      contestRow(id),
      () => join(participant, id),
      1,
      (tx) => tx.update(contests).set({ rules: RULES }).where(eq(contests.id, id)),
    );
    expect(joined).toBe("rules_not_accepted");
    await expectUnchanged(id);
  });

  it("stay as accepted if the join is first", async () => {
    const [creator, participant] = [await people.creator(), await people.user()];
    const id = await steps.open(creator, { rules: RULES });
    const outcomes = await inLockOrder(server.db, contestRow(id), [
      () => join(participant, id, 1),
      () => change(creator, id, OTHER_RULES),
    ]);
    expect(outcomes).toEqual(["done", "terms_frozen"]);
    expect(await steps.stored(id)).toMatchObject({ rules: RULES, rulesVersion: 1 });
    expect(await stored(id)).toMatchObject([{ rulesVersion: 1 }]);
  });

  it("close the contest for a join that comes after their change", async () => {
    const [creator, participant] = [await people.creator(), await people.user()];
    const id = await steps.open(creator, { rules: RULES });
    const outcomes = await inLockOrder(server.db, contestRow(id), [
      () => change(creator, id, OTHER_RULES),
      () => join(participant, id, 1),
    ]);
    expect(outcomes).toEqual(["done", "not_found"]);
    await expectUnchanged(id);
  });

  it("can change once the last participant has left, but not before", async () => {
    const [creator, participant] = [await people.creator(), await people.user()];
    for (const isLeavingFirst of [true, false]) {
      const id = await steps.open(creator, { rules: RULES });
      expect(await join(participant, id, 1)).toBe("done");
      const left = () => leave(participant, id);
      const changed = () => change(creator, id, OTHER_RULES);
      const outcomes = await inLockOrder(server.db, contestRow(id), isLeavingFirst ? [left, changed] : [changed, left]);
      expect(outcomes).toEqual(isLeavingFirst ? ["done", "done"] : ["terms_frozen", "done"]);
      expect(await steps.stored(id)).toMatchObject({ rulesVersion: isLeavingFirst ? 2 : 1 });
    }
  });

  it("are accepted once by someone who sends many requests", async () => {
    const participant = await people.user();
    const id = await steps.open(await people.creator(), { rules: RULES });
    const outcomes = await Promise.all(Array.from({ length: 20 }, (_, at) => join(participant, id, (at % 2) + 1)));
    expect(outcomes.filter((what) => what === "done")).toHaveLength(1);
    expect(outcomes.every((what) => ["done", "already_joined", "rules_changed"].includes(what))).toBe(true);
    expect(await stored(id)).toMatchObject([{ rulesVersion: 1 }]);
  });
});
