import { createHash } from "node:crypto";
import { eq } from "drizzle-orm";
import { exportMyData } from "@conquest/shared/contracts/account";
import type { EntryAnswer } from "@conquest/shared/contracts/entry-answers";
import type { EntryField } from "@conquest/shared/contracts/entry-fields";
import {
  receiptText,
  getMyEntry,
  listPublishedEntries,
  publishEntry,
  submitEntry,
} from "@conquest/shared/contracts/entries";
import { exportEntries, listContestEntries } from "@conquest/shared/contracts/judging/judged-entries";
import { getJudgedEntry, listJudgedEntries } from "@conquest/shared/contracts/judging/judging";
import { extendDeadline } from "@conquest/shared/contracts/deadline-extensions";
import { leaveContest } from "@conquest/shared/contracts/participation";
import { listReports, reportEntry } from "@conquest/shared/contracts/reports";
import { entries, lateEntries } from "../../database/schema/contests";
import { contestSteps } from "../../testing/contest-steps";
import { testServer, type Person } from "../../testing/test-server";
import { anonymizeUser } from "../users/deletion/remove-user";

const server = testServer();
const { api, people, clock } = server;
const steps = contestSteps(server);

const DEADLINE = "2026-03-02T08:00:00.000Z";
const field = (kind: EntryField["kind"], label: string, overrides: Partial<EntryField> = {}): EntryField => ({
  help: "",
  kind,
  label,
  options: [],
  isRequired: false,
  ...overrides,
});

const FIELDS = [
  field("short", "Title", { isRequired: true }),
  field("long", "Story"),
  field("number", "Height"),
  field("one", "Technique", { options: ["Ink", "Pencil"] }),
  field("several", "Materials", { options: ["Bamboo", "Cloth", "Rope"] }),
  field("link", "Earlier work"),
  field("consent", "I drew it myself.", { isRequired: true }),
];

const GIVEN = [
  { label: "I drew it myself.", value: true },
  { label: "Title", value: " A roof of books " },
  { label: "Story", value: "First the frame,\nthen the cloth." },
  { label: "Height", value: "৩.২" },
  { label: "Technique", value: "Ink" },
  { label: "Materials", value: ["Rope", "Bamboo"] },
  { label: "Earlier work", value: "http://drawings.example/roof" },
];

const STORED: EntryAnswer[] = [
  { kind: "short", label: "Title", value: "A roof of books" },
  { kind: "long", label: "Story", value: "First the frame,\nthen the cloth." },
  { kind: "number", label: "Height", value: 3.2 },
  { kind: "one", label: "Technique", value: "Ink" },
  { kind: "several", label: "Materials", value: ["Bamboo", "Rope"] },
  { kind: "link", label: "Earlier work", value: "http://drawings.example/roof" },
  { kind: "consent", label: "I drew it myself.", value: true },
];
const MINIMUM = [
  { label: "Title", value: "=A1" },
  { label: "I drew it myself.", value: true },
];

async function createJoined(overrides: { entryFields?: EntryField[]; hidesNames?: boolean } = {}) {
  clock.set("2026-03-02T06:00:00Z");
  const [creator, participant] = [await people.creator(), await people.user({ name: "Rafi Ahmed" })];
  const contestId = await steps.open(creator, { entryFields: FIELDS, hidesNames: false, ...overrides });
  await steps.join(participant, contestId);
  return { creator, participant, contestId, params: { contestId } };
}

type Sent = { label: string; value?: unknown }[];
const submit = (person: Person, contestId: string, answers: Sent, more: object = {}) =>
  api.as(person).call(submitEntry, { params: { contestId }, body: { text: "My stall", answers, ...more } as never });
const refusal = (person: Person, contestId: string, body: object) =>
  api.as(person).expectError(submitEntry, { params: { contestId }, body: { text: "My stall", ...body } as never });
const ownEntry = async (person: Person, contestId: string) =>
  (await api.as(person).call(getMyEntry, { params: { contestId } })).entry;
