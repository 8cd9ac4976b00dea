import { eq } from "drizzle-orm";
import { deleteContest, updateContest } from "@conquest/shared/contracts/publishing";
import { listNotices } from "@conquest/shared/contracts/messages";
import { leaveContest } from "@conquest/shared/contracts/participation";
import { notices } from "../../database/schema/messages";
import { users } from "../../database/schema/people";
import { contestFollows } from "../../database/schema/taking-part";
import { testServer, type Person } from "../../testing/test-server";
import { contestSteps } from "../../testing/contest-steps";
import { sendDeadlineReminders } from "./participation-routes";

const server = testServer();
const { api, people, clock } = server;
const steps = contestSteps(server);

async function reminders(person: Person) {
  await sendDeadlineReminders(server);
  return (await api.as(person).call(listNotices, {}))
    .filter(({ kind }) => kind === "deadline_near")
    .map(({ href }) => href);
}

it("notifies a participant once within a day before the deadline", async () => {
  const [creator, participant] = [await people.creator(), await people.user()];
  const id = await steps.open(creator, { deadline: "2026-03-03T06:00:01Z" });
  await steps.join(participant, id);
  expect(await reminders(participant)).toEqual([]);
  clock.advance(1000);
  expect(await reminders(participant)).toEqual([`/contest-details/${id}#entry`]);
  expect(await reminders(participant)).toHaveLength(1);
  expect(await reminders(creator)).toEqual([]);
});

it("notifies again after the deadline has moved", async () => {
  const [creator, participant] = [await people.creator(), await people.user()];
  const id = await steps.open(creator);
  await steps.join(participant, id);
  expect(await reminders(participant)).toHaveLength(1);
  await api.as(creator).call(updateContest, { params: { id }, body: { deadline: "2026-03-04T08:00:00Z" } });
  expect(await reminders(participant)).toHaveLength(1);
  clock.set("2026-03-03T09:00:00Z");
  expect(await reminders(await server.signInAgain(participant))).toHaveLength(2);
});

it("ignores contests that are closed, left or cancelled", async () => {
  const [creator, participant, other] = [await people.creator(), await people.user(), await people.user()];
  const [over, left, cancelled] = [await steps.open(creator), await steps.open(creator), await steps.open(creator)];
  for (const id of [over, left, cancelled]) await steps.join(participant, id);
  await steps.join(other, left);
  await api.as(participant).call(leaveContest, { body: { contestId: left, email: participant.email } });
  await api.as(creator).call(deleteContest, { params: { id: cancelled } });
  clock.set("2026-03-02T08:00:00Z");
  expect(await reminders(participant)).toEqual([]);
});

it("notifies more users than one batch", async () => {
  const [creator, one] = [await people.creator(), await people.user()];
  const id = await steps.open(creator);
  const [template] = await server.db.select().from(users).where(eq(users.id, one.id));
  const many = Array.from({ length: 1001 }, (_, nth) => ({
    ...template!,
    id: `person-${nth}`,
    uid: `uid-${nth}`,
    email: `person-${nth}@example.com`,
  }));
  await server.db.insert(users).values(many);
  await server.db
    .insert(contestFollows)
    .values(many.map(({ id: userId }) => ({ userId, contestId: id, followedAt: clock.now() })));
  await sendDeadlineReminders(server);
  expect(await server.db.$count(notices, eq(notices.kind, "deadline_near"))).toBe(1001);
});

it("notifies once if two servers run at the same time", async () => {
  const [creator, participant] = [await people.creator(), await people.user()];
  await steps.join(participant, await steps.open(creator));
  await Promise.all([sendDeadlineReminders(server), sendDeadlineReminders(server)]);
  const written = await server.db.select().from(notices).where(eq(notices.kind, "deadline_near"));
  expect(written).toHaveLength(1);
});
