import {
  getCalendarAddress,
  renewCalendarAddress,
  revokeCalendarAddress,
} from "@conquest/shared/contracts/calendar-address";
import { inviteToContest } from "@conquest/shared/contracts/contest-access";
import { extendDeadline } from "@conquest/shared/contracts/deadline-extensions";
import { leaveContest } from "@conquest/shared/contracts/participation";
import { deleteContest } from "@conquest/shared/contracts/publishing";
import { deleteUser, updateUser } from "@conquest/shared/contracts/users";
import { exportMyData } from "@conquest/shared/contracts/account";
import { calendarAddresses } from "../../database/schema/calendars";
import { contestSteps } from "../../testing/contest-steps";
import { HOUR } from "../../testing/test-clock";
import { testServer, type Person } from "../../testing/test-server";

const SITE = "https://conquest.example";
const server = testServer({ config: { publicUrl: SITE, languages: ["en", "bn"] } });
const { api, people, clock } = server;
const steps = contestSteps(server);

const renew = async (person: Person) => (await api.as(person).call(renewCalendarAddress, {})).address;
const sendRenewal = (person: Person, replaces: string | null) =>
  api.as(person).send({ method: "PUT", url: `/api${renewCalendarAddress.path}`, payload: { replaces } });
async function refusalOf(person: Person, replaces: string | null) {
  const answer = await sendRenewal(person, replaces);
  const { error } = answer.json<{ error: { code: string; message: string } }>();
  return [answer.statusCode, error.code, error.message];
}
const read = (address: string, headers = {}) => server.app.inject({ url: address.slice(SITE.length), headers });
const linesOf = (text: string) => text.replaceAll("\r\n ", "").split("\r\n");

/** Returns the properties of each event by name. */
async function eventsAt(address: string): Promise<Record<string, string>[]> {
  const { statusCode, body } = await read(address);
  expect(statusCode).toBe(200);
  return body
    .split("BEGIN:VEVENT")
    .slice(1)
    .map((event) =>
      Object.fromEntries(
        linesOf(event)
          .filter((line) => line.includes(":"))
          .map((line) => [/^[\w-]+/.exec(line)![0], line.slice(line.indexOf(":") + 1)] as const)
          .toReversed(),
      ),
    );
}
const summaries = async (address: string) => (await eventsAt(address)).map((event) => event["SUMMARY"]);