const table = async (person: Person, contestId: string, query = "") =>
  (await api.as(person).send({ url: `/api${exportEntries.path.replace(":contestId", contestId)}${query}` })).body;

describe("answers to the entry form", () => {
  it("are stored in the order of the fields and are part of the receipt", async () => {
    const { participant, contestId } = await createJoined();
    const entry = await submit(participant, contestId, GIVEN);
    expect(entry.answers).toEqual(STORED);
    expect(await ownEntry(participant, contestId)).toEqual(entry);
    expect(entry.sha256).toBe(createHash("sha256").update(receiptText(entry)).digest("hex"));
    expect(receiptText(entry)).toContain('\n"Materials": ["Bamboo","Rope"]\n');
    // The same content again is the same entry.
    expect(await submit(participant, contestId, GIVEN)).toEqual(entry);
  });

  it.each([
    ["2,52,000", 252_000],
    ["-12,345.5", -12_345.5],
    ["১,২৩৪", 1_234],
  ])("may be the number %s with separators", async (typed, value) => {
    const { participant, contestId } = await createJoined();
    const entry = await submit(participant, contestId, [...MINIMUM, { label: "Height", value: typed }]);
    expect(entry.answers).toContainEqual({ kind: "number", label: "Height", value });
  });

  it("can change until the deadline, and a change is a new version", async () => {
    const { participant, contestId } = await createJoined();
    const first = await submit(participant, contestId, GIVEN);
    const changed = await submit(participant, contestId, MINIMUM, { replaces: first.sha256 });
    expect(changed.sha256).not.toBe(first.sha256);
    expect(changed.answers).toEqual([
      { kind: "short", label: "Title", value: "=A1" },
      { kind: "consent", label: "I drew it myself.", value: true },
    ]);
    expect(await refusal(participant, contestId, { answers: GIVEN, replaces: first.sha256 })).toMatchObject({
      status: 409,
      code: "changed_elsewhere",
    });
    expect(await ownEntry(participant, contestId)).toEqual(changed);
  });

  const REQUIRED = "This field is required";
  const CHOOSE = "Choose from the options";
  const LINK = "Enter a link that starts with https:// or http://";
  const NUMBER = "Enter a number with at most 11 digits, and 4 after the point";
  it.each([
    ["a required text is missing", { Title: undefined }, { "answers.0": REQUIRED }],
    ["a required text is blank", { Title: "\u2800 " }, { "answers.0": REQUIRED }],
    ["a text is a number", { Title: 7 }, { "answers.0": "Enter a text" }],
    ["a short text has lines", { Title: "a\nb" }, { "answers.0": "Remove line breaks and hidden control characters" }],
    ["a short text is long", { Title: "x".repeat(201) }, { "answers.0": "Use at most 200 characters" }],
    ["a long text is too long", { Story: "x".repeat(2001) }, { "answers.1": "Use at most 2,000 characters" }],
    ["a text has a NUL", { Story: "a\u0000b" }, { "answers.1": "This text contains a character we can't save" }],
    ["a number is a word", { Height: "tall" }, { "answers.2": NUMBER }],
    ["a number is infinite", { Height: "Infinity" }, { "answers.2": NUMBER }],
    ["a number is huge", { Height: 1e308 }, { "answers.2": NUMBER }],
    ["a number has many digits", { Height: "123456789012" }, { "answers.2": NUMBER }],
    ["a number has a decimal comma", { Height: "3,2" }, { "answers.2": NUMBER }],
    ["a number is a list", { Height: [1] }, { "answers.2": NUMBER }],
    ["a choice is no option", { Technique: "Oil" }, { "answers.3": CHOOSE }],
    ["a choice is a list", { Technique: ["Ink"] }, { "answers.3": "Enter a text" }],
    ["several choices are a text", { Materials: "Rope" }, { "answers.4": CHOOSE }],
    ["one of several is no option", { Materials: ["Rope", "Gold"] }, { "answers.4": CHOOSE }],
    ["a link is a script", { "Earlier work": "javascript:alert(1)" }, { "answers.5": LINK }],
    ["a link has a password", { "Earlier work": "https://a:b@c.example" }, { "answers.5": LINK }],
    ["a link has no host", { "Earlier work": "https:path" }, { "answers.5": LINK }],
    [
      "a required consent is missing",
      { "I drew it myself.": undefined },
      { "answers.6": "You can submit only if you agree to this" },
    ],
    [
      "a required consent is not given",
      { "I drew it myself.": false },
      { "answers.6": "You can submit only if you agree to this" },
    ],
    ["a consent is a text", { "I drew it myself.": "yes" }, { "answers.6": "Answer this with yes or no" }],
    [
      "a field is unknown",
      { Colour: "Red" },
      { answers: "This contest's entry form has changed. Reload the page and check your answers." },
    ],
    ["two answers are wrong", { Title: "", Technique: "Oil" }, { "answers.0": REQUIRED, "answers.3": CHOOSE }],
  ])("are refused at their field if %s", async (_, wrong, fields) => {
    const { participant, contestId } = await createJoined();
    const before = await submit(participant, contestId, MINIMUM);
    const values: Record<string, unknown> = {
      ...Object.fromEntries(GIVEN.map(({ label, value }) => [label, value])),
      ...wrong,
    };
    const answers = Object.entries(values).map(([label, value]) => ({ label, value }));
    expect(await refusal(participant, contestId, { text: "Changed", answers })).toMatchObject({ status: 422, fields });
    expect(await ownEntry(participant, contestId)).toEqual(before);
  });

  it.each([["x"], [[7]], [[{ value: 1 }]], [Array.from({ length: 11 }, (_, n) => ({ label: `${n}`, value: "" }))]])(
    "are refused as %j",
    async (answers) => {
      const { participant, contestId } = await createJoined();
      expect(await refusal(participant, contestId, { answers })).toMatchObject({ status: 422 });
      expect(await ownEntry(participant, contestId)).toBeNull();
    },
  );

  it("are refused twice for one field, and without an entry form", async () => {
    const { participant, contestId } = await createJoined();
    expect(await refusal(participant, contestId, { answers: [...MINIMUM, MINIMUM[0]] })).toMatchObject({ status: 422 });
    const plain = await createJoined({ entryFields: [] });
    expect(await refusal(plain.participant, plain.contestId, { answers: MINIMUM })).toMatchObject({
      status: 422,
      fields: { answers: expect.stringContaining("has changed") },
    });
    const entry = await submit(plain.participant, plain.contestId, []);
    expect(entry).not.toHaveProperty("answers");
  });

  it("are not lost by an older page that knows no entry form", async () => {
    const { participant, contestId } = await createJoined({ entryFields: [field("short", "Nickname")] });
    const old = { status: 409, code: "entry_form_missing" };
    expect(await refusal(participant, contestId, {})).toMatchObject(old);
    const entry = await submit(participant, contestId, [{ label: "Nickname", value: "Kite" }]);
    expect(await refusal(participant, contestId, { text: "Changed" })).toMatchObject(old);
    expect(await ownEntry(participant, contestId)).toEqual(entry);
  });

  it("are not lost by older servers, which fail", async () => {
    const { participant, contestId } = await createJoined();
    const entry = await submit(participant, contestId, GIVEN);
    const sha256 = "a".repeat(64);
    const change = server.db.update(entries).set({ text: "Changed", sha256 }).where(eq(entries.id, entry._id));
    await expect(change.execute()).rejects.toThrow();
    const other = await people.user();
    await steps.join(other, contestId);
    const row = { contestId, userId: other.id, text: "New", sha256, number: 999 };
    const add = server.db.insert(entries).values({ ...row, submittedAt: clock.now(), createdAt: clock.now() });
    await expect(add.execute()).rejects.toThrow();
    const plain = await createJoined({ entryFields: [] });
    await server.db
      .insert(entries)
      .values({
        ...row,
        contestId: plain.contestId,
        userId: plain.participant.id,
        submittedAt: clock.now(),
        createdAt: clock.now(),
      });
  });

  it("are stored with a lone surrogate replaced, as texts are", async () => {
    const { participant, contestId } = await createJoined();
    const { answers } = await submit(participant, contestId, [...MINIMUM, { label: "Story", value: "half \ud83d" }]);
    expect(answers).toContainEqual({ kind: "long", label: "Story", value: "half \ufffd" });
  });

  it.each([
    [0, 0],
    ["-0", 0],
    ["-12345678901.1234", -12345678901.1234],
    [" 007.50 ", 7.5],
  ])("store the number %j exactly", async (value, stored) => {
    const { participant, contestId } = await createJoined();
    const { answers } = await submit(participant, contestId, [...MINIMUM, { label: "Height", value }]);
    expect(answers).toContainEqual({ kind: "number", label: "Height", value: stored });
  });
});

