import { createHash } from "node:crypto";
import { receiptText, entry as entryOf, getMyEntry, submitEntry } from "@conquest/shared/contracts/entries";
import { listContestEntries } from "@conquest/shared/contracts/judging/judged-entries";
import { entries } from "../../database/schema/contests";
import { testServer } from "../../testing/test-server";
import { contestSteps } from "../../testing/contest-steps";

const server = testServer();
const { api, people, clock } = server;
const steps = contestSteps(server);

const DEADLINE = "2026-03-02T08:00:00.000Z";
const JUST_BEFORE = "2026-03-02T07:59:59.999Z";
async function createJoinedContest() {
  const [creator, participant] = [await people.creator(), await people.user()];
  const contestId = await steps.open(creator, { hidesNames: false });
  await steps.join(participant, contestId);
  return { creator, participant, contestId };
}

describe("submitting an entry", () => {
  it("returns a receipt with the server's time and a digest", async () => {
    const { participant, contestId } = await createJoinedContest();
    const body = { text: "  আমার পোস্টার\nin two lines ", link: "https://example.com/poster" };
    const entry = await api.as(participant).call(submitEntry, { params: { contestId }, body });
    expect(entry).toMatchObject({
      text: "আমার পোস্টার\nin two lines",
      link: body.link,
      submittedAt: clock.now().toISOString(),
    });
    expect(entry.sha256).toBe(createHash("sha256").update(`${entry.text}\n${entry.link}`).digest("hex"));
    expect(await api.as(participant).call(getMyEntry, { params: { contestId } })).toEqual({
      entry,
      late: null,
      withdrawnAt: null,
    });
  });

  it.each([
    ["Bangla letters in one code point each", "\u09dc\u09dd\u09df", 1666],
    ["Bangla letters with a separate nukta", "\u09a1\u09bc", 5000],
    ["flags", "🇧🇩", 2500],
  ])("accepts 5,000 characters of %s, also when resubmitted, and rejects one more", async (_, letters, times) => {
    const { participant, contestId } = await createJoinedContest();
    const send = (text: string) => ({ params: { contestId }, body: { text } });
    const entry = await api.as(participant).call(submitEntry, send(letters.repeat(times)));
    expect(entry.text).toBe(letters.repeat(times).normalize("NFC"));
    expect(entry.sha256).toBe(createHash("sha256").update(receiptText(entry)).digest("hex"));
    expect(await api.as(participant).call(submitEntry, send(entry.text))).toEqual(entry);
    expect(await api.as(participant).expectError(submitEntry, send(letters.repeat(times + 1)))).toMatchObject({
      status: 422,
      fields: { text: "Use at most 5000 characters" },
    });
  });

  it.each(["<p>", "<!doctype html>", "  <3 and\r\n\tmore", "half \ud83d of an emoji"])(
    "returns a receipt of exactly the text shown for %j",
    async (text) => {
      const { participant, contestId } = await createJoinedContest();
      const entry = await api.as(participant).call(submitEntry, { params: { contestId }, body: { text } });
      const { entry: shown } = await api.as(participant).call(getMyEntry, { params: { contestId } });
      expect(shown?.text).toBe(text.trim().toWellFormed());
      expect(entry.sha256).toBe(createHash("sha256").update(receiptText(shown!)).digest("hex"));
    },
  );

  it("updates the entry until the deadline, with a new receipt", async () => {
    const { participant, contestId } = await createJoinedContest();
    const first = await steps.submit(participant, contestId, "First thought");
    clock.set(JUST_BEFORE);
    const second = await steps.submit(participant, contestId, "Second thought");
    expect(second).toMatchObject({ _id: first._id, text: "Second thought", submittedAt: JUST_BEFORE });
    expect(second.sha256).not.toBe(first.sha256);
    clock.set(DEADLINE);
    const late = { params: { contestId }, body: { text: "Third thought" } };
    expect(await api.as(participant).expectError(submitEntry, late)).toMatchObject({
      status: 409,
      code: "contest_closed",
    });
    expect(await api.as(participant).call(getMyEntry, { params: { contestId } })).toMatchObject({
      entry: second,
      late: { text: "Third thought", arrivedAt: "2026-03-02T08:00:00.000Z" },
      withdrawnAt: null,
    });
  });

  it("keeps the first receipt when the same content is submitted again", async () => {
    const { participant, contestId } = await createJoinedContest();
    const first = await steps.submit(participant, contestId);
    clock.advance(60_000);
    expect(await steps.submit(participant, contestId)).toEqual(first);
  });

  it("rejects replacing a version that the caller has not seen", async () => {
    const { participant, contestId } = await createJoinedContest();
    const send = (text: string, replaces?: string | null) => ({
      params: { contestId },
      body: { text, ...(replaces === undefined ? {} : { replaces }) },
    });
    const first = await api.as(participant).call(submitEntry, send("From one tab", null));
    for (const known of [null, "f".repeat(64)]) {
      expect(await api.as(participant).expectError(submitEntry, send("From another", known))).toMatchObject({
        status: 409,
        code: "changed_elsewhere",
      });
    }
    expect(await api.as(participant).call(getMyEntry, { params: { contestId } })).toEqual({
      entry: first,
      late: null,
      withdrawnAt: null,
    });
    // Resent because the response was lost.
    expect(await api.as(participant).call(submitEntry, send("From one tab", null))).toEqual(first);
    expect(await api.as(participant).call(submitEntry, send("From another", first.sha256))).toMatchObject({
      _id: first._id,
      text: "From another",
    });
    expect(await api.as(participant).call(submitEntry, send("Without a word of it"))).toMatchObject({
      _id: first._id,
      text: "Without a word of it",
    });
  });

  it("is limited to participants", async () => {
    const { creator, contestId } = await createJoinedContest();
    const call = { params: { contestId }, body: { text: "Mine" } };
    expect(await api.expectError(submitEntry, call)).toMatchObject({ status: 401 });
    for (const person of [creator, await people.user(), await people.admin()]) {
      expect(await api.as(person).expectError(submitEntry, call)).toMatchObject({ status: 409, code: "not_joined" });
    }
    expect(await server.db.select().from(entries)).toEqual([]);
  });

  it("returns 404 for pending or unknown contests", async () => {
    const participant = await people.user();
    for (const contestId of [await steps.create(await people.creator()), crypto.randomUUID(), "no-id"]) {
      const params = { contestId };
      expect(await api.as(participant).expectError(submitEntry, { params, body: { text: "Mine" } })).toMatchObject({
        status: 404,
      });
      expect(await api.as(participant).expectError(getMyEntry, { params })).toMatchObject({ status: 404 });
    }
  });

  it.each([
    ["no text", { text: " " }, "text"],
    ["a text that is too long", { text: "x".repeat(5001) }, "text"],
    ["a link that is not https", { text: "Mine", link: "http://example.com" }, "link"],
    ["a link that is a script", { text: "Mine", link: "javascript:alert(1)" }, "link"],
  ])("rejects %s and keeps the existing entry", async (_, body, field) => {
    const { participant, contestId } = await createJoinedContest();
    const entry = await steps.submit(participant, contestId);
    const refusal = await api.as(participant).expectError(submitEntry, { params: { contestId }, body });
    expect(refusal).toMatchObject({ status: 422, fields: { [field]: expect.any(String) as string } });
    expect(await api.as(participant).call(getMyEntry, { params: { contestId } })).toEqual({
      entry,
      late: null,
      withdrawnAt: null,
    });
  });

  it("shows users only their own entry", async () => {
    const { participant, contestId } = await createJoinedContest();
    await steps.submit(participant, contestId);
    expect(await api.expectError(getMyEntry, { params: { contestId } })).toMatchObject({ status: 401 });
    expect(await api.as(await people.user()).call(getMyEntry, { params: { contestId } })).toEqual({
      entry: null,
      late: null,
      withdrawnAt: null,
    });
  });
});

