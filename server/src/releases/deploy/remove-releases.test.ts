import { eq, notExists } from "drizzle-orm";
import { registryChanges, releaseContents, releasePaths, releases } from "../../database/schema/releases";
import { aRemoteBuild } from "../../testing/sample-builds";
import { DAY, HOUR } from "../../testing/test-clock";
import { describeOnPostgres, testServer } from "../../testing/test-server";
import { withRowLocked } from "../../testing/races";
import type { Build } from "../store/release-store";
import { versionOf, wasReleased } from "../store/release-store";
import { promote, rollBack, startCanary } from "./change-registry";
import { releasePart } from "./release-part";
import { KEPT_RELEASES, removeUnusedBatch, type listUnusedReleases } from "./remove-releases";

const by = { who: "tests", why: "" };
const part = "mf-public";

/** `a.js` is the same in all builds, `b.js` in none. */
const aBuild = (number: number): Build => {
  const build = aRemoteBuild();
  const files = { "a.js": "same()", "b.js": `differs(${number})`, "draw/part.js": `exports.number = ${number}` };
  return {
    ...build,
    files: [
      ...build.files.filter(({ path }) => !(path in files)),
      ...Object.entries(files).map(([path, content]) => ({ path, content: Buffer.from(content) })),
    ],
  };
};
const version = (number: number) => versionOf(aBuild(number));

function removalSteps(site: ReturnType<typeof testServer>) {
  const release = (number: number, options = {}) => releasePart(site)(aBuild(number), by, options);
  return {
    release,
    /** Releases the builds one to `last`, an hour apart. */
    async releaseAll(last: number, first = 1) {
      for (let number = first; number <= last; number += 1) {
        site.clock.advance(HOUR);
        await release(number);
      }
    },
    runJob: () => site.app.jobs.get("remove_releases")!(),
    storedNumbers: async (last: number) => {
      const stored = new Set((await site.db.select().from(releases)).map((row) => row.version));
      return Array.from({ length: last }, (_, index) => index + 1).filter((number) => stored.has(version(number)));
    },
    contentsWithoutRelease: () =>
      site.db.$count(
        releaseContents,
        notExists(site.db.select().from(releasePaths).where(eq(releasePaths.sha384, releaseContents.sha384))),
      ),
    async expectWhole(number: number) {
      const paths = await site.db.$count(releasePaths, eq(releasePaths.version, version(number)));
      expect(paths).toBe(aBuild(number).files.length);
      for (const path of ["a.js", "b.js"])
        expect((await site.app.inject(`/mf/${part}/${version(number)}/${path}`)).body).toContain(
          path === "a.js" ? "same()" : `differs(${number})`,
        );
    },
  };
}

const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index);