describe("readers of answers", () => {
  it("are the creator, judges and admins, also while names are hidden", async () => {
    const { creator, participant, contestId, params } = await createJoined({ hidesNames: true });
    const entry = await submit(participant, contestId, GIVEN);
    const judge = await people.user();
    await steps.answer(judge, await steps.invite(creator, contestId, judge.email));
    clock.set(DEADLINE);
    clock.advance(61_000);
    for (const person of [creator, judge, await people.admin()]) {
      const seen = await api.as(person).call(getJudgedEntry, { params: { contestId, entryId: entry._id } });
      expect(seen).toMatchObject({ answers: STORED, name: "" });
      expect(await api.as(person).call(listContestEntries, { params })).toMatchObject([{ answers: STORED }]);
    }
  });

  it("find an entry by a text in its answers, but not by consents", async () => {
    const { creator, participant, contestId, params } = await createJoined();
    await submit(participant, contestId, GIVEN);
    clock.set(DEADLINE);
    const find = async (q: string) => (await api.as(creator).call(listJudgedEntries, { params, query: { q } })).length;
    expect(await find("roof of BOOKS")).toBe(1);
    expect(await find("bamboo")).toBe(1);
    expect(await find("true")).toBe(0);
    expect(await find("[")).toBe(0);
  });

  it("are not visitors, even of a published entry", async () => {
    const { creator, participant, contestId, params } = await createJoined();
    const entry = await submit(participant, contestId, GIVEN);
    clock.set(DEADLINE);
    await steps.choose(creator, contestId, entry._id);
    const [shown] = await api.call(listPublishedEntries, { params });
    expect(shown).toMatchObject({ _id: entry._id, isWinner: true });
    expect(JSON.stringify(shown)).not.toContain("roof");
  });

  it("include the admins who decide a report", async () => {
    const { creator, participant, contestId, params } = await createJoined();
    const other = await people.user();
    await steps.join(other, contestId);
    const winning = await submit(other, contestId, MINIMUM);
    const entry = await submit(participant, contestId, GIVEN);
    clock.set(DEADLINE);
    await steps.choose(creator, contestId, winning._id);
    await api.as(participant).call(publishEntry, { params, body: { isPublished: true } });
    const body = { reason: "stolen", word: "Copied" } as const;
    await api.as(await people.user()).call(reportEntry, { params: { entryId: entry._id }, body });
    expect(await api.as(await people.admin()).call(listReports, {})).toMatchObject([{ answers: STORED }]);
  });

  it("get a column for each field in the table, without formulas", async () => {
    const { creator, participant, contestId } = await createJoined();
    await submit(participant, contestId, GIVEN);
    const other = await people.user();
    await steps.join(other, contestId);
    clock.advance(1000);
    await submit(other, contestId, MINIMUM);
    const [head, first, ...rest] = (await table(creator, contestId)).split("\r\n");
    expect(head).toMatch(/"Title","Story","Height","Technique","Materials","Earlier work","I drew it myself\."$/);
    expect(first).toMatch(
      /,"A roof of books","First the frame,\nthen the cloth\.",3\.2,"Ink","Bamboo; Rope","http:\/\/drawings\.example\/roof","yes"$/,
    );
    expect(rest[0]).toMatch(/,"'=A1","","","","","","yes"$/);
    const inBangla = (await table(creator, contestId, "?language=bn")).split("\r\n");
    expect(inBangla[0]).toMatch(/"Title","Story"/);
    expect(inBangla[1]).toMatch(/"হ্যাঁ"$/);
  });

  it("have no new columns for contests without an entry form", async () => {
    const { creator, participant, contestId } = await createJoined({ entryFields: [] });
    await submit(participant, contestId, []);
    expect((await table(creator, contestId)).split("\r\n")[0]).toMatch(/"Your feedback"$/);
  });

  it("get columns of different names, also if a field is called like another column", async () => {
    const entryFields = [field("short", "text"), field("short", "Text (2)"), field("short", "Title")];
    const { creator, contestId } = await createJoined({ entryFields });
    expect(await table(creator, contestId)).toMatch(/"Text",.*"text \(2\)","Text \(2\) \(2\)","Title"\r\n$/);
  });

  it("neutralize formulas in the labels of fields", async () => {
    const { creator, contestId } = await createJoined({ entryFields: [field("short", "=cmd()")] });
    expect(await table(creator, contestId)).toContain(`"'=cmd()"`);
  });
});

