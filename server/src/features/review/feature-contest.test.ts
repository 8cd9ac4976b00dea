import { eq } from "drizzle-orm";
import { listAudit } from "@conquest/shared/contracts/audit";
import { listFeaturedContests } from "@conquest/shared/contracts/listing";
import { deleteContest, updateContest } from "@conquest/shared/contracts/publishing";
import { decideReport, listReports, reportContest } from "@conquest/shared/contracts/reports";
import {
  confirmContest,
  MAX_FEATURED,
  featureContest,
  listContestsUnfiltered,
  returnToReview,
} from "@conquest/shared/contracts/review";
import { updateUser } from "@conquest/shared/contracts/users";
import { contests } from "../../database/schema/contests";
import { testServer, describeOnPostgres, type Person } from "../../testing/test-server";
import { contestSteps } from "../../testing/contest-steps";

describe("featured contests", () => {
  const server = testServer();
  const { api, people, clock } = server;
  const steps = contestSteps(server);

  const feature = (person: Person, id: string, isFeatured = true) =>
    api.as(person).call(featureContest, { params: { id }, body: { isFeatured } });
  const featureRefusal = (person: Person, id: string) =>
    api.as(person).expectError(featureContest, { params: { id }, body: { isFeatured: true } });
  const listFeatured = async () => (await api.call(listFeaturedContests, {})).map(({ _id }) => _id);
  const listFeaturedForAdmin = async (admin: Person) =>
    (await api.as(admin).call(listContestsUnfiltered, {})).filter(({ isFeatured }) => isFeatured).map(({ _id }) => _id);

  async function openContests(count = MAX_FEATURED + 1) {
    const [creator, admin] = [await people.creator(), await people.admin()];
    const ids = [];
    for (let made = 0; made < count; made += 1) ids.push(await steps.open(creator));
    return { creator, admin, ids };
  }

  it("are on the home page up to the limit, last featured first", async () => {
    const { admin, ids } = await openContests();
    expect(await listFeatured()).toEqual([]);
    for (const id of ids.slice(0, MAX_FEATURED)) {
      clock.advance(1000);
      expect(await feature(admin, id)).toEqual({ modifiedCount: 1 });
    }
    expect(await feature(admin, ids[0]!)).toEqual({ modifiedCount: 0 });
    expect(await listFeatured()).toEqual(ids.slice(0, MAX_FEATURED).reverse());
    expect((await listFeaturedForAdmin(admin)).sort()).toEqual((await listFeatured()).sort());
    expect(await featureRefusal(admin, ids[MAX_FEATURED]!)).toMatchObject({ status: 409, code: "too_many_featured" });
    expect(await feature(admin, ids[0]!, false)).toEqual({ modifiedCount: 1 });
    await feature(admin, ids[MAX_FEATURED]!);
    const acts = (await api.as(admin).call(listAudit, { query: { contest: ids[0]! } })).map(({ act }) => act);
    expect(acts).toEqual(["contest_unfeatured", "contest_featured", "contest_confirmed"]);
  });

  it("disappear and free their slot once they are no longer publicly open", async () => {
    const { creator, admin, ids } = await openContests(MAX_FEATURED);
    const [returned, cancelled, hidden] = ids as [string, string, string];
    for (const id of ids) await feature(admin, id);
    await api.as(admin).call(returnToReview, { params: { id: returned } });
    await steps.join(await people.user(), cancelled);
    await api.as(creator).call(deleteContest, { params: { id: cancelled } });
    await api
      .as(await people.user())
      .call(reportContest, { params: { contestId: hidden }, body: { reason: "spam", word: "Advertising" } });
    const [{ _id: caseId } = { _id: "" }] = await api.as(admin).call(listReports, {});
    await api.as(admin).call(decideReport, { params: { id: caseId }, body: { decision: "hide" } });
    expect(await listFeatured()).toEqual([]);
    await api.as(admin).call(decideReport, { params: { id: caseId }, body: { decision: "show" } });
    expect([await listFeatured(), await listFeaturedForAdmin(admin)]).toEqual([[], []]);

    const edited = await steps.open(creator);
    await feature(admin, edited);
    await api.as(creator).call(updateContest, { params: { id: edited }, body: { prize: "12345" } });
    await api.as(admin).call(confirmContest, { params: { id: edited }, body: { status: "open" } });
    expect([await listFeatured(), await listFeaturedForAdmin(admin)]).toEqual([[], []]);

    await feature(admin, hidden);
    await api.as(admin).call(updateUser, { params: { id: creator.id }, body: { status: "blocked" } });
    expect(await listFeatured()).toEqual([]);
    await api.as(admin).call(updateUser, { params: { id: creator.id }, body: { status: "verified" } });
    expect(await listFeatured()).toEqual([hidden]);
    clock.set("2026-03-02T08:00:00Z");
    expect([await listFeatured(), await listFeaturedForAdmin(admin)]).toEqual([[], []]);
    expect(await featureRefusal(admin, hidden)).toMatchObject({ status: 409, code: "not_open" });
  });

  it("are chosen by admins from public contests", async () => {
    const { creator, admin, ids } = await openContests(1);
    for (const person of [creator, await people.user()])
      expect(await featureRefusal(person, ids[0]!)).toMatchObject({ status: 403 });
    expect(
      await api.expectError(featureContest, { params: { id: ids[0]! }, body: { isFeatured: true } }),
    ).toMatchObject({ status: 401 });
    expect(await featureRefusal(admin, await steps.create(creator))).toMatchObject({ status: 409, code: "not_open" });
    expect(await featureRefusal(admin, crypto.randomUUID())).toMatchObject({ status: 404 });
    await api.as(admin).call(updateUser, { params: { id: creator.id }, body: { status: "blocked" } });
    expect(await featureRefusal(admin, ids[0]!)).toMatchObject({ status: 409, code: "not_public" });
  });
});

describeOnPostgres("concurrent featuring", () => {
  const server = testServer({ needsPostgres: true });
  const steps = contestSteps(server);

  it("never exceeds the limit", async () => {
    const { api, people } = server;
    const creator = await people.creator();
    const admins = [await people.admin(), await people.admin()];
    const ids = await Promise.all(Array.from({ length: 2 * MAX_FEATURED }, () => steps.open(creator)));
    const answers = await Promise.all(
      ids.map((id, nth) =>
        api
          .as(admins[nth % 2]!)
          .send({ method: "PUT", url: `/api${featureContest.path.replace(":id", id)}`, payload: { isFeatured: true } }),
      ),
    );
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 200, 200, 409, 409, 409]);
    const rows = await server.db
      .select({ featuredAt: contests.featuredAt })
      .from(contests)
      .where(eq(contests.creatorId, creator.id));
    expect(rows.filter(({ featuredAt }) => featuredAt)).toHaveLength(MAX_FEATURED);
  });
});
