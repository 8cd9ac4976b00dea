import { eq } from "drizzle-orm";
import { deleteAccount, previewDeletion } from "@conquest/shared/contracts/account";
import {
  confirmPrize,
  listAwards,
  listAwardsToSettle,
  reportPrize,
  sendPrize,
  settlePrize,
} from "@conquest/shared/contracts/awards";
import type { InputOf } from "@conquest/shared/contracts/http/endpoint";
import { getCreator } from "@conquest/shared/contracts/listing";
import { uploadEntryFile } from "@conquest/shared/contracts/media/entry-files";
import { listNextSteps } from "@conquest/shared/contracts/next-steps";
import { deleteUser, updateUser } from "@conquest/shared/contracts/users";
import { listWonContests } from "@conquest/shared/contracts/winners";
import { auditEntries } from "../../database/schema/audit";
import { awards } from "../../database/schema/awards";
import { files } from "../../database/schema/files";
import { notices } from "../../database/schema/messages";
import { verifyDerivedData } from "../../database/verify-derived-data";
import { contestSteps } from "../../testing/contest-steps";
import { DAY, HOUR } from "../../testing/test-clock";
import { testServer, type Person } from "../../testing/test-server";
import { runAwardSteps } from "./run-award-steps";

const server = testServer();
const { api, people, clock, signInAgain } = server;
const steps = contestSteps(server);

const WON_AT = new Date("2026-03-02T09:00:00Z");
const SENT = { on: "2026-03-02", note: "By registered post." };

/** A contest whose winner was just picked. */
async function createWonContest(fields: { prize?: string } = {}, creatorDraft?: Person) {
  clock.set("2026-03-02T06:00:00Z");
  const creator = creatorDraft ?? (await people.creator());
  const [winner, other, admin] = [await people.user(), await people.user(), await people.admin()];
  const id = await steps.open(creator, fields);
  for (const person of [winner, other]) await steps.join(person, id);
  const { _id: entryId } = await steps.submit(winner, id);
  await steps.submit(other, id);
  clock.set(WON_AT);
  await steps.choose(creator, id, entryId);
  return { id, creator, winner, other, admin, params: { contestId: id } };
}
type Won = Awaited<ReturnType<typeof createWonContest>>;

const after = (days: number, ms = 0) => new Date(WON_AT.getTime() + days * DAY + ms);
const stored = async (id: string) => (await server.db.select().from(awards).where(eq(awards.contestId, id)))[0];
const send = ({ creator, params }: Won, body: Partial<InputOf<typeof sendPrize>["body"]> = {}) =>
  api.as(creator).call(sendPrize, { params, body: { ...SENT, ...body } });
const confirm = ({ winner, params }: Won) => api.as(winner).call(confirmPrize, { params, body: {} });
const report = ({ winner, params }: Won, text = "Nothing came.") =>
  api.as(winner).call(reportPrize, { params, body: { text } });
const settle = async ({ admin, id, params }: Won, decision: "delivered" | "returned" | "closed", note = "As agreed.") =>
  api.as(admin).call(settlePrize, { params, body: { revision: (await stored(id))!.revision, decision, note } });
const textsOf = async (person: Person) =>
  (await server.db.select().from(notices).where(eq(notices.userId, person.id)).orderBy(notices.createdAt))
    .filter(({ kind }) => kind.startsWith("prize_"))
    .map(({ kind, text }) => `${kind}: ${text}`);
const acts = async (id: string) =>
  (await server.db.select().from(auditEntries).where(eq(auditEntries.contestId, id)).orderBy(auditEntries.number))
    .filter(({ act }) => act.startsWith("prize_"))
    .map(({ act, actorRole, fromValue, toValue, reason }) => [act, actorRole, fromValue, toValue, reason]);
const again = async (won: Won): Promise<Won> => ({
  ...won,
  creator: await signInAgain(won.creator),
  winner: await signInAgain(won.winner),
  admin: await signInAgain(won.admin),
});
const runAt = async (at: Date) => {
  clock.set(at);
  return runAwardSteps(server);
};
const recordOf = async ({ id }: Won) => (await steps.details(null, id)).creator.record.prizes;
const kindsOf = async (person: Person) =>
  (await api.as(person).call(listNextSteps, { query: { kinds: "all" } })).map(({ kind }) => kind);
const wrongData = async () => (await verifyDerivedData(server.db)).filter(({ wrong }) => wrong.length > 0);