describe("a calendar address", () => {
  it("is created once, shown once and stored as a hash", async () => {
    const user = await people.user();
    expect(await api.as(user).call(getCalendarAddress, {})).toEqual({ createdAt: null });
    const address = await renew(user);
    expect(address).toMatch(/^https:\/\/conquest\.example\/api\/calendars\/[\w-]{32}\.ics$/);
    expect(await api.as(user).call(getCalendarAddress, {})).toEqual({ createdAt: clock.now().toISOString() });
    const rows = await server.db.select().from(calendarAddresses);
    expect(JSON.stringify(rows)).not.toContain(/calendars\/(.{32})/.exec(address)![1]);
    const { body } = await api.as(user).send({ url: `/api${exportMyData.path}` });
    expect((JSON.parse(body) as { calendarAddresses: unknown }).calendarAddresses).toEqual([
      { createdAt: clock.now().toISOString() },
    ]);
  });

  it("ends when it is renewed or revoked", async () => {
    const user = await people.user();
    const first = await renew(user);
    const second = await renew(user);
    expect(second).not.toBe(first);
    expect([(await read(first)).statusCode, (await read(second)).statusCode]).toEqual([404, 200]);
    for (const revokedCount of [1, 0])
      expect(await api.as(user).call(revokeCalendarAddress, {})).toEqual({ revokedCount });
    const gone = await read(second);
    expect([gone.statusCode, gone.headers["cache-control"]]).toEqual([404, "no-store"]);
    expect(await api.as(user).call(getCalendarAddress, {})).toEqual({ createdAt: null });
  });

  it("is not replaced by a call that expects another state", async () => {
    const user = await people.user();
    const call = (replaces: string | null) => api.as(user).call(renewCalendarAddress, { body: { replaces } });
    const first = await call(null);
    expect(await refusalOf(user, null)).toEqual([
      409,
      "changed_elsewhere",
      "You already have a calendar address, created in another tab or on another device. Renew it to get a new one.",
    ]);
    expect((await read(first.address)).statusCode).toBe(200);
    clock.advance(1000);
    const second = await call(first.createdAt);
    expect([(await read(first.address)).statusCode, (await read(second.address)).statusCode]).toEqual([404, 200]);
    const overtaken = [409, "changed_elsewhere", expect.stringContaining("so nothing was changed")];
    expect(await refusalOf(user, first.createdAt)).toEqual(overtaken);
    expect((await read(second.address)).statusCode).toBe(200);
    await api.as(user).call(revokeCalendarAddress, {});
    expect(await refusalOf(user, second.createdAt)).toEqual(overtaken);
    expect(await api.as(user).call(getCalendarAddress, {})).toEqual({ createdAt: null });
    expect((await refusalOf(user, "yesterday"))[0]).toBe(422);
  });

  it("is created by one of several calls at once", async () => {
    const user = await people.user();
    const sent = await Promise.all(Array.from({ length: 5 }, () => sendRenewal(user, null)));
    expect(sent.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409, 409, 409, 409]);
    const { address } = sent.find(({ statusCode }) => statusCode === 200)!.json<{ address: string }>();
    expect((await read(address)).statusCode).toBe(200);
  });

  it("is a single one after several renewals at once", async () => {
    const user = await people.user();
    const addresses = await Promise.all(Array.from({ length: 5 }, () => renew(user)));
    const statuses = await Promise.all(addresses.map(async (address) => (await read(address)).statusCode));
    expect(statuses.toSorted()).toEqual([200, 404, 404, 404, 404]);
  });

  it("does not work while its person is blocked, and ends with the account", async () => {
    const [user, admin] = [await people.user(), await people.admin()];
    const address = await renew(user);
    await api.as(admin).call(updateUser, { params: { id: user.id }, body: { status: "blocked" } });
    expect((await read(address)).statusCode).toBe(404);
    await api.as(admin).call(updateUser, { params: { id: user.id }, body: { status: "verified" } });
    expect((await read(address)).statusCode).toBe(200);
    await api.as(admin).call(deleteUser, { params: { id: user.id } });
    expect((await read(address)).statusCode).toBe(404);
    expect(await server.db.select().from(calendarAddresses)).toEqual([]);
  });

  it("is not needed with a session, nor replaced by one", async () => {
    const user = await people.user();
    const address = await renew(user);
    await api.as(user).call(revokeCalendarAddress, {});
    const { statusCode } = await api.as(user).send({ url: address.slice(SITE.length) });
    expect(statusCode).toBe(404);
  });

  it.each([
    "x",
    "a".repeat(32),
    `${"a".repeat(31)}.ics`,
    `${"a".repeat(32)}.ICS`,
    "%00".repeat(3),
    `${"ক".repeat(32)}.ics`,
  ])("%j is 404", async (file) => {
    expect((await server.app.inject({ url: `/api/calendars/${encodeURIComponent(file)}` })).statusCode).toBe(404);
  });

  it("cannot be guessed at any speed, but known ones are not limited", async () => {
    const address = await renew(await people.user());
    const guess = () => server.app.inject({ url: `/api/calendars/${"a".repeat(32)}.ics` });
    for (let times = 0; times < 60; times += 1) expect((await guess()).statusCode).toBe(404);
    const refused = await guess();
    expect([refused.statusCode, refused.headers["retry-after"]]).toEqual([429, expect.any(String)]);
    expect((await read(address)).statusCode).toBe(200);
  });

  it("can be renewed ten times a minute", async () => {
    const user = await people.user();
    for (let times = 0; times < 10; times += 1) await renew(user);
    expect((await api.as(user).expectError(renewCalendarAddress, {})).status).toBe(429);
  });
});