describe("a contest's entries", () => {
  it("are listed for owner and admins in order of submission, without addresses", async () => {
    const { creator, participant, contestId } = await createJoinedContest();
    const other = await people.user({ name: "Shirin" });
    await steps.join(other, contestId);
    const first = await steps.submit(other, contestId, "Shirin's");
    clock.advance(1);
    const second = await steps.submit(participant, contestId);
    for (const person of [creator, await people.admin()]) {
      expect(await api.as(person).call(listContestEntries, { params: { contestId } })).toEqual([
        {
          ...entryOf.parse(first),
          label: "Shirin",
          name: "Shirin",
          photo: "",
          isAuthorAway: false,
          isWinner: false,
          prizeName: null,
          isShortlisted: false,
          ownRating: null,
          ownCriteria: [],
          judges: null,
        },
        {
          ...entryOf.parse(second),
          label: participant.name,
          name: participant.name,
          photo: "",
          isAuthorAway: false,
          isWinner: false,
          prizeName: null,
          isShortlisted: false,
          ownRating: null,
          ownCriteria: [],
          judges: null,
        },
      ]);
    }
    const { body } = await api.as(creator).send({ url: `/api/contest-entries/${contestId}` });
    for (const secret of [other.email, other.id]) expect(body).not.toContain(secret);
    expect(await api.expectError(listContestEntries, { params: { contestId } })).toMatchObject({ status: 401 });
    for (const person of [participant, await people.user(), await people.creator()]) {
      expect(await api.as(person).expectError(listContestEntries, { params: { contestId } })).toMatchObject({
        status: 404,
      });
    }
  });

  it("are paged even if submitted at the same time", async () => {
    const { creator, participant, contestId } = await createJoinedContest();
    const everyone = [participant, await people.user(), await people.user()];
    const ids = [];
    for (const person of everyone) {
      if (person !== participant) await steps.join(person, contestId);
      ids.push((await steps.submit(person, contestId))._id);
    }
    const list = (query: { limit: number; cursor?: string }) =>
      api.as(creator).page(listContestEntries, { params: { contestId }, query });
    const first = await list({ limit: 2 });
    const rest = await list({ limit: 2, cursor: first.nextCursor! });
    expect([first.total, rest.nextCursor]).toEqual([3, null]);
    expect([...first.items, ...rest.items].map(({ _id }) => _id).sort()).toEqual(ids.sort());
  });
});
