import { sql } from "drizzle-orm";
import { releaseContents, releasePaths } from "../../database/schema/releases";
import { aRemoteBuild } from "../../testing/sample-builds";
import { testServer } from "../../testing/test-server";
import { releasePart } from "../deploy/release-part";
import { readLiveBuild, releaseReader, sha384, SSR_BUNDLE_FILE, versionOf, type Build } from "./release-store";

const site = testServer();
const release = (build: Build) => releasePart(site)(build, { who: "tests", why: "" });

/** Its SSR bundle has 40,000 lines. */
function aLargeBuild(changedLine?: number): Build {
  const lines = Array.from({ length: 40_000 }, (_, line) => `exports.value${line} = ${(line * 7_919) % 10_007};\n`);
  if (changedLine !== undefined) lines[changedLine] = "exports.changed = true;\n";
  return aRemoteBuild({ ssrCode: lines.join("") });
}
const bundleOf = ({ files }: Build) => files.find(({ path }) => path === SSR_BUNDLE_FILE)!.content;

it("stores unchanged contents once, also pieces of SSR bundles", async () => {
  await release(aLargeBuild());
  const before = await site.db.$count(releaseContents);
  expect(before).toBeGreaterThan(20);
  await release(aLargeBuild(20_000));
  const added = (await site.db.$count(releaseContents)) - before;
  expect(added).toBeGreaterThanOrEqual(1);
  expect(added).toBeLessThanOrEqual(2);
  expect(await site.db.$count(releasePaths)).toBe(2 * before);
});

it("returns bundles whole, also to servers of the previous version", async () => {
  const builds = [aLargeBuild(), aLargeBuild(20_000)];
  for (const build of builds) await release(build);
  for (const build of builds) {
    const [part, version, bundle] = [build.part, versionOf(build), bundleOf(build)];
    const file = await releaseReader(site.db)(part, version, SSR_BUNDLE_FILE);
    expect(file?.content.equals(bundle)).toBe(true);
    const { rows } = await site.db.execute<{ content: Uint8Array; sha384: string; brotli: null }>(
      sql`select content, sha384, brotli from release_files where part = ${part} and version = ${version} and path = ${SSR_BUNDLE_FILE}`,
    );
    expect(rows.map(({ content, ...others }) => ({ ...others, isWhole: bundle.equals(content) }))).toEqual([
      { sha384: sha384(bundle), brotli: null, isWhole: true },
    ]);
  }
  const live = (await readLiveBuild(site.db, "mf-public"))!;
  const byPath = (files: Build["files"]) =>
    Object.fromEntries(files.map(({ path, content }) => [path, sha384(content)]));
  expect(byPath(live.files)).toEqual(byPath(builds[1]!.files));
});