describe("a calendar", () => {
  it("has the deadlines of contests that its person joined or runs", async () => {
    const [creator, user] = [await people.creator(), await people.user()];
    const joined = await steps.open(creator, { name: "Joined; নদী", deadline: "2026-03-09T17:59:00Z" });
    await steps.join(user, joined);
    await steps.open(await people.creator(), { name: "Not joined" });
    await steps.create(creator, { name: "In review" });
    const [address, ofCreator] = [await renew(user), await renew(creator)];
    const { headers, body } = await read(address);
    expect(headers).toMatchObject({
      "content-type": "text/calendar; charset=utf-8",
      "content-disposition": expect.stringContaining('filename="conquest.ics"'),
      "cache-control": "private, no-cache",
      "x-robots-tag": "noindex",
    });
    const lines = linesOf(body);
    for (const line of [
      "X-WR-CALNAME:Conquest deadlines",
      "REFRESH-INTERVAL;VALUE=DURATION:PT6H",
      "DTSTART:20260309T175900Z",
      "TRIGGER:-P1D",
    ])
      expect(lines).toContain(line);
    for (const line of body.split("\r\n")) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
    expect(await eventsAt(address)).toEqual([
      expect.objectContaining({
        UID: `${joined}@conquest.example`,
        SUMMARY: "Joined\\; নদী closes",
        URL: `${SITE}/contest-details/${joined}`,
      }),
    ]);
    const [own, ...others] = await eventsAt(ofCreator);
    expect(others).toEqual([]);
    expect(own!["DESCRIPTION"]).toBeDefined();
    expect(linesOf((await read(ofCreator)).body).join("\n")).toContain("You run this contest");
    expect(linesOf((await read(`${address}?language=bn`)).body)).toContain("SUMMARY:Joined\\; নদী: শেষ সময়");
  });

  it("keeps the UID and raises the sequence when a deadline moves", async () => {
    const [creator, user] = [await people.creator(), await people.user()];
    const id = await steps.open(creator);
    await steps.join(user, id);
    const address = await renew(user);
    const before = await read(address);
    const [first] = await eventsAt(address);
    expect((await read(address, { "if-none-match": before.headers["etag"] })).statusCode).toBe(304);
    await api
      .as(creator)
      .call(extendDeadline, { params: { id }, body: { deadline: "2026-03-05T08:00:00Z", reason: "More time." } });
    expect((await read(address, { "if-none-match": before.headers["etag"] })).statusCode).toBe(200);
    const [moved] = await eventsAt(address);
    expect([moved!["UID"], moved!["DTSTART"]]).toEqual([first!["UID"], "20260305T080000Z"]);
    expect(Number(moved!["SEQUENCE"])).toBeGreaterThan(Number(first!["SEQUENCE"]));
  });

  it("marks cancelled contests, and drops those that its person left", async () => {
    const [creator, user] = [await people.creator(), await people.user()];
    const [cancelled, left] = [
      await steps.open(creator, { name: "Cancelled" }),
      await steps.open(creator, { name: "Left" }),
    ];
    for (const id of [cancelled, left]) await steps.join(user, id);
    await api.as(user).call(leaveContest, { body: { contestId: left, email: user.email } });
    clock.advance(1_000);
    const address = await renew(user);
    expect(await summaries(address)).toEqual(["Cancelled closes"]);
    await api.as(creator).call(deleteContest, { params: { id: cancelled } });
    const [event] = await eventsAt(address);
    expect(event).toMatchObject({ STATUS: "CANCELLED", UID: `${cancelled}@conquest.example` });
    expect((await read(address)).body).not.toContain("VALARM");
    await api.as(creator).call(deleteContest, { params: { id: left } });
    expect(await summaries(address)).toEqual(["Cancelled closes"]);
  });

  it("has private contests only for people with access", async () => {
    const [creator, user] = [await people.creator(), await people.user()];
    const id = await steps.open(creator, { name: "Secret", visibility: "private" });
    await api.as(creator).call(inviteToContest, { params: { contestId: id }, body: { addresses: user.email } });
    const address = await renew(user);
    expect(await summaries(address)).toEqual([]);
    await steps.join(user, id);
    expect(await summaries(address)).toEqual(["Secret closes"]);
    await api.as(user).call(leaveContest, { body: { contestId: id, email: user.email } });
    expect(await summaries(address)).toEqual([]);
  });

  it("keeps passed deadlines for a year, without a reminder", async () => {
    const user = await people.user();
    await steps.join(user, await steps.open(await people.creator(), { name: "Passed" }));
    const address = await renew(user);
    clock.advance(3 * HOUR);
    expect(await summaries(address)).toEqual(["Passed closes"]);
    expect((await read(address)).body).not.toContain("VALARM");
    clock.advance(366 * 24 * HOUR);
    expect(await summaries(address)).toEqual([]);
  });
});
