import { and, eq } from "drizzle-orm";
import type { Endpoint, InputOf } from "@conquest/shared/contracts/http/endpoint";
import { submitEntry } from "@conquest/shared/contracts/entries";
import { extendDeadline } from "@conquest/shared/contracts/deadline-extensions";
import { deleteContest } from "@conquest/shared/contracts/publishing";
import { joinContest, leaveContest } from "@conquest/shared/contracts/participation";
import { verifyDerivedData } from "../../database/verify-derived-data";
import { entries } from "../../database/schema/contests";
import { notices } from "../../database/schema/messages";
import { participations } from "../../database/schema/taking-part";
import { testServer, describeOnPostgres, type Person } from "../../testing/test-server";
import { contestSteps } from "../../testing/contest-steps";
import { contestRow, inLockOrder } from "../../testing/races";

describeOnPostgres("concurrent deadline extensions", () => {
  const server = testServer({ needsPostgres: true });
  const { api, people } = server;
  const steps = contestSteps(server);

  async function outcome<E extends Endpoint>(person: Person, contract: E, input: InputOf<E>): Promise<string> {
    try {
      await api.as(person).call(contract, input);
      return "done";
    } catch (error) {
      return /"code":"(\w+)"/.exec(String(error))?.[1] ?? String(error);
    }
  }
  const extend = (person: Person, id: string, deadline = "2026-03-09T08:00:00Z", from?: string) =>
    outcome(person, extendDeadline, { params: { id }, body: { deadline, reason: "The hall is free later.", from } });
  const leave = (person: Person, contestId: string) =>
    outcome(person, leaveContest, { body: { contestId, email: person.email } });
  const join = (person: Person, contestId: string) =>
    outcome(person, joinContest, { body: { contestId, email: person.email } });
  const countNotifications = (person: Person) =>
    server.db.$count(notices, and(eq(notices.userId, person.id), eq(notices.kind, "deadline_extended")));

  const inContestOrder = (contestId: string, ...starts: (() => Promise<string>)[]) =>
    inLockOrder(server.db, contestRow(contestId), starts);

  async function createJoinedContest() {
    const [creator, author] = [await people.creator(), await people.user()];
    const id = await steps.open(creator);
    await steps.join(author, id);
    await steps.submit(author, id);
    return { id, creator, author };
  }

  afterEach(async () => {
    expect((await verifyDerivedData(server.db)).filter(({ wrong }) => wrong.length > 0)).toEqual([]);
  });

  it("extend once for two requests with the same deadline and notify once", async () => {
    const { id, creator, author } = await createJoinedContest();
    const previousDeadline = "2026-03-02T08:00:00.000Z";
    const outcomes = await inContestOrder(
      id,
      () => extend(creator, id, "2026-03-09T08:00:00Z", previousDeadline),
      () => extend(creator, id, "2026-03-10T08:00:00Z", previousDeadline),
    );
    expect(outcomes.sort()).toEqual(["deadline_changed", "done"]);
    expect(await steps.stored(id)).toMatchObject({ deadlineMoves: 1 });
    expect(await countNotifications(author)).toBe(1);
  });

  it("extend at most twice", async () => {
    const { id, creator, author } = await createJoinedContest();
    const outcomes = await Promise.all(
      [9, 10, 11, 12, 13, 14].map((day) => extend(creator, id, `2026-03-${String(day).padStart(2, "0")}T08:00:00Z`)),
    );
    const done = outcomes.filter((what) => what === "done").length;
    expect(done).toBeGreaterThan(0);
    expect(await steps.stored(id)).toMatchObject({ deadlineMoves: done });
    expect(done).toBeLessThanOrEqual(2);
    expect(await countNotifications(author)).toBe(done);
  });

  it("allow leaving with an entry only if the extension came first", async () => {
    for (const extensionFirst of [true, false]) {
      const { id, creator, author } = await createJoinedContest();
      const both = [() => extend(creator, id), () => leave(author, id)];
      const outcomes = await inContestOrder(id, ...(extensionFirst ? both : both.toReversed()));
      expect(outcomes).toEqual(extensionFirst ? ["done", "done"] : ["already_submitted", "done"]);
      expect(await server.db.$count(entries, eq(entries.contestId, id))).toBe(extensionFirst ? 0 : 1);
      expect(await countNotifications(author)).toBe(1);
    }
  });

  it("notify participants who joined before, but none after", async () => {
    for (const joinFirst of [true, false]) {
      const { id, creator } = await createJoinedContest();
      const person = await people.user();
      const both = [() => join(person, id), () => extend(creator, id)];
      expect(await inContestOrder(id, ...(joinFirst ? both : both.toReversed()))).toEqual(["done", "done"]);
      expect(await countNotifications(person)).toBe(joinFirst ? 1 : 0);
    }
  });

  it("extend before a cancellation or not at all, and refund once", async () => {
    for (const extensionFirst of [true, false]) {
      const { id, creator } = await createJoinedContest();
      const both = [
        () => extend(creator, id),
        () => outcome(creator, deleteContest, { params: { id }, body: { reason: "No hall." } }),
      ];
      expect(await inContestOrder(id, ...(extensionFirst ? both : both.toReversed()))).toEqual(
        extensionFirst ? ["done", "done"] : ["done", "cancelled"],
      );
      expect(
        await server.db
          .select({ state: participations.state })
          .from(participations)
          .where(eq(participations.contestId, id)),
      ).toEqual([{ state: "refunded" }]);
    }
  });

  it("withdraw one entry if its author leaves twice or edits it", async () => {
    const { id, creator, author } = await createJoinedContest();
    expect(await extend(creator, id)).toBe("done");
    const change = () => outcome(author, submitEntry, { params: { contestId: id }, body: { text: "Another poster" } });
    expect(
      await inContestOrder(
        id,
        () => leave(author, id),
        change,
        () => leave(author, id),
      ),
    ).toEqual(["done", "not_joined", "not_joined"]);
    expect(await server.db.$count(entries, eq(entries.contestId, id))).toBe(0);
    expect(await steps.stored(id)).toMatchObject({ participantCount: 0, paidTotal: 0, entryCount: 0 });
  });
});
