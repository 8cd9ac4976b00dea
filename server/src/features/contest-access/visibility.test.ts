import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { inviteToContest } from "@conquest/shared/contracts/contest-access";
import type { ContestCard } from "@conquest/shared/contracts/contests";
import { duplicateContest, getDraft } from "@conquest/shared/contracts/drafts";
import * as listing from "@conquest/shared/contracts/listing";
import { listMyContests, updateContest } from "@conquest/shared/contracts/publishing";
import {
  followContest,
  listFollowedContests,
  listParticipatedContests,
} from "@conquest/shared/contracts/participation";
import { featureContest, listContestsUnfiltered } from "@conquest/shared/contracts/review";
import { listAudit } from "@conquest/shared/contracts/audit";
import { uploadPicture } from "@conquest/shared/contracts/media/uploads";
import { VISIBILITIES } from "@conquest/shared/contracts/visibility";
import { listWinners, listWonContests } from "@conquest/shared/contracts/winners";
import { verifyDerivedData } from "../../database/verify-derived-data";
import { entries } from "../../database/schema/contests";
import { creatorRecords } from "../../database/schema/records";
import { allEndpoints } from "../../testing/all-endpoints";
import { aContestForm, contestSteps } from "../../testing/contest-steps";
import { ACCESS_MATRIX } from "../../testing/safety/access-matrix";
import { ONE_PIXEL_PNG, createAllRoles } from "../../testing/safety/all-roles";
import { HOUR } from "../../testing/test-clock";
import { testServer, type Person } from "../../testing/test-server";
import { sendDeadlineReminders } from "../participation/participation-routes";

const server = testServer();
const { api, people, clock } = server;
const steps = contestSteps(server);

const names = (cards: readonly Pick<ContestCard, "name">[]) => cards.map(({ name }) => name);

afterEach(async () => {
  expect((await verifyDerivedData(server.db)).filter(({ wrong }) => wrong.length > 0)).toEqual([]);
});

/** An open contest of each visibility, each with a participant and an invited person. */
async function openAll() {
  const [owner, participant, invited, stranger, admin] = [
    await people.creator(),
    await people.user(),
    await people.user(),
    await people.user(),
    await people.admin(),
  ];
  const ids = { public: "", unlisted: "", private: "" };
  for (const visibility of VISIBILITIES)
    ids[visibility] = await steps.open(owner, { name: `River ${visibility}`, visibility });
  await api
    .as(owner)
    .call(inviteToContest, { params: { contestId: ids.private }, body: { addresses: participant.email } });
  for (const id of Object.values(ids)) await steps.join(participant, id);
  await api.as(owner).call(inviteToContest, { params: { contestId: ids.private }, body: { addresses: invited.email } });
  return { owner, participant, invited, stranger, admin, ids };
}

const canOpen = async (person: Person | null, id: string) => {
  const response = await (person ? api.as(person) : api).send({ url: `/api/contest-details/${id}` });
  return response.statusCode;
};

