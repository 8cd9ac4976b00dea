import { deleteAccount, previewDeletion } from "@conquest/shared/contracts/account";
import { listPublishedEntries } from "@conquest/shared/contracts/entries";
import {
  getContestDetails,
  getCreator,
  listBestCreators,
  listContests,
  searchContests,
} from "@conquest/shared/contracts/listing";
import { askQuestion, listQuestions } from "@conquest/shared/contracts/questions";
import { followContest, listFollowedContests } from "@conquest/shared/contracts/participation";
import { deleteUser, updateUser } from "@conquest/shared/contracts/users";
import { listWinners, listWonContests } from "@conquest/shared/contracts/winners";
import { verifyDerivedData } from "../../database/verify-derived-data";
import { testServer, type Person } from "../../testing/test-server";
import { contestSteps } from "../../testing/contest-steps";
import { HOUR } from "../../testing/test-clock";

const server = testServer();
const { api, people, clock } = server;
const steps = contestSteps(server);

const NAMED = { name: "Nadia Creator", picture: "https://pictures.example/nadia.png" };

async function createWonContest() {
  const creator = await people.creator(NAMED);
  const [winner, other, follower] = [await people.user(), await people.user(), await people.user()];
  const id = await steps.open(creator, { name: "Kites over the river" });
  await api.as(follower).call(followContest, { params: { contestId: id }, body: { isFollowing: true } });
  for (const person of [winner, other]) await steps.join(person, id);
  const { _id } = await steps.submit(winner, id, "My kite");
  await steps.submit(other, id);
  clock.advance(3 * HOUR);
  await steps.choose(creator, id, _id);
  return { id, creator, winner, other, follower };
}

async function deleteOwn(person: Person) {
  const { ends } = await api.as(person).call(previewDeletion, {});
  const token = server.identity.issue({ uid: person.uid, email: person.email, signedInAt: clock.now() });
  const { statusCode } = await api
    .as(person)
    .send({
      method: "DELETE",
      url: `/api${deleteAccount.path}`,
      headers: { authorization: `Bearer ${token}` },
      payload: ends,
    });
  expect(statusCode).toBe(200);
}
const removeByAdmin = async ({ id }: Person) => api.as(await people.admin()).call(deleteUser, { params: { id } });
const setStatus = async ({ id }: Person, status: "blocked" | "verified") =>
  api.as(await people.admin()).call(updateUser, { params: { id }, body: { status } });

const certificate = (id: string, person: Person) => api.as(person).send({ url: `/api/certificates/${id}` });
const picture = (id: string) => api.send({ url: `/media/winners/${id}.png` });
const listed = async () => (await api.call(listContests, { query: { phase: "completed" } })).map(({ _id }) => _id);