describe("answers of a person", () => {
  const myData = async (person: Person) =>
    JSON.parse((await api.as(person).send({ url: `/api${exportMyData.path}` })).body) as Record<string, unknown>;

  it("are in their data file, and the entry form in the creator's", async () => {
    const { creator, participant, contestId } = await createJoined();
    await submit(participant, contestId, GIVEN);
    clock.set(DEADLINE);
    clock.advance(61_000);
    await refusal(participant, contestId, { text: "Late", answers: MINIMUM });
    expect(await myData(participant)).toMatchObject({
      entries: [{ answers: STORED }],
      lateEntries: [{ answers: [{ label: "Title", value: "=A1" }, { label: "I drew it myself." }] }],
    });
    expect(await myData(creator)).toMatchObject({ contests: [{ entryFields: FIELDS }] });
  });

  it("are kept with a late entry if valid, for its author only", async () => {
    const { creator, participant, contestId } = await createJoined();
    clock.set(DEADLINE);
    clock.advance(61_000);
    const answers = [...MINIMUM, { label: "Technique", value: "Oil" }];
    expect(await refusal(participant, contestId, { answers })).toMatchObject({ code: "contest_closed" });
    const { late } = await api.as(participant).call(getMyEntry, { params: { contestId } });
    expect(late?.answers).toEqual([
      { kind: "short", label: "Title", value: "=A1" },
      { kind: "consent", label: "I drew it myself.", value: true },
    ]);
    expect(await table(creator, contestId)).not.toContain("=A1");
    // An older page's late text is kept, too.
    expect(await refusal(participant, contestId, { text: "Later" })).toMatchObject({ code: "contest_closed" });
    const after = await api.as(participant).call(getMyEntry, { params: { contestId } });
    expect(after.late).toMatchObject({ text: "Later" });

    await server.db.transaction((tx) =>
      anonymizeUser(tx, participant.id, { removedAt: clock.now(), leavingProviderSince: clock.now() }, {
        ...participant,
        role: "user",
      } as never),
    );
    expect(await server.db.$count(lateEntries, eq(lateEntries.userId, participant.id))).toBe(0);
  });

  it("are deleted with a withdrawn entry", async () => {
    const { creator, participant, contestId } = await createJoined();
    await submit(participant, contestId, GIVEN);
    const body = { deadline: "2026-03-09T08:00:00Z", reason: "The hall is free a week later." };
    await api.as(creator).call(extendDeadline, { params: { id: contestId }, body });
    await api.as(participant).call(leaveContest, { body: { contestId, email: participant.email } });
    expect(await server.db.$count(entries, eq(entries.contestId, contestId))).toBe(0);
  });
});