describe("contests that are not public", () => {
  it("are in no list of other people", async () => {
    const { owner, participant, invited, stranger, admin } = await openAll();
    const [record] = await server.db
      .select({ id: creatorRecords.publicId })
      .from(creatorRecords)
      .where(eq(creatorRecords.creatorId, owner.id));
    for (const caller of [api, ...[owner, participant, invited, stranger, admin].map((person) => api.as(person))]) {
      const lists = [
        await caller.call(listing.listContests, {}),
        await caller.call(listing.listContests, { query: { q: "river" } }),
        await caller.call(listing.listContests, { query: { tag: "Image Design Contests", sort: "newest" } }),
        await caller.call(listing.listPopularContests, {}),
        await caller.call(listing.listTopContests, {}),
        await caller.call(listing.searchContests, { params: { searchTerm: "river" } }),
        await caller.call(listing.searchContests, { params: { searchTerm: "rivr" } }),
        await caller.call(listing.listCreatorContests, { params: { id: record!.id } }),
      ];
      expect(lists.map(names)).toEqual(Array(8).fill(["River public"]));
      expect(await caller.call(listing.searchContests, { params: { searchTerm: "unlisted" } })).toEqual([]);
      expect((await caller.page(listing.listContests, {})).total).toBe(1);
      expect(await caller.call(listing.getSiteTotals, {})).toMatchObject({ openCount: 1, prizeTotal: 50000 });
      expect((await caller.call(listing.getCreator, { params: { id: record!.id } })).record.run).toBe(1);
      const [best] = await caller.call(listing.listBestCreators, {});
      expect(best?.bestContest.name).toBe("River public");
    }
  });

  it("give their creator no public page and no place among the best", async () => {
    const creator = await people.creator();
    const id = await steps.open(creator, { visibility: "unlisted" });
    expect((await steps.details(null, id)).creator.publicId).toBeNull();
    expect(await api.call(listing.listBestCreators, {})).toEqual([]);
  });

  it("are in the lists of those who take part, own or manage them", async () => {
    const { owner, participant, admin } = await openAll();
    const all = ["River private", "River public", "River unlisted"];
    const own = await api.as(owner).call(listMyContests, { params: { email: owner.email } });
    const joined = await api.as(participant).call(listParticipatedContests, { params: { email: participant.email } });
    const managed = await api.as(admin).call(listContestsUnfiltered, {});
    expect([own, joined, managed].map((list) => names(list).sort())).toEqual([all, all, all]);
    for (const list of [own, joined, managed])
      expect(list.map(({ visibility }) => visibility ?? "public").sort()).toEqual(["private", "public", "unlisted"]);
  });

  it("are open to those with access, and the private one to no one else", async () => {
    const { owner, participant, invited, stranger, admin, ids } = await openAll();
    const former = await people.user();
    const judge = await people.user();
    const askedToJudge = await people.user();
    await api
      .as(owner)
      .call(inviteToContest, { params: { contestId: ids.private }, body: { addresses: former.email } });
    await steps.join(former, ids.private);
    const invitationId = await steps.invite(owner, ids.private, judge.email);
    await steps.answer(judge, invitationId);
    await steps.invite(owner, ids.private, askedToJudge.email);
    for (const person of [owner, participant, invited, admin, former, judge, askedToJudge])
      expect(await canOpen(person, ids.private)).toBe(200);
    for (const person of [null, stranger]) expect(await canOpen(person, ids.private)).toBe(404);
    for (const person of [null, stranger]) expect(await canOpen(person, ids.unlisted)).toBe(200);
  });

  it("cannot be featured, and stop being featured", async () => {
    const { admin, owner, ids } = await openAll();
    const feature = (id: string) => ({ params: { id }, body: { isFeatured: true } });
    for (const id of [ids.unlisted, ids.private])
      expect(await api.as(admin).expectError(featureContest, feature(id))).toMatchObject({ code: "not_listed" });
    await api.as(admin).call(featureContest, feature(ids.public));
    expect(await api.call(listing.listFeaturedContests, {})).toHaveLength(1);
    await api.as(owner).call(updateContest, { params: { id: ids.public }, body: { visibility: "unlisted" } });
    expect(await api.call(listing.listFeaturedContests, {})).toEqual([]);
    expect((await steps.stored(ids.public))!.featuredAt).toBeNull();
  });

  it("show their winner only in the winner's own lists", async () => {
    const { owner, participant, ids } = await openAll();
    for (const id of Object.values(ids)) await steps.submit(participant, id);
    clock.advance(3 * HOUR);
    for (const id of [ids.unlisted, ids.private]) await declare(owner, id);
    expect(await api.call(listWinners, {})).toEqual([]);
    await declare(owner, ids.public);
    expect(await api.call(listWinners, {})).toMatchObject([{ timesWon: 1, lastContest: { name: "River public" } }]);
    expect(await api.as(participant).call(listWonContests, {})).toHaveLength(3);
  });

  it("remind only followers who can still see them", async () => {
    const { owner, invited, stranger, ids } = await openAll();
    for (const id of [ids.unlisted, ids.private])
      await api.as(invited).call(followContest, { params: { contestId: id }, body: { isFollowing: true } });
    await api.as(stranger).call(followContest, { params: { contestId: ids.unlisted }, body: { isFollowing: true } });
    await api.as(owner).call(updateContest, { params: { id: ids.unlisted }, body: { visibility: "private" } });
    expect(names(await api.as(stranger).call(listFollowedContests, {}))).toEqual([]);
    expect(names(await api.as(invited).call(listFollowedContests, {}))).toEqual(["River private"]);
    await sendDeadlineReminders(server);
    const reminders = async (person: Person) =>
      (await steps.noticesOf(person)).filter(({ kind }) => kind === "deadline_near").length;
    expect([await reminders(invited), await reminders(stranger)]).toEqual([1, 0]);
  });

  it("show their picture only to those who see the contest", async () => {
    const owner = await people.creator();
    const { address } = await api
      .as(owner)
      .call(uploadPicture, { query: { name: "cover.png" }, body: ONE_PIXEL_PNG as never });
    const id = await steps.open(owner, { image: address, visibility: "private" });
    const stranger = await people.user();
    const statusFor = async (person: Person | null, url = address) =>
      (await (person ? api.as(person) : api).send({ url })).statusCode;
    const shown = await api.as(owner).send({ url: address });
    expect([shown.statusCode, shown.headers["cache-control"]]).toEqual([200, "private, no-store"]);
    expect([await statusFor(null), await statusFor(stranger)]).toEqual([404, 404]);
    expect(await statusFor(owner, `/media/previews/${address.slice("/media/".length)}.jpg`)).toBe(404);
    expect(await canOpen(owner, id)).toBe(200);
    const { _id } = await api.as(owner).call(duplicateContest, { params: { id } });
    const { form } = await api.as(owner).call(getDraft, { params: { id: _id } });
    expect(form.image).not.toBe(address);
    expect([
      await statusFor(owner, form.image),
      await statusFor(null, form.image),
      await statusFor(stranger, form.image),
    ]).toEqual([200, 404, 404]);
  });
});

async function declare(owner: Person, id: string) {
  const [entry] = await server.db.select({ id: entries.id }).from(entries).where(eq(entries.contestId, id));
  await steps.choose(await server.signInAgain(owner), id, entry!.id);
}

