import { listBriefChanges } from "@conquest/shared/contracts/brief-changes";
import { updateContest } from "@conquest/shared/contracts/publishing";
import { confirmContest } from "@conquest/shared/contracts/review";
import { contestSteps } from "../../testing/contest-steps";
import { testServer, type Person } from "../../testing/test-server";

const server = testServer();
const { api, people, clock } = server;
const steps = contestSteps(server);
const MINUTE = 60_000;

const changesOf = (id: string, person: Person | null = null) =>
  (person ? api.as(person) : api).call(listBriefChanges, { params: { contestId: id } });

async function update(creator: Person, id: string, body: { description?: string; task?: string; name?: string }) {
  clock.advance(MINUTE);
  await api.as(creator).call(updateContest, { params: { id }, body });
  return clock.now().toISOString();
}

async function confirm(id: string) {
  clock.advance(MINUTE);
  await api.as(await people.admin()).call(confirmContest, { params: { id }, body: { status: "open" } });
  return clock.now().toISOString();
}

describe("changes of a published brief", () => {
  it("are listed with their dates and words, newest first", async () => {
    const creator = await people.creator();
    const id = await steps.open(creator, { description: "Draw a river.", task: "One poster." });
    expect((await steps.details(null, id)).briefChanged).toBeUndefined();
    const first = await update(creator, id, { description: "Draw a wide river." });
    await update(creator, id, { name: "Rivers" });
    const second = await update(creator, id, { description: "Draw a wide lake." });
    expect(await changesOf(id)).toEqual({
      changes: [
        {
          at: second,
          description: [
            { kind: "same", text: "Draw a wide " },
            { kind: "removed", text: "river" },
            { kind: "added", text: "lake" },
            { kind: "same", text: "." },
          ],
        },
        {
          at: first,
          description: [
            { kind: "same", text: "Draw a " },
            { kind: "added", text: "wide " },
            { kind: "same", text: "river." },
          ],
        },
      ],
      hasMore: false,
    });
    expect((await steps.details(null, id)).briefChanged).toBe(true);
  });

  it("leave out texts that were never published", async () => {
    const creator = await people.creator();
    const id = await steps.create(creator, { task: "One secret poster." });
    await update(creator, id, { task: "One poster." });
    await confirm(id);
    expect(await changesOf(id)).toEqual({ changes: [], hasMore: false });
    expect((await steps.details(null, id)).briefChanged).toBeUndefined();
    await update(creator, id, { task: "Two private posters." });
    expect((await steps.details(creator, id)).briefChanged).toBeUndefined();
    await update(creator, id, { task: "Two posters." });
    const at = await confirm(id);
    const { changes } = await changesOf(id);
    expect(changes).toMatchObject([{ at }]);
    expect(JSON.stringify(changes)).not.toMatch(/secret|private/);
    expect((await steps.details(null, id)).briefChanged).toBe(true);
  });

  it("are visible to those who can see the contest", async () => {
    const creator = await people.creator();
    const id = await steps.create(creator);
    const hidden = { params: { contestId: id } };
    expect(await api.expectError(listBriefChanges, hidden)).toMatchObject({ status: 404 });
    expect(await api.as(await people.user()).expectError(listBriefChanges, hidden)).toMatchObject({ status: 404 });
    expect(await changesOf(id, creator)).toEqual({ changes: [], hasMore: false });
  });

  it("show texts with little in common whole, in less than a second", async () => {
    const creator = await people.creator();
    const words = (word: string) =>
      Array.from({ length: 800 }, (_, n) => `${word}${n % 97}`)
        .join(" ")
        .slice(0, 5000);
    const id = await steps.open(creator, { description: words("a") });
    await update(creator, id, { description: words("b") });
    const start = performance.now();
    const { changes } = await changesOf(id);
    expect(performance.now() - start).toBeLessThan(1000);
    expect(changes[0]!.description!.map(({ kind }) => kind)).toEqual(["removed", "added"]);
  });
});