afterEach(async () => expect(await wrongData()).toEqual([]));

describe("an award", () => {
  it("exists from the choice of the winner, and only with a prize", async () => {
    const won = await createWonContest();
    expect(await stored(won.id)).toMatchObject({
      place: 1,
      winnerId: won.winner.id,
      creatorId: won.creator.id,
      prize: 50_000,
      state: "to_send",
      awardedAt: WON_AT,
      nextAt: after(3),
    });
    const free = await createWonContest({ prize: "0" });
    expect(await stored(free.id)).toBeUndefined();
    expect(await api.as(free.creator).expectError(listAwards, { params: free.params })).toMatchObject({ status: 404 });
    expect((await steps.details(free.creator, free.id)).may.sendPrize).toEqual({
      isAllowed: false,
      because: "This contest has no prize to send.",
    });
    expect(await recordOf(won)).toEqual({ delivered: 0, of: 0, days: null });
  });

  it("is readable by its creator, its winner and admins", async () => {
    const { creator, winner, other, admin, params } = await createWonContest();
    for (const person of [creator, winner, admin])
      expect(await api.as(person).call(listAwards, { params })).toMatchObject([
        { state: "to_send", prize: 50_000, winner: { name: winner.name }, dueAt: after(14).toISOString(), sent: null },
      ]);
    expect(await api.as(other).expectError(listAwards, { params })).toMatchObject({ status: 404 });
    expect(await api.expectError(listAwards, { params })).toMatchObject({ status: 401 });
  });

  it("is marked as sent, confirmed and counted in the creator's record", async () => {
    let won = await createWonContest();
    clock.set(after(2, HOUR));
    won = await again(won);
    expect(await send(won)).toMatchObject({
      state: "sent",
      sent: { on: "2026-03-02", note: "By registered post.", proof: null },
      dueAt: after(16, HOUR).toISOString(),
      may: { sendPrize: { isAllowed: true } },
    });
    expect(await textsOf(won.winner)).toEqual([
      expect.stringMatching(
        /^prize_sent: Your prize for “Poster for a river festival” was sent. By 18 Mar 2026, 10:00 UTC, confirm/,
      ),
    ]);
    expect(await recordOf(won)).toEqual({ delivered: 0, of: 0, days: null });
    expect([await kindsOf(won.winner), await kindsOf(won.creator)]).toEqual([["prize_to_confirm"], []]);
    expect(await api.as(won.winner).call(listWonContests, {})).toMatchObject([
      { award: { state: "sent", may: { confirmPrize: { isAllowed: true }, reportPrize: { isAllowed: true } } } },
    ]);
    clock.set(after(5));
    won = await again(won);
    expect(await confirm(won)).toMatchObject({ state: "delivered", endedAt: after(5).toISOString(), dueAt: null });
    expect(await textsOf(won.creator)).toEqual([expect.stringMatching(/^prize_news: The winner received the prize/)]);
    expect(await recordOf(won)).toEqual({ delivered: 1, of: 1, days: 3 });
    const { publicId } = (await steps.details(null, won.id)).creator;
    expect((await api.call(getCreator, { params: { id: publicId! } })).record.prizes).toEqual({
      delivered: 1,
      of: 1,
      days: 3,
    });
    expect(await kindsOf(won.winner)).toEqual([]);
    expect(await acts(won.id)).toEqual([
      ["prize_sent", "creator", "to_send", "sent", ""],
      ["prize_confirmed", "user", "sent", "delivered", ""],
    ]);
    expect(await runAt(after(40))).toBe(0);
  });

  it("can be confirmed before it is marked as sent", async () => {
    const won = await createWonContest();
    expect(await kindsOf(won.creator)).toEqual(["prize_to_send"]);
    expect(await confirm(won)).toMatchObject({ state: "delivered", sent: null });
    expect(await recordOf(won)).toEqual({ delivered: 1, of: 1, days: 1 });
    expect(await kindsOf(won.creator)).toEqual([]);
  });

  it("keeps its dates and notifies no one when the creator corrects the details", async () => {
    const won = await createWonContest();
    await send(won);
    const before = await textsOf(won.winner);
    clock.advance(HOUR);
    expect(await send(won, { on: "2026-03-03", note: "" })).toMatchObject({
      state: "sent",
      sent: { on: "2026-03-03", note: "", at: WON_AT.toISOString() },
      dueAt: after(14).toISOString(),
    });
    expect(await textsOf(won.winner)).toEqual(before);
  });
});