describe("a private contest", () => {
  it("answers every call of others like a contest that does not exist", async () => {
    const world = await createAllRoles(server);
    const attempts = allEndpoints.flatMap((endpoint) => {
      const row = ACCESS_MATRIX[`${endpoint.method} ${endpoint.path}`];
      return row?.ask ? [{ endpoint, ask: row.ask }] : [];
    });
    const differing: string[] = [];
    let compared = 0;
    for (const name of ["visitor", "user", "participant", "other creator"] as const) {
      const person = world.people[name];
      const answerFor = async ({ endpoint, ask }: (typeof attempts)[number], id: string) => {
        const used = { ...world, contestId: id, pendingId: id, wonId: id, privateId: id };
        const { params = {}, query = {}, body } = ask(used, person ?? world.people.user!);
        if (!JSON.stringify([params, body ?? null]).includes(id)) return null;
        const path = endpoint.path.replace(/:(\w+)/g, (_, key: string) => encodeURIComponent(params[key]!));
        const response = await (person ? api.as(person) : api).send({
          method: endpoint.method,
          url: `/api${path}?${new URLSearchParams(query).toString()}`,
          ...(endpoint.method !== "GET" && { payload: body ?? {} }),
        });
        return `${response.statusCode} ${response.headers["cache-control"] ?? ""} ${response.body.replaceAll(id, "ID")}`;
      };
      for (const attempt of attempts) {
        const missing = await answerFor(attempt, randomUUID());
        if (missing === null) continue;
        compared += 1;
        const hidden = await answerFor(attempt, world.privateId);
        if (hidden !== missing)
          differing.push(`${name}: ${attempt.endpoint.method} ${attempt.endpoint.path} ${hidden}`);
      }
    }
    expect(differing).toEqual([]);
    expect(compared).toBeGreaterThan(100);
  });

  it("has no calendar for others, and one for those who see it", async () => {
    const { invited, stranger, ids } = await openAll();
    const status = async (person: Person) =>
      (await api.as(person).send({ url: `/api/contest-calendar/${ids.private}` })).statusCode;
    expect([await status(invited), await status(stranger)]).toEqual([200, 404]);
  });
});

describe("a change of visibility", () => {
  const change = (id: string, visibility: (typeof VISIBILITIES)[number]) => ({ params: { id }, body: { visibility } });

  it("hides the contest and keeps the access of participants", async () => {
    const owner = await people.creator();
    const [participant, stranger] = [await people.user(), await people.user()];
    const id = await steps.open(owner);
    await steps.join(participant, id);
    await api.as(owner).call(updateContest, change(id, "private"));
    expect((await steps.stored(id))!.status).toBe("open");
    expect([await canOpen(participant, id), await canOpen(stranger, id), await canOpen(null, id)]).toEqual([
      200, 404, 404,
    ]);
    const [event] = await api.as(await people.admin()).call(listAudit, { query: { act: "visibility_changed" } });
    expect(event).toMatchObject({ from: "public", to: "private" });
  });

  it("to more visible is refused after someone joined", async () => {
    const { owner, ids } = await openAll();
    for (const [id, visibility] of [
      [ids.private, "unlisted"],
      [ids.unlisted, "public"],
    ] as const) {
      const refused = await api.as(owner).expectError(updateContest, change(id, visibility));
      expect(refused).toMatchObject({ status: 409, code: "terms_frozen" });
      expect(refused.fields["visibility"]).toMatch(/less visible/);
    }
    await api.as(owner).call(updateContest, change(ids.unlisted, "private"));
    expect((await steps.details(owner, ids.private)).may.edit.frozen["visibility"]).toMatch(/less visible/);
  });

  it("beyond what was approved is reviewed again", async () => {
    const owner = await people.creator();
    const id = await steps.open(owner, { visibility: "private" });
    await api.as(owner).call(updateContest, change(id, "public"));
    expect(await steps.stored(id)).toMatchObject({ status: "pending", visibility: "public" });
    expect(await api.call(listing.listContests, {})).toEqual([]);
  });

  it("back to what was approved needs no review", async () => {
    const owner = await people.creator();
    const id = await steps.open(owner);
    await api.as(owner).call(updateContest, change(id, "private"));
    await api.as(owner).call(updateContest, change(id, "public"));
    expect((await steps.stored(id))!.status).toBe("open");
    expect(names(await api.call(listing.listContests, {}))).toHaveLength(1);
  });

  it.each(["secret", ""])("rejects %j and changes nothing", async (visibility) => {
    const owner = await people.creator();
    const id = await steps.open(owner, { visibility: "private" });
    const refused = await api.as(owner).expectError(updateContest, change(id, visibility as never));
    expect(refused).toMatchObject({ status: 422, fields: { visibility: "Choose who can see the contest" } });
    expect((await steps.stored(id))!.visibility).toBe("private");
  });
});

it("keeps a contest without a visibility public", async () => {
  const id = await steps.open(await people.creator());
  expect(aContestForm()).not.toHaveProperty("visibility");
  expect((await steps.details(null, id)).visibility).toBeUndefined();
});
