import { once } from "node:events";
import { connect, type AddressInfo } from "node:net";
import { text as textOf } from "node:stream/consumers";
import { setTimeout as pause } from "node:timers/promises";
import { eq, sql } from "drizzle-orm";
import { getMyEntry, submitEntry } from "@conquest/shared/contracts/entries";
import type { ErrorBody } from "@conquest/shared/contracts/http/errors";
import { getJudging, listJudgedEntries, shortlistEntry } from "@conquest/shared/contracts/judging/judging";
import { rateEntry } from "@conquest/shared/contracts/judging/judged-entries";
import { leaveContest } from "@conquest/shared/contracts/participation";
import { extendDeadline } from "@conquest/shared/contracts/deadline-extensions";
import { declareWinner } from "@conquest/shared/contracts/winners";
import { listAudit } from "@conquest/shared/contracts/audit";
import { auditEntries } from "../../database/schema/audit";
import { arrivingEntries, lateEntries } from "../../database/schema/contests";
import { testServer, describeOnPostgres, type Person, type TestServer } from "../../testing/test-server";
import { contestSteps } from "../../testing/contest-steps";
import { contestRow, inLockOrder, withRowLocked } from "../../testing/races";
import { arrivingEntriesRepository } from "./domain/arriving-entries";
import { runLifecycleJobs } from "../lifecycle/run-lifecycle-jobs";
import { anonymizeUser } from "../users/deletion/remove-user";

const DEADLINE = "2026-03-02T08:00:00.000Z";
const at = (ms: number) => new Date(Date.parse(DEADLINE) + ms).toISOString();

interface SendOptions {
  /** Arrival of the head and of the body, in milliseconds relative to the deadline. */
  head: number;
  body: number;
  text?: string;
  headers?: Record<string, string>;
  between?: () => Promise<unknown>;
  isLost?: boolean;
}

async function untilRecorded(site: TestServer, count: number) {
  while ((await site.db.$count(arrivingEntries)) !== count) await pause(5);
}

/** Sends an entry whose head arrives at one time and its body at another. */
async function send(
  site: TestServer,
  person: Person,
  contestId: string,
  { head, body, text = "My poster", headers = {}, between, isLost = false }: SendOptions,
) {
  if (!site.app.server.listening) await site.app.listen({ port: 0, host: "127.0.0.1" });
  const payload = JSON.stringify({ text });
  const socket = connect((site.app.server.address() as AddressInfo).port, "127.0.0.1").setEncoding("utf8");
  const answer = textOf(socket).catch(() => "");
  const lines = {
    Host: "localhost",
    Connection: "close",
    Cookie: person.cookie,
    "Content-Type": "application/json",
    "Content-Length": String(payload.length),
    ...headers,
  };
  site.clock.set(at(head));
  const arrived = once(site.app.server, "request");
  socket.write(
    `PUT /api${submitEntry.path.replace(":contestId", contestId)} HTTP/1.1\r\n${Object.entries(lines)
      .map(([name, value]) => `${name}: ${value}`)
      .join("\r\n")}\r\n\r\n`,
  );
  await arrived;
  if (head < 0 && head > -60_000 && !headers["X-Request-Start"]) await untilRecorded(site, 1);
  site.clock.set(at(body));
  await between?.();
  if (isLost) {
    socket.destroy();
    await untilRecorded(site, 0);
    return { status: 0, body: {} as ErrorBody & { submittedAt?: string } };
  }
  socket.write(payload);
  const responseText = await answer;
  return {
    status: Number(responseText.slice(9, 12)),
    body: JSON.parse(responseText.slice(responseText.indexOf("\r\n\r\n") + 4)) as ErrorBody & { submittedAt?: string },
  };
}

async function createJoinedContest(site: TestServer) {
  const [creator, author] = [await site.people.creator(), await site.people.user()];
  const contestId = await contestSteps(site).open(creator);
  await contestSteps(site).join(author, contestId);
  return { creator, author, contestId };
}

const getOwnEntry = (site: TestServer, person: Person, contestId: string) =>
  site.api.as(person).call(getMyEntry, { params: { contestId } });

