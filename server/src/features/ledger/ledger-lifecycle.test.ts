import { deleteAccount, previewDeletion } from "@conquest/shared/contracts/account";
import { deleteContest, updateContest } from "@conquest/shared/contracts/publishing";
import { leaveContest } from "@conquest/shared/contracts/participation";
import { deleteUser } from "@conquest/shared/contracts/users";
import { verifyDerivedData } from "../../database/verify-derived-data";
import { testServer, type Person } from "../../testing/test-server";
import { readAuditLog } from "../../testing/read-audit-log";
import { contestSteps } from "../../testing/contest-steps";
import { DAY, HOUR } from "../../testing/test-clock";
import { runLifecycleJobs } from "../lifecycle/run-lifecycle-jobs";

const server = testServer();
const { api, people, clock, signInAgain } = server;
const steps = contestSteps(server);

const leave = (person: Person, contestId: string) =>
  api.as(person).call(leaveContest, { body: { contestId, email: person.email } });

async function deleteOwn(person: Person) {
  const { ends } = await api.as(person).call(previewDeletion, {});
  const authorization = `Bearer ${server.identity.issue({ uid: person.uid, email: person.email, signedInAt: clock.now() })}`;
  expect(
    (
      await api
        .as(person)
        .send({ method: "DELETE", url: `/api${deleteAccount.path}`, headers: { authorization }, payload: ends })
    ).statusCode,
  ).toBe(200);
}

/** Runs an action, then verifies the ledger and all derived data. */
async function expectSumsAfter(
  action: () => Promise<unknown>,
  sums: { payments: number; refunds: number; held: number },
) {
  await action();
  expect(await readAuditLog(server.db)).toMatchObject({ ...sums, differences: [] });
  expect((await verifyDerivedData(server.db)).filter(({ wrong }) => wrong.length > 0)).toEqual([]);
}

it("ledger adds up after every action, whether it moves money or not", async () => {
  const [nadia, leaver, other] = [await people.creator(), await people.creator(), await people.creator()];
  const [ann, bob, cat, dan] = [await people.user(), await people.user(), await people.user(), await people.user()];
  const until = (day: string, prize: string) => ({ deadline: `${day}T08:00:00Z`, prize });
  const [moved, unanswered, won] = [
    await steps.open(nadia, until("2026-03-05", "500")),
    await steps.open(nadia, until("2026-03-02", "300")),
    await steps.open(nadia, until("2026-03-02", "200")),
  ];
  const [orphaned, running, free] = [
    await steps.open(leaver, until("2026-03-09", "1200")),
    await steps.open(other, until("2026-06-01", "70")),
    await steps.open(other, until("2026-06-01", "0")),
  ];
  const join = async (contestId: string, ...who: Person[]) => {
    for (const person of who) await steps.join(person, contestId);
  };

  await expectSumsAfter(() => join(moved, ann, bob, cat), { payments: 3, refunds: 0, held: 1500 });
  await expectSumsAfter(() => leave(ann, moved), { payments: 3, refunds: 1, held: 1000 });
  await expectSumsAfter(() => join(moved, ann), { payments: 4, refunds: 1, held: 1500 });
  await expectSumsAfter(
    () => api.as(nadia).call(updateContest, { params: { id: moved }, body: { deadline: "2026-03-20T08:00:00Z" } }),
    { payments: 4, refunds: 1, held: 1500 },
  );
  await expectSumsAfter(() => leave(ann, moved), { payments: 4, refunds: 2, held: 1000 });
  await expectSumsAfter(() => join(unanswered, ann, bob), { payments: 6, refunds: 2, held: 1600 });
  await expectSumsAfter(() => join(won, ann, cat), { payments: 8, refunds: 2, held: 2000 });
  await expectSumsAfter(() => join(orphaned, bob, dan), { payments: 10, refunds: 2, held: 4400 });
  await expectSumsAfter(() => join(running, cat, dan), { payments: 12, refunds: 2, held: 4540 });
  await expectSumsAfter(() => join(free, ann), { payments: 12, refunds: 2, held: 4540 });
  await expectSumsAfter(() => leave(ann, free), { payments: 12, refunds: 2, held: 4540 });

  const { _id: entryId } = await steps.submit(ann, won);
  await steps.submit(bob, unanswered);
  clock.advance(3 * HOUR);
  await expectSumsAfter(() => steps.choose(nadia, won, entryId), { payments: 12, refunds: 2, held: 4540 });
  await expectSumsAfter(() => deleteOwn(leaver), { payments: 12, refunds: 4, held: 2140 });
  // Two participations are refunded; the third, in a decided contest, is not.
  await expectSumsAfter(() => deleteOwn(cat), { payments: 12, refunds: 6, held: 1570 });
  await expectSumsAfter(
    async () =>
      api
        .as(await people.admin())
        .call(deleteContest, { params: { id: moved }, body: { reason: "It was a mistake." } }),
    { payments: 12, refunds: 7, held: 1070 },
  );
  clock.advance(31 * DAY);
  await expectSumsAfter(() => runLifecycleJobs(server), { payments: 12, refunds: 9, held: 470 });
  await expectSumsAfter(() => runLifecycleJobs(server), { payments: 12, refunds: 9, held: 470 });
  await expectSumsAfter(async () => api.as(await people.admin()).call(deleteUser, { params: { id: dan.id } }), {
    payments: 12,
    refunds: 9,
    held: 470,
  });
  await expectSumsAfter(async () => deleteOwn(await signInAgain(nadia)), { payments: 12, refunds: 9, held: 470 });
  expect(await readAuditLog(server.db)).toMatchObject({ taken: 5540, refunded: 5070, held: 470 });
}, 60_000);