describe("refusals", () => {
  const refusal = (
    person: Person | null,
    contract: typeof sendPrize | typeof confirmPrize | typeof reportPrize,
    { params }: Won,
  ) =>
    (person ? api.as(person) : api).expectError(contract, {
      params,
      body: { ...SENT, text: "Nothing came." } as never,
    });

  it("answer signed-out callers with 401, and strangers as if there were no award", async () => {
    const won = await createWonContest();
    for (const contract of [sendPrize, confirmPrize, reportPrize] as const) {
      expect(await refusal(null, contract, won)).toMatchObject({ status: 401 });
      for (const person of [won.other, await people.creator()])
        expect(await refusal(person, contract, won)).toMatchObject({ status: 404 });
    }
    const body = { revision: 1, decision: "delivered" as const };
    expect(await api.expectError(settlePrize, { params: won.params, body })).toMatchObject({ status: 401 });
    for (const person of [won.other, won.creator, won.winner])
      expect(await api.as(person).expectError(settlePrize, { params: won.params, body })).toMatchObject({
        status: 403,
      });
    expect(await stored(won.id)).toMatchObject({ state: "to_send", revision: 1 });
  });

  it("keep each role to its own actions", async () => {
    const won = await createWonContest();
    await send(won);
    for (const person of [won.winner, won.admin])
      expect(await refusal(person, sendPrize, won)).toMatchObject({ status: 409, code: "not_yours" });
    for (const person of [won.creator, won.admin])
      for (const contract of [confirmPrize, reportPrize] as const)
        expect(await refusal(person, contract, won)).toMatchObject({ status: 409, code: "not_yours" });
    expect(await stored(won.id)).toMatchObject({ state: "sent", revision: 2 });
  });

  it("include early, repeated and late reports", async () => {
    const won = await createWonContest();
    expect(await refusal(won.winner, reportPrize, won)).toMatchObject({ status: 409, code: "not_due" });
    await send(won);
    await report(won);
    expect(await refusal(won.winner, reportPrize, won)).toMatchObject({ status: 409, code: "already_reported" });
    await confirm(won);
    for (const [person, contract] of [
      [won.winner, confirmPrize],
      [won.winner, reportPrize],
      [won.creator, sendPrize],
    ] as const)
      expect(await refusal(person, contract, won)).toMatchObject({ status: 409, code: "delivered" });
  });

  it.each([
    ["a future day", { on: "2026-03-04" }, "on"],
    ["a day before the winner was picked", { on: "2026-02-28" }, "on"],
    ["a day that does not exist", { on: "2026-02-30" }, "on"],
    ["no day", { on: "" }, "on"],
    ["a long note", { note: "x".repeat(1001) }, "note"],
    ["an unknown file", { proofId: "none" }, "proofId"],
    ["place 0", { place: 0 }, "place"],
  ])("change nothing for %s", async (_, body, field) => {
    const won = await createWonContest();
    const { status, fields } = await api
      .as(won.creator)
      .expectError(sendPrize, { params: won.params, body: { ...SENT, ...body } });
    expect([status, Object.keys(fields)]).toEqual([422, [field]]);
    expect(await stored(won.id)).toMatchObject({ state: "to_send", revision: 1, sentOn: null });
  });

  it("include an empty report, another place and a missing reason", async () => {
    const won = await createWonContest();
    await send(won);
    const { params } = won;
    expect(await api.as(won.winner).expectError(reportPrize, { params, body: { text: " " } })).toMatchObject({
      status: 422,
    });
    expect(await api.as(won.winner).expectError(confirmPrize, { params, body: { place: 2 } })).toMatchObject({
      status: 404,
    });
    await report(won);
    expect(
      await api
        .as(won.admin)
        .expectError(settlePrize, { params, body: { revision: 3, decision: "returned", note: "" } }),
    ).toMatchObject({ status: 422, fields: { note: "Enter a reason. The creator and the winner will see it." } });
    expect(await stored(won.id)).toMatchObject({ state: "disputed", revision: 3 });
  });
});