describe("an entry whose request begins before the deadline", () => {
  const site = testServer();

  it("counts from its first byte, as the receipt states", async () => {
    const { author, contestId } = await createJoinedContest(site);
    expect(await send(site, author, contestId, { head: -1_200, body: 3_000 })).toMatchObject({
      status: 200,
      body: { submittedAt: at(-1_200) },
    });
    expect(await getOwnEntry(site, author, contestId)).toMatchObject({
      entry: { text: "My poster", submittedAt: at(-1_200) },
      late: null,
    });
  });

  it("counts for exactly 60 seconds", async () => {
    for (const [body, status] of [
      [59_999, 200],
      [60_000, 409],
    ] as const) {
      const { author, contestId } = await createJoinedContest(site);
      expect((await send(site, author, contestId, { head: -1, body })).status).toBe(status);
      site.clock.set("2026-03-02T06:00:00Z");
    }
  });

  it("can win, and delays judging and refunds while arriving", async () => {
    const { creator, author, contestId } = await createJoinedContest(site);
    const judging = () => site.api.as(creator);
    const sent = await send(site, author, contestId, {
      head: -1,
      body: 0,
      between: async () => {
        await runLifecycleJobs(site);
        const refusals = [
          await judging().expectError(declareWinner, {
            params: { contestId },
            body: { entryId: contestId, note: "The clearest of all." },
          }),
          await judging().expectError(rateEntry, { params: { contestId }, body: { entryId: contestId, rating: 3 } }),
          await judging().expectError(shortlistEntry, {
            params: { contestId },
            body: { entryId: contestId, isShortlisted: true },
          }),
        ];
        expect(refusals.map(({ status, code }) => [status, code])).toEqual(Array(3).fill([409, "still_arriving"]));
      },
    });
    expect(sent.status).toBe(200);
    await runLifecycleJobs(site);
    const [entry] = await judging().call(listJudgedEntries, { params: { contestId } });
    expect(await contestSteps(site).choose(creator, contestId, entry!._id)).toEqual({ modifiedCount: 1 });
  });

  it("delays nothing at the deadline if none is arriving", async () => {
    const { creator, author, contestId } = await createJoinedContest(site);
    const { _id } = await contestSteps(site).submit(author, contestId);
    site.clock.set(DEADLINE);
    expect(await contestSteps(site).choose(creator, contestId, _id)).toEqual({ modifiedCount: 1 });
  });

  it("blocks judging no longer once its connection is lost", async () => {
    const { creator, author, contestId } = await createJoinedContest(site);
    const { _id } = await contestSteps(site).submit(author, contestId);
    await send(site, author, contestId, { head: -1, body: 0, isLost: true });
    expect(await contestSteps(site).choose(creator, contestId, _id)).toEqual({ modifiedCount: 1 });
  });

  it("blocks judging for 60 seconds after a crash, then is deleted", async () => {
    const { creator, author, contestId } = await createJoinedContest(site);
    const { _id } = await contestSteps(site).submit(author, contestId);
    await site.db.insert(arrivingEntries).values({ contestId, arrivedAt: new Date(at(-1)) });
    const body = { entryId: _id, note: "The clearest of all." };
    site.clock.set(at(59_998));
    await arrivingEntriesRepository(site.db).deleteExpired(site.clock.now());
    expect(await site.api.as(creator).expectError(declareWinner, { params: { contestId }, body })).toMatchObject({
      status: 409,
      code: "still_arriving",
    });
    site.clock.set(at(59_999));
    expect(await contestSteps(site).choose(creator, contestId, _id)).toEqual({ modifiedCount: 1 });
    await arrivingEntriesRepository(site.db).deleteExpired(site.clock.now());
    expect(await site.db.$count(arrivingEntries)).toBe(0);
  });

  it("is recorded only near the deadline and for participants", async () => {
    const { contestId, author } = await createJoinedContest(site);
    const arriving = arrivingEntriesRepository(site.db);
    const add = (userId: string, ms: number) =>
      arriving.add({ id: crypto.randomUUID(), contestId, userId, arrivedAt: new Date(at(ms)) }, new Date(at(ms)));
    expect([
      await add(author.id, -60_001),
      await add(author.id, 0),
      await add((await site.people.user()).id, -1),
      await add(author.id, -60_000),
    ]).toEqual([false, false, false, true]);
  });

  it("is stored as late if the winner was chosen before it arrived", async () => {
    const { creator, author, contestId } = await createJoinedContest(site);
    const other = await site.people.user();
    await contestSteps(site).join(other, contestId);
    const { _id } = await contestSteps(site).submit(other, contestId);
    const sent = await send(site, author, contestId, {
      head: -1,
      body: 4_000,
      between: async () => {
        await site.db.delete(arrivingEntries);
        await contestSteps(site).choose(creator, contestId, _id);
      },
    });
    expect(sent).toMatchObject({
      status: 409,
      body: { error: { code: "contest_closed", late: { arrivedAt: at(4_000) } } },
    });
  });

  it("is accepted if it cannot be recorded", async () => {
    const { author, contestId } = await createJoinedContest(site);
    await site.db.execute(sql`alter table arriving_entries rename to arriving_entries_away`);
    site.clock.set(at(-1));
    try {
      expect(await contestSteps(site).submit(author, contestId)).toMatchObject({ submittedAt: at(-1) });
    } finally {
      await site.db.execute(sql`alter table arriving_entries_away rename to arriving_entries`);
    }
  });

  it("counts from its end if it took longer, even with a proxy", async () => {
    const { author, contestId } = await createJoinedContest(site);
    const { status, body } = await send(site, author, contestId, { head: -70_000, body: -5_000 });
    expect([status, body.submittedAt]).toEqual([200, at(-5_000)]);
  });
});

