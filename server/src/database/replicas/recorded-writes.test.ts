import { exportAudit } from "@conquest/shared/contracts/audit";
import { createContest } from "@conquest/shared/contracts/publishing";
import { aContestForm } from "../../testing/contest-steps";
import { openTestDatabase } from "../../testing/test-database";
import { testServer, type Person } from "../../testing/test-server";
import { PRIMARY_ONLY } from "./read-replicas";

const recorded: string[] = [];
const site = testServer({
  open: async () => ({
    ...(await openTestDatabase(false)),
    replicas: { ...PRIMARY_ONLY, recordWrite: async (userId) => void recorded.push(userId) },
  }),
});

async function recordedBy(person: Person, call: Parameters<ReturnType<typeof site.api.as>["send"]>[0]) {
  recorded.length = 0;
  const { statusCode } = await site.api.as(person).send(call);
  return [statusCode, recorded.filter((id) => id === person.id).length];
}

it("records the position after writes, rejected ones too, and exports, but not after reads", async () => {
  const [admin, creator] = [await site.people.admin(), await site.people.creator()];
  const create = { method: "POST", url: `/api${createContest.path}` } as const;
  expect(await recordedBy(creator, { ...create, payload: aContestForm() })).toEqual([200, 1]);
  expect(await recordedBy(creator, { ...create, payload: {} })).toEqual([422, 1]);
  expect(await recordedBy(admin, { url: `/api${exportAudit.path}` })).toEqual([200, 1]);
  expect(await recordedBy(admin, { url: "/api/audit-trail" })).toEqual([200, 0]);
});