describe.each([
  ["deleted their account", deleteOwn],
  ["was removed by an admin", removeByAdmin],
])("a won contest whose creator %s", (_, leave) => {
  it("stays public without naming its creator", async () => {
    const { id, creator, winner } = await createWonContest();
    const { publicId } = (await steps.details(null, id)).creator;
    await leave(creator);
    for (const reader of [api, api.as(winner), api.as(await people.user()), api.as(await people.admin())]) {
      const { statusCode, body } = await reader.send({ url: `/api${getContestDetails.path.replace(":id", id)}` });
      expect(statusCode).toBe(200);
      expect(JSON.parse(body)).toMatchObject({
        phase: "completed",
        creator: { name: "Deleted user", photo: "", publicId: null },
        winner: { name: winner.name },
      });
      for (const trace of [NAMED.name, NAMED.picture, creator.id, creator.email, publicId!])
        expect(body).not.toContain(trace);
    }
    expect(await api.call(listPublishedEntries, { params: { contestId: id } })).toMatchObject([
      { text: "My kite", isWinner: true, name: winner.name },
    ]);
    expect((await picture(id)).statusCode).toBe(200);
  });

  it("stays in lists, search, follows and the winners list", async () => {
    const { id, creator, winner, follower } = await createWonContest();
    await leave(creator);
    expect(await listed()).toEqual([id]);
    expect(
      (await api.call(searchContests, { params: { searchTerm: "kites" } })).map(({ _id, creator: by }) => [
        _id,
        by.name,
      ]),
    ).toEqual([[id, "Deleted user"]]);
    expect((await api.as(follower).call(listFollowedContests, {})).map(({ _id }) => _id)).toEqual([id]);
    expect(await api.call(listWinners, {})).toMatchObject([{ _id: winner.id, timesWon: 1, lastContest: { _id: id } }]);
    expect((await verifyDerivedData(server.db)).filter(({ wrong }) => wrong.length > 0)).toEqual([]);
  });

  it("still has certificates, for its authors only", async () => {
    const { id, creator, winner, other, follower } = await createWonContest();
    await leave(creator);
    for (const person of [winner, other]) expect((await certificate(id, person)).statusCode).toBe(200);
    for (const person of [follower, await people.creator(), await people.admin()])
      expect((await certificate(id, person)).statusCode).toBe(404);
  });

  it("gives the creator no page, ranking or questions", async () => {
    const { id, creator } = await createWonContest();
    const { publicId } = (await steps.details(null, id)).creator;
    expect(await api.call(listBestCreators, {})).toHaveLength(1);
    await leave(creator);
    expect(await api.expectError(getCreator, { params: { id: publicId! } })).toMatchObject({ status: 404 });
    expect(await api.call(listBestCreators, {})).toEqual([]);
    expect(await api.call(listQuestions, { params: { contestId: id } })).toEqual([]);
    expect(
      await api
        .as(await people.user())
        .expectError(askQuestion, { params: { contestId: id }, body: { text: "And now?" } }),
    ).toMatchObject({ status: 409, code: "completed" });
  });
});

it("contests without a winner disappear with their creator", async () => {
  const creator = await people.creator();
  const [open, cancelled, joiner] = [await steps.open(creator), await steps.open(creator), await people.user()];
  await steps.join(joiner, cancelled);
  await deleteOwn(creator);
  for (const id of [open, cancelled])
    expect(await api.expectError(getContestDetails, { params: { id } })).toMatchObject({ status: 404 });
  expect(await steps.details(joiner, cancelled)).toMatchObject({
    phase: "cancelled",
    creator: { name: "Deleted user" },
  });

  const removed = await people.creator();
  const unjoined = await steps.open(removed);
  await removeByAdmin(removed);
  expect(await api.expectError(getContestDetails, { params: { id: unjoined } })).toMatchObject({ status: 404 });
  expect(await api.as(await people.user()).expectError(getContestDetails, { params: { id: unjoined } })).toMatchObject({
    status: 404,
  });
});

it("won contests are hidden while their creator is blocked, even if deleted then", async () => {
  const { id, creator, winner, other } = await createWonContest();
  const expectHidden = async () => {
    expect(await api.expectError(getContestDetails, { params: { id } })).toMatchObject({ status: 404 });
    expect(await api.expectError(listPublishedEntries, { params: { contestId: id } })).toMatchObject({ status: 404 });
    expect((await picture(id)).statusCode).toBe(404);
    expect([await listed(), await api.call(listWinners, {})]).toEqual([[], []]);
    expect(await api.as(winner).call(listWonContests, {})).toMatchObject([{ id, isPublic: false }]);
    expect(await steps.details(other, id)).toMatchObject({ phase: "completed" });
    expect((await certificate(id, other)).statusCode).toBe(200);
  };
  await setStatus(creator, "blocked");
  await expectHidden();
  await setStatus(creator, "verified");
  expect(await listed()).toEqual([id]);
  await setStatus(creator, "blocked");
  await removeByAdmin(creator);
  await expectHidden();
});