describe("the arrival time reported by a proxy", () => {
  const start = (ms: number) => `t=${(Date.parse(at(ms)) / 1000).toFixed(3)}`;
  const proxied = testServer({ config: { trustProxy: 1 } });
  const direct = testServer();

  it("counts if the proxy is trusted", async () => {
    const { author, contestId } = await createJoinedContest(proxied);
    const headers = { "X-Forwarded-For": "203.0.113.9", "X-Request-Start": start(-1_500) };
    expect(await send(proxied, author, contestId, { head: 2_000, body: 2_000, headers })).toMatchObject({
      status: 200,
      body: { submittedAt: at(-1_500) },
    });
  });

  it.each([
    ["it is in the future", { "X-Forwarded-For": "203.0.113.9", "X-Request-Start": start(9_000) }],
    ["it is unreadable", { "X-Forwarded-For": "203.0.113.9", "X-Request-Start": "yesterday" }],
    ["it is more than a minute ago", { "X-Forwarded-For": "203.0.113.9", "X-Request-Start": start(-90_000) }],
    ["no proxy forwards the client's address", { "X-Request-Start": start(-1_500) }],
  ])("is ignored if %s", async (_, headers) => {
    const { author, contestId } = await createJoinedContest(proxied);
    expect((await send(proxied, author, contestId, { head: 2_000, body: 2_000, headers })).status).toBe(409);
  });

  it("is ignored if no proxy is trusted", async () => {
    const { author, contestId } = await createJoinedContest(direct);
    const headers = { "X-Forwarded-For": "203.0.113.9", "X-Request-Start": start(-1_500) };
    expect((await send(direct, author, contestId, { head: 2_000, body: 2_000, headers })).status).toBe(409);
  });
});