describe("the removal of releases", () => {
  const tokens = { "*": "operators-token", [part]: "public-token" };
  const site = testServer({ config: { deployTokens: tokens } });
  const { release, releaseAll, runJob, storedNumbers, contentsWithoutRelease, expectWhole } = removalSteps(site);
  const OLD = KEPT_RELEASES + 10;

  it("keeps the live, previous and canary version and the last twenty", async () => {
    await releaseAll(OLD);
    await rollBack(site)(part, by, { to: version(1) });
    await startCanary(site)(part, by, { percent: 10, version: version(2) });
    const previous = OLD - 1;
    site.clock.advance(31 * DAY);
    await runJob();
    expect(await storedNumbers(OLD)).toEqual([1, 2, ...range(11, OLD)]);
    expect(range(11, OLD)).toContain(previous);
    expect(await contentsWithoutRelease()).toBe(0);
    for (const number of [1, 2, 11, OLD]) await expectWhole(number);
    expect((await site.app.inject(`/mf/${part}/${version(5)}/b.js`)).statusCode).toBe(404);
    expect(await site.db.$count(registryChanges)).toBe(OLD + 2);
  });

  it("keeps the previous version of a part that was rolled back far", async () => {
    await releaseAll(OLD);
    await rollBack(site)(part, by, { to: version(2) });
    for (const number of range(3, OLD))
      await site.db
        .update(releases)
        .set({ rolledBackAt: site.clock.now() })
        .where(eq(releases.version, version(number)));
    await startCanary(site)(part, by, { percent: 10, version: version(1) });
    await rollBack(site)(part, by);
    await release(OLD + 1);
    site.clock.advance(31 * DAY);
    await runJob();
    expect(await storedNumbers(OLD + 1)).toEqual([2, ...range(12, OLD + 1)]);
  });

  it("keeps for 30 days what tabs were opened with, however old it is", async () => {
    await releaseAll(2);
    site.clock.advance(60 * DAY);
    // Ends without a line in the history that names it.
    await startCanary(site)(part, by, { percent: 10, version: version(1) });
    await releaseAll(OLD, 3);
    site.clock.advance(28 * DAY);
    await runJob();
    expect(await storedNumbers(OLD)).toEqual(range(1, OLD));
    site.clock.advance(3 * DAY);
    await runJob();
    expect(await storedNumbers(OLD)).toEqual(range(11, OLD));
  });

  it("refuses a rollback or canary to a removed version, and releases it again", async () => {
    await releaseAll(OLD);
    site.clock.advance(31 * DAY);
    await runJob();
    const sentence = `${part} ${version(1)} was removed because it was no longer in use. Release its build again.`;
    await expect(rollBack(site)(part, by, { to: version(1) })).rejects.toThrow(sentence);
    await expect(startCanary(site)(part, by, { percent: 5, version: version(1) })).rejects.toThrow(sentence);
    expect(await wasReleased(site.db, part, version(1))).toBe(true);
    expect(await release(1)).toMatchObject({ isNew: true, version: version(1), revision: OLD + 1 });
    await expectWhole(1);
  });

  it("remembers that a removed version was rolled back, until it is good again", async () => {
    await release(1);
    await release(2);
    await rollBack(site)(part, by);
    await releaseAll(OLD, 3);
    site.clock.advance(31 * DAY);
    await runJob();
    expect(await storedNumbers(2)).toEqual([]);
    await expect(release(2)).rejects.toThrow("was rolled back before");
    await release(2, { canary: 5, isAgain: true });
    await promote(site)(part, by);
    await releaseAll(OLD * 2, OLD + 1);
    site.clock.advance(31 * DAY);
    await runJob();
    expect(await storedNumbers(2)).toEqual([]);
    expect(await release(2)).toMatchObject({ isNew: true });
  });

  it("lists for operators what it would remove, and removes it sooner on request", async () => {
    await releaseAll(OLD);
    site.clock.advance(3 * DAY);
    const ask = (method: "GET" | "POST", days: number, token = tokens["*"]!) =>
      site.app.inject({
        method,
        url: method === "GET" ? `/mf/removals?days=${days}` : "/mf/removals",
        headers: { authorization: `Bearer ${token}` },
        ...(method === "POST" && { payload: { days } }),
      });
    for (const method of ["GET", "POST"] as const) {
      expect((await ask(method, 2, tokens[part])).statusCode).toBe(401);
      for (const days of [0, 31, 1.5]) expect((await ask(method, days)).statusCode).toBe(422);
    }
    expect((await ask("GET", 30)).json()).toEqual({ releases: [], bytes: 0 });
    const { releases: unused, bytes } = (await ask("GET", 2)).json<Awaited<ReturnType<typeof listUnusedReleases>>>();
    expect(unused.map((row) => row.version)).toEqual(range(1, 10).map(version));
    const only = range(1, 10).flatMap((number) => [`differs(${number})`, `exports.number = ${number}`]);
    expect(bytes).toBe(only.join("").length);
    expect(await storedNumbers(OLD)).toEqual(range(1, OLD));
    const { removed } = (await ask("POST", 2)).json<{ removed: typeof unused }>();
    expect(removed.map((row) => row.version)).toEqual(range(1, 10).map(version));
    expect((await ask("POST", 2)).json()).toEqual({ removed: [] });
    expect(await storedNumbers(OLD)).toEqual(range(11, OLD));
  });
});

describeOnPostgres("a removal beside a release", () => {
  const site = testServer({ needsPostgres: true });
  const { releaseAll, contentsWithoutRelease, expectWhole } = removalSteps(site);
  const OLD = KEPT_RELEASES + 1;

  /** A new build with the contents of the first one, which no other release has. */
  const withFirstContents = (): Build => ({
    ...aBuild(1),
    files: [...aBuild(1).files, { path: "more.js", content: Buffer.from("more()") }],
  });
  const expectStored = async (build: Build) => {
    const stored = await site.db
      .select()
      .from(releasePaths)
      .where(eq(releasePaths.version, versionOf(build)));
    expect(stored.map(({ path }) => path).toSorted()).toEqual(build.files.map(({ path }) => path).toSorted());
    const response = await site.app.inject(`/mf/${part}/${versionOf(build)}/b.js`);
    expect(response.body).toContain("differs(1)");
    expect(await contentsWithoutRelease()).toBe(0);
  };

  beforeEach(async () => {
    await releaseAll(OLD);
    site.clock.advance(31 * DAY);
  });

  it("waits for a release that is being stored, and keeps its contents", async () => {
    const build = withFirstContents();
    const store = (tx: typeof site.db) => releasePart({ db: tx, clock: site.clock })(build, by);
    const removed = await withRowLocked(site.db, store, () => removeUnusedBatch(site), 1);
    expect(removed.map((row) => row.version)).toEqual([version(1), version(2)]);
    await expectStored(build);
    await expectWhole(3);
  });

  it.each([
    ["a new release", withFirstContents],
    ["the removed release", () => aBuild(1)],
  ])("delays %s, which then has all contents", async (_, buildOf) => {
    const remove = (tx: typeof site.db) => removeUnusedBatch({ db: tx, clock: site.clock });
    const released = await withRowLocked(site.db, remove, () => releasePart(site)(buildOf(), by), 1);
    expect(released.isNew).toBe(true);
    await expectStored(buildOf());
  });

  it("waits for a rollback, and keeps its version", async () => {
    const back = (tx: typeof site.db) => rollBack({ db: tx, clock: site.clock })(part, by, { to: version(1) });
    expect(await withRowLocked(site.db, back, () => removeUnusedBatch(site), 1)).toEqual([]);
    await expectWhole(1);
  });
});