describe("the proof", () => {
  const upload = async (person: Person) =>
    (await api.as(person).call(uploadEntryFile, { query: { name: "receipt.txt" }, body: Buffer.from("Parcel 7") }))._id;
  const read = async (person: Person | null, id: string) =>
    (await (person ? api.as(person) : api).send({ method: "GET", url: `/api/entry-files/${id}` })).statusCode;

  it("is readable by creator, winner and admins only", async () => {
    const won = await createWonContest();
    const proofId = await upload(won.creator);
    expect((await send(won, { proofId })).sent).toMatchObject({ proof: { _id: proofId, name: "receipt.txt" } });
    for (const person of [won.creator, won.winner, won.admin]) expect(await read(person, proofId)).toBe(200);
    for (const person of [null, won.other, await people.creator()]) expect(await read(person, proofId)).toBe(404);
    clock.advance(2 * DAY);
    await server.app.files.sweep();
    expect(await read(await signInAgain(won.winner), proofId)).toBe(200);
  });

  it("is replaced and removed", async () => {
    const won = await createWonContest();
    const [one, two] = [await upload(won.creator), await upload(won.creator)];
    await send(won, { proofId: one });
    await send(won, { proofId: one });
    expect((await send(won, { proofId: two })).sent!.proof!._id).toBe(two);
    expect([await read(won.creator, one), await read(won.winner, two)]).toEqual([404, 200]);
    expect((await send(won)).sent!.proof).toBeNull();
    expect(await read(won.creator, two)).toBe(404);
  });

  it("is never another person's upload or one in use", async () => {
    const [won, second] = [await createWonContest(), await createWonContest()];
    const foreign = await upload(won.other);
    const used = await upload(won.creator);
    await send(won, { proofId: used });
    for (const [{ creator, params }, proofId] of [
      [won, foreign],
      [second, used],
    ] as const)
      expect(
        (await api.as(creator).expectError(sendPrize, { params, body: { ...SENT, proofId } })).fields,
      ).toHaveProperty("proofId");
    expect(await server.db.$count(files, eq(files.use, "proof"))).toBe(1);
    expect((await stored(second.id))!.state).toBe("to_send");
  });
});