describe("a late entry", () => {
  const site = testServer({ config: { languages: ["en", "bn"] } });
  const { api, clock } = site;
  const steps = contestSteps(site);

  async function late(text = "Too late", headers: Record<string, string> = {}) {
    const all = await createJoinedContest(site);
    const sent = await send(site, all.author, all.contestId, { head: 3_000, body: 3_000, text, headers });
    return { ...all, sent };
  }

  it("is rejected with its deadline and arrival, as text and data", async () => {
    const { sent } = await late();
    expect(sent).toMatchObject({
      status: 409,
      body: { error: { code: "contest_closed", late: { deadline: DEADLINE, arrivedAt: at(3_000) } } },
    });
    expect(sent.body.error.message).toBe(
      "Your entry wasn't counted: it arrived on 2 Mar 2026, 08:00:03 UTC, after the deadline on 2 Mar 2026, 08:00:00 UTC. We kept it as “late, not counted”.",
    );
  });

  it("is rejected with dates in the reader's language", async () => {
    const { sent } = await late("Too late", { "accept-language": "bn" });
    expect(sent.body.error.message).toBe(
      "আপনার এন্ট্রি গণ্য হয়নি: এটি পৌঁছেছে ২ মার্চ ২০২৬, ০৮:০০:০৩ UTC, অথচ শেষ সময় ছিল ২ মার্চ ২০২৬, ০৮:০০:০০ UTC। আমরা এটি “দেরিতে এসেছে, গণ্য হয়নি” হিসেবে রেখেছি।",
    );
  });

  it("is stored for its author, replacing earlier ones, and changes nothing else", async () => {
    const { creator, author, contestId } = await createJoinedContest(site);
    const first = await steps.submit(author, contestId, "In time");
    for (const [ms, text] of [
      [3_000, "Late"],
      [4_000, "Later"],
    ] as const)
      await send(site, author, contestId, { head: ms, body: ms, text });
    expect(await getOwnEntry(site, author, contestId)).toMatchObject({
      entry: { _id: first._id, text: "In time" },
      late: { text: "Later", link: "", arrivedAt: at(4_000), deadline: DEADLINE },
    });
    expect(await site.db.select().from(lateEntries)).toHaveLength(1);
    clock.set(at(60_000));
    expect(await getOwnEntry(site, creator, contestId)).toMatchObject({ entry: null, late: null });
    expect(JSON.stringify(await api.as(creator).call(listJudgedEntries, { params: { contestId } }))).not.toMatch(
      /Late/,
    );
    const data = JSON.parse((await api.as(author).send({ url: "/api/my-data" })).body) as Record<string, unknown>;
    expect(data["lateEntries"]).toMatchObject([{ contestId, text: "Later", arrivedAt: at(4_000) }]);
  });

  it("returns the receipt again if identical to the submitted entry", async () => {
    const { author, contestId } = await createJoinedContest(site);
    const first = await steps.submit(author, contestId, "In time");
    expect(await send(site, author, contestId, { head: 3_000, body: 3_000, text: "In time" })).toMatchObject({
      status: 200,
      body: { submittedAt: first.submittedAt },
    });
    expect(await getOwnEntry(site, author, contestId)).toMatchObject({ late: null });
  });

  it("is not stored for non-participants", async () => {
    const { contestId } = await createJoinedContest(site);
    const stranger = await site.people.user();
    expect((await send(site, stranger, contestId, { head: 3_000, body: 3_000 })).status).toBe(409);
    expect(await site.db.select().from(lateEntries)).toEqual([]);
  });

  it("is deleted with its author's account", async () => {
    const { author } = await late();
    await site.db.transaction((tx) =>
      anonymizeUser(tx, author.id, { removedAt: clock.now(), leavingProviderSince: clock.now() }, {
        ...author,
        role: "user",
      } as never),
    );
    expect(await site.db.select().from(lateEntries)).toEqual([]);
  });

  it("creates one event for creator, admins and author, without content or name", async () => {
    const { creator, author, contestId } = await late("Secret words");
    await send(site, author, contestId, { head: 5_000, body: 5_000, text: "More secret words" });
    const { events } = await api.as(creator).call(getJudging, { params: { contestId } });
    expect(events).toEqual([{ kind: "late", at: at(3_000) }]);
    const trail = await api
      .as(await site.people.admin())
      .call(listAudit, { query: { contest: contestId, act: "entry_late" } });
    expect(trail).toMatchObject([{ by: { person: { _id: author.id } }, reason: "", from: "", to: "" }]);
    const data = JSON.parse((await api.as(author).send({ url: "/api/my-data" })).body) as Record<string, unknown>;
    expect(data["decisionsTaken"]).toMatchObject([{ act: "entry_late", contestId }]);
  });
});

