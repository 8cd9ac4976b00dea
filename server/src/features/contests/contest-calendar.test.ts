import { eq } from "drizzle-orm";
import { extendDeadline } from "@conquest/shared/contracts/deadline-extensions";
import { updateUser } from "@conquest/shared/contracts/users";
import { contests } from "../../database/schema/contests";
import { testServer } from "../../testing/test-server";
import { contestSteps } from "../../testing/contest-steps";

const server = testServer();
const { api, people } = server;
const steps = contestSteps(server);

const read = (id: string, headers = {}) => api.send({ url: `/api/contest-calendar/${id}`, headers });
/** Unfolds lines: a line that begins with a space continues the previous one. */
const linesOf = (text: string) => text.replaceAll("\r\n ", "").split("\r\n");

it("has one event at the deadline with a reminder a day before", async () => {
  const id = await steps.open(await people.creator(), {
    name: "Posters, a lot; নদী",
    deadline: "2026-03-09T17:59:00Z",
  });
  const { statusCode, headers, body } = await read(id);
  expect(statusCode).toBe(200);
  expect(headers).toMatchObject({
    "content-type": "text/calendar; charset=utf-8",
    "content-disposition": expect.stringContaining('filename="contest.ics"'),
  });
  const lines = linesOf(body);
  expect(lines[0]).toBe("BEGIN:VCALENDAR");
  expect(lines.filter((line) => line === "BEGIN:VEVENT")).toHaveLength(1);
  for (const line of ["SUMMARY:Posters\\, a lot\\; নদী closes", "DTSTART:20260309T175900Z", "TRIGGER:-P1D"])
    expect(lines).toContain(line);
  expect(lines.find((line) => line.startsWith("UID:"))).toContain(id);
  expect(lines.find((line) => line.startsWith("URL"))).toContain(`/contest-details/${id}`);
  // Some calendars reject lines longer than 75 octets.
  for (const line of body.split("\r\n")) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
});

it("is in the language asked for", async () => {
  const id = await steps.open(await people.creator(), { name: "নদীর পোস্টার", tags: "Book Review" });
  const readLines = async (query: string) =>
    linesOf((await api.send({ url: `/api/contest-calendar/${id}${query}` })).body);
  const bangla = await readLines("?language=bn");
  for (const line of ["SUMMARY:নদীর পোস্টার: শেষ সময়", "DESCRIPTION:নদীর পোস্টার: শেষ হতে ১ দিন বাকি"])
    expect(bangla).toContain(line);
  expect(bangla.find((line) => line.startsWith("DESCRIPTION:Conquest-এর বই রিভিউ"))).toMatch(
    `/bn/contest-details/${id}`,
  );
  expect(bangla.join()).not.toMatch(/Book Review|Submit|closes/);
  const english = await readLines("?language=xx");
  expect(english).toEqual(await readLines(""));
  for (const line of ["SUMMARY:নদীর পোস্টার closes", "DESCRIPTION:নদীর পোস্টার closes in 1 day"])
    expect(english).toContain(line);
  expect(english.find((line) => line.startsWith("DESCRIPTION:Book Review on Conquest."))).toMatch(
    new RegExp(`(?<!/bn)/contest-details/${id}$`),
  );
});

it("follows RFC 5545 for strict calendars", async () => {
  const id = await steps.open(await people.creator(), { name: `Posters: "a lot"; \\ and নদী ${"👩‍👩‍👧‍👦".repeat(8)}` });
  const { body } = await read(id);
  expect(body.endsWith("END:VEVENT\r\nEND:VCALENDAR\r\n")).toBe(true);
  expect(body.replaceAll("\r\n", "")).not.toMatch(/[\r\n]/);
  const lines = linesOf(body);
  expect(lines.slice(lines.indexOf("END:VALARM") + 1)).toEqual(["END:VEVENT", "END:VCALENDAR", ""]);
  expect(lines.filter((line) => /^(?:DTEND|DURATION)/.test(line))).toEqual([]);
  for (const name of ["UID", "DTSTAMP", "DTSTART", "SUMMARY", "URL;VALUE=URI"])
    expect(lines.filter((line) => line.startsWith(`${name}:`))).toHaveLength(1);
  expect(lines).toContain("DTSTAMP:20260302T060000Z");
  expect(lines.find((line) => line.startsWith("SUMMARY:"))).toMatch(
    /^SUMMARY:Posters: "a lot"\\; \\\\ and নদী (?:👩‍👩‍👧‍👦){8} closes$/u,
  );
});

it("updates the same event after the deadline has moved", async () => {
  const creator = await people.creator();
  const id = await steps.open(creator, { deadline: "2026-03-09T17:59:00Z" });
  await steps.join(await people.user(), id);
  const before = linesOf((await read(id)).body);
  await api
    .as(creator)
    .call(extendDeadline, {
      params: { id },
      body: { deadline: "2026-03-12T17:59:00Z", reason: "The paper came late." },
    });
  const after = linesOf((await read(id)).body);
  expect(after).toContain("DTSTART:20260312T175900Z");
  const valueOf = (lines: string[], name: string) =>
    lines.find((line) => line.startsWith(`${name}:`))!.slice(name.length + 1);
  expect(valueOf(after, "UID")).toBe(valueOf(before, "UID"));
  expect(Number(valueOf(after, "SEQUENCE"))).toBeGreaterThan(Number(valueOf(before, "SEQUENCE")));
});

it("escapes line breaks in stored names", async () => {
  const id = await steps.open(await people.creator());
  await server.db
    .update(contests)
    .set({ name: "Posters\r\nEND:VEVENT\rBEGIN:VEVENT\nEND:VALARM" })
    .where(eq(contests.id, id));
  const { body } = await read(id);
  expect(linesOf(body).filter((line) => /^(?:END|BEGIN):/.test(line))).toEqual([
    "BEGIN:VCALENDAR",
    "BEGIN:VEVENT",
    "BEGIN:VALARM",
    "END:VALARM",
    "END:VEVENT",
    "END:VCALENDAR",
  ]);
});

it("responds 304 if unchanged", async () => {
  const id = await steps.open(await people.creator());
  const { headers } = await read(id);
  expect((await read(id, { "if-none-match": headers["etag"] })).statusCode).toBe(304);
});

it("exists for public contests only", async () => {
  const creator = await people.creator();
  const [pending, open] = [await steps.create(creator), await steps.open(creator)];
  expect((await read(pending)).statusCode).toBe(404);
  expect((await read("nothing")).statusCode).toBe(404);
  expect((await api.as(creator).send({ url: `/api/contest-calendar/${pending}` })).statusCode).toBe(404);
  await api.as(await people.admin()).call(updateUser, { params: { id: creator.id }, body: { status: "blocked" } });
  expect((await read(open)).statusCode).toBe(404);
});