describe("reminders", () => {
  it("go to the creator after 3 and 7 days, and to both after 14", async () => {
    const won = await createWonContest();
    expect(await runAt(after(3, -1))).toBe(0);
    expect(await runAt(after(3))).toBe(1);
    expect(await runAt(after(7))).toBe(1);
    expect(await textsOf(won.creator)).toEqual([
      expect.stringMatching(/^prize_to_send: The prize of .* isn't marked as sent. Send it by 16 Mar 2026, 09:00 UTC/),
      expect.stringMatching(/^prize_to_send: The prize of .* isn't marked as sent/),
    ]);
    expect(await textsOf(won.winner)).toEqual([]);
    expect(await runAt(after(14, -1))).toBe(0);
    expect(await runAt(after(14))).toBe(1);
    expect((await stored(won.id))!.state).toBe("late");
    expect(await textsOf(won.winner)).toEqual([expect.stringMatching(/^prize_news: Your prize .* is late/)]);
    expect(await recordOf(won)).toEqual({ delivered: 0, of: 1, days: null });
    expect(await runAt(after(60))).toBe(0);
    const later = await again(won);
    expect(await kindsOf(later.creator)).toEqual(["prize_to_send"]);
    expect(await report(later)).toMatchObject({ state: "disputed" });
    expect(await send(later, { on: "2026-05-01" })).toMatchObject({ state: "sent", problem: null });
  });

  it("go to the winner after sending, and to the admins after 14 days", async () => {
    const won = await createWonContest();
    const unrelated = await people.admin();
    await send(won);
    for (const day of [3, 7]) expect(await runAt(after(day))).toBe(1);
    expect(await textsOf(won.winner)).toEqual([
      expect.stringMatching(/was sent/),
      expect.stringMatching(/^prize_sent: Did your prize/),
      expect.stringMatching(/^prize_sent: Did your prize .* arrive\? By 16 Mar 2026, 09:00 UTC/),
    ]);
    expect(await textsOf(won.creator)).toEqual([]);
    expect(await runAt(after(14))).toBe(1);
    expect((await stored(won.id))!.state).toBe("unconfirmed");
    expect(await textsOf(won.creator)).toContainEqual(expect.stringMatching(/^prize_news: .* an admin will decide/));
    for (const admin of [won.admin, unrelated])
      expect(await textsOf(admin)).toEqual([expect.stringMatching(/^prize_to_settle: The winner hasn't confirmed/)]);
    const later = await again(won);
    expect(await kindsOf(later.admin)).toEqual(["prizes_to_settle"]);
    expect(await confirm(later)).toMatchObject({ state: "delivered" });
    expect(await kindsOf(later.admin)).toEqual([]);
    const unread = await server.db.select().from(notices).where(eq(notices.kind, "prize_to_settle"));
    expect(unread.every(({ readAt }) => readAt !== null)).toBe(true);
  });

  it("skip missed steps after an outage", async () => {
    const won = await createWonContest();
    expect(await runAt(after(9))).toBe(1);
    expect(await textsOf(won.creator)).toHaveLength(1);
    expect(await runAt(after(30))).toBe(1);
    expect((await stored(won.id))!.state).toBe("late");
  });
});

describe("admins", () => {
  const list = (admin: Person) => api.as(admin).call(listAwardsToSettle, { query: {} });

  it("see disputed and unconfirmed prizes, longest waiting first, but none of their own", async () => {
    const unconfirmed = await createWonContest();
    const disputed = await createWonContest();
    for (const won of [unconfirmed, disputed]) await send(won);
    expect(await list(disputed.admin)).toEqual([]);
    clock.advance(HOUR);
    await report(disputed, "It broke.");
    await runAt(after(14));
    const admin = await signInAgain(disputed.admin);
    expect(await list(admin)).toMatchObject([
      { contest: { _id: unconfirmed.id }, state: "unconfirmed", problem: null },
      {
        contest: { _id: disputed.id },
        problem: { text: "It broke." },
        creator: { email: disputed.creator.email },
        winner: { email: disputed.winner.email },
        may: { settlePrize: { isAllowed: true, how: "return" } },
      },
    ]);
    const { id } = disputed.creator;
    await api.as(admin).call(updateUser, { params: { id }, body: { role: "admin" } });
    const owner = await signInAgain(disputed.creator);
    expect(await list(owner)).toMatchObject([{ state: "unconfirmed" }]);
    const body = { revision: 3, decision: "delivered" as const };
    expect(await api.as(owner).expectError(settlePrize, { params: disputed.params, body })).toMatchObject({
      status: 409,
      code: "own_prize",
    });
  });

  it("settle as delivered, with an audit row", async () => {
    const won = await createWonContest();
    await send(won);
    await report(won);
    expect(await textsOf(won.creator)).toEqual([
      expect.stringMatching(/reported a problem with the prize .*: “Nothing came.” An admin will decide/),
    ]);
    expect(await settle(won, "delivered", "The courier's receipt is signed.")).toMatchObject({
      state: "delivered",
      decision: { is: "delivered", note: "The courier's receipt is signed." },
    });
    expect(await acts(won.id)).toEqual([
      ["prize_sent", "creator", "to_send", "sent", ""],
      ["prize_disputed", "user", "sent", "disputed", ""],
      ["prize_delivered", "admin", "disputed", "delivered", "The courier's receipt is signed."],
    ]);
    for (const person of [won.creator, won.winner])
      expect(await textsOf(person)).toContainEqual(
        expect.stringMatching(/was delivered. The admin says: “The courier's receipt is signed.”$/),
      );
    expect(await recordOf(won)).toEqual({ delivered: 1, of: 1, days: 1 });
  });

  it("return a prize to its creator, who has 14 days again", async () => {
    const won = await createWonContest();
    await send(won);
    await report(won);
    clock.advance(DAY);
    won.admin = await signInAgain(won.admin);
    won.creator = await signInAgain(won.creator);
    expect(await settle(won, "returned", "It went to the wrong address.")).toMatchObject({
      state: "to_send",
      sent: null,
      dueAt: after(15).toISOString(),
      decision: { is: "returned" },
      problem: { text: "Nothing came." },
    });
    expect(await kindsOf(won.creator)).toEqual(["prize_to_send"]);
    expect(await recordOf(won)).toEqual({ delivered: 0, of: 0, days: null });
    expect(await runAt(after(4))).toBe(1);
    await send(await again(won), { on: "2026-03-06" });
    expect(await stored(won.id)).toMatchObject({ state: "sent", problem: "", nextAt: after(7) });
    expect((await acts(won.id)).at(-2)).toEqual([
      "prize_returned",
      "admin",
      "disputed",
      "to_send",
      "It went to the wrong address.",
    ]);
  });

  it("cannot decide about what is not escalated, or has changed since they looked", async () => {
    const won = await createWonContest();
    const attempt = (revision: number, decision: "delivered" | "closed" = "delivered") =>
      api.as(won.admin).expectError(settlePrize, { params: won.params, body: { revision, decision, note: "So." } });
    expect(await attempt(1)).toMatchObject({ status: 409, code: "not_escalated" });
    await send(won);
    expect(await attempt(2)).toMatchObject({ status: 409, code: "not_escalated" });
    await report(won);
    await send(won, { note: "Here is the number." });
    expect(await attempt(3)).toMatchObject({ status: 409, code: "changed_elsewhere" });
    expect(await attempt(4, "closed")).toMatchObject({ status: 409, code: "creator_present" });
    expect((await stored(won.id))!.state).toBe("disputed");
  });

  it("close a prize that a blocked creator can't send", async () => {
    const won = await createWonContest();
    await send(won);
    await report(won);
    await api.as(won.admin).call(updateUser, { params: { id: won.creator.id }, body: { status: "blocked" } });
    expect((await steps.details(won.admin, won.id)).may.settlePrize).toMatchObject({ isAllowed: true, how: "close" });
    const body = { revision: 3, decision: "returned" as const, note: "Again." };
    expect(await api.as(won.admin).expectError(settlePrize, { params: won.params, body })).toMatchObject({
      code: "creator_gone",
    });
    expect(await settle(won, "closed")).toMatchObject({ state: "undelivered" });
  });
});

describe("deleted accounts", () => {
  const deleteOwn = async (person: Person) => {
    const { ends } = await api.as(person).call(previewDeletion, {});
    const token = server.identity.issue({ ...person, emailVerified: true, signedInAt: clock.now() });
    const { statusCode } = await api
      .as(person)
      .send({
        method: "DELETE",
        url: `/api${deleteAccount.path}`,
        headers: { authorization: `Bearer ${token}` },
        payload: ends,
      });
    expect(statusCode).toBe(200);
  };
  const remove = ({ admin }: Won, { id }: Person) =>
    api.as(admin).call(deleteUser, { params: { id }, body: { reason: "" } });

  it("end the winner's open prizes and forget what was written about them", async () => {
    const won = await createWonContest();
    const proofId = (
      await api.as(won.creator).call(uploadEntryFile, { query: { name: "a.txt" }, body: Buffer.from("12 Lake Road") })
    )._id;
    await send(won, { note: "To 12 Lake Road.", proofId });
    await report(won, "I live in 13 Lake Road.");
    await deleteOwn(won.winner);
    expect(await stored(won.id)).toMatchObject({
      state: "void",
      sentNote: "",
      problem: "",
      proofId: null,
      nextAt: null,
    });
    expect((await server.db.select().from(files).where(eq(files.id, proofId)))[0]!.state).toBe("going");
    expect(await textsOf(won.creator)).toContainEqual(
      expect.stringMatching(/^prize_news: The winner of .* deleted their account/),
    );
    expect([await kindsOf(won.creator), await kindsOf(won.admin)]).toEqual([[], []]);
    expect(await recordOf(won)).toEqual({ delivered: 0, of: 0, days: null });
  });

  it.each(["by the creator", "by an admin"])("tell winners that an unsent prize won't come, %s", async (by) => {
    const won = await createWonContest();
    expect((await api.as(won.creator).call(previewDeletion, {})).unsentPrizeCount).toBe(1);
    await (by === "by an admin" ? remove(won, won.creator) : deleteOwn(won.creator));
    expect((await stored(won.id))!.state).toBe("undelivered");
    expect(await textsOf(won.winner)).toEqual([expect.stringMatching(/won't be sent because its creator's account/)]);
    expect((await steps.details(won.winner, won.id)).may.reportPrize).toMatchObject({ isAllowed: false });
  });

  it("leave a sent prize to its winner and the admins", async () => {
    const won = await createWonContest();
    await send(won);
    await deleteOwn(won.creator);
    expect((await stored(won.id))!.state).toBe("sent");
    await report(won);
    expect((await steps.details(won.admin, won.id)).may.settlePrize!.how).toBe("close");
    expect(await settle(won, "closed")).toMatchObject({ state: "undelivered" });
    expect(await textsOf(won.winner)).toContainEqual(expect.stringMatching(/closed the prize of .* as not delivered/));
  });
});