describe("a withdrawn entry", () => {
  const site = testServer();
  const { api } = site;
  const steps = contestSteps(site);

  it("creates an event without content for creator, admins and author", async () => {
    const { creator, author, contestId } = await createJoinedContest(site);
    await steps.submit(author, contestId, "Secret words");
    await api
      .as(creator)
      .call(extendDeadline, {
        params: { id: contestId },
        body: { deadline: "2026-03-09T08:00:00Z", reason: "The hall is free a week later." },
      });
    await api.as(author).call(leaveContest, { body: { contestId, email: author.email } });
    const withdrawnAt = site.clock.now().toISOString();
    expect(await api.as(creator).call(getJudging, { params: { contestId } })).toMatchObject({
      entryCount: 0,
      events: [{ kind: "withdrawn", at: withdrawnAt }],
    });
    expect(await getOwnEntry(site, author, contestId)).toMatchObject({ entry: null, withdrawnAt });
    const rows = await site.db.select().from(auditEntries).where(eq(auditEntries.act, "entry_withdrawn"));
    expect(rows).toMatchObject([{ actorId: author.id, contestId, fromValue: "", toValue: "", reason: "" }]);
    const data = JSON.parse((await api.as(author).send({ url: "/api/my-data" })).body) as Record<string, unknown>;
    expect(data["decisionsTaken"]).toMatchObject([{ act: "entry_withdrawn" }]);
  });

  it("is counted among more events than are listed, which hide no late entries", async () => {
    const { creator, author, contestId } = await createJoinedContest(site);
    const now = site.clock.now().getTime();
    const event = (act: "entry_withdrawn" | "entry_late", seconds: number) => ({
      act,
      actorId: author.id,
      actorRole: "user" as const,
      userId: author.id,
      contestId,
      at: new Date(now + seconds * 1_000),
    });
    const withdrawals = Array.from({ length: 120 }, (_, index) => event("entry_withdrawn", index));
    await site.db.insert(auditEntries).values([...withdrawals, event("entry_late", 500)]);
    site.clock.set(DEADLINE);
    const { events = [], eventCounts } = await api.as(creator).call(getJudging, { params: { contestId } });
    expect(eventCounts).toEqual({ withdrawn: 120, late: 1 });
    expect(events).toHaveLength(101);
    expect(events.slice(-2)).toEqual([
      { kind: "withdrawn", at: new Date(now + 119_000).toISOString() },
      { kind: "late", at: new Date(now + 500_000).toISOString() },
    ]);
  });
});

describeOnPostgres("an entry waiting for the contest's lock at the deadline", () => {
  const site = testServer({ needsPostgres: true });

  it("counts from its arrival, even during the refund job", async () => {
    const { author, contestId } = await createJoinedContest(site);
    site.clock.set(at(-500));
    const submitted = await withRowLocked(
      site.db,
      contestRow(contestId),
      () => contestSteps(site).submit(author, contestId),
      1,
      async () => {
        site.clock.set(at(30_000));
        await runLifecycleJobs(site);
      },
    );
    expect(submitted.submittedAt).toBe(at(-500));
    site.clock.set(at(60_000));
    await runLifecycleJobs(site);
    expect(await contestSteps(site).stored(contestId)).toMatchObject({ cancelledAt: null, entryCount: 1 });
  });

  it("counts as late after waiting longer than a minute", async () => {
    const { author, contestId } = await createJoinedContest(site);
    site.clock.set(at(-500));
    const path = submitEntry.path.replace(":contestId", contestId);
    const response = await withRowLocked(
      site.db,
      contestRow(contestId),
      () => site.api.as(author).send({ method: "PUT", url: `/api${path}`, payload: { text: "Mine" } }),
      1,
      () => site.clock.set(at(60_000)),
    );
    expect(response.statusCode).toBe(409);
    await runLifecycleJobs(site);
    expect(await contestSteps(site).stored(contestId)).toMatchObject({
      cancelledAt: expect.any(Date) as Date,
      entryCount: 0,
    });
  });

  it("is not ignored by an earlier choice of the winner", async () => {
    const { creator, author, contestId } = await createJoinedContest(site);
    site.clock.set(at(-500));
    const [refusal, { _id, submittedAt }] = await inLockOrder(
      site.db,
      contestRow(contestId),
      [
        () =>
          site.api
            .as(creator)
            .expectError(declareWinner, {
              params: { contestId },
              body: { entryId: contestId, note: "The clearest of all." },
            }),
        () => contestSteps(site).submit(author, contestId),
      ],
      () => site.clock.set(DEADLINE),
    );
    expect(refusal).toMatchObject({ status: 409, code: "still_arriving" });
    expect(submittedAt).toBe(at(-500));
    expect(await contestSteps(site).choose(creator, contestId, _id)).toEqual({ modifiedCount: 1 });
  });
});
