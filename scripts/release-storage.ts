import { mkdtemp, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { createBackup } from "@conquest/server/src/database/backup/backup";
import { openDatabase } from "@conquest/server/src/database/open-database";
import {
  packBuild,
  releaseReader,
  SSR_BUNDLE_FILE,
  storeRelease,
  type Build,
} from "@conquest/server/src/releases/store/release-store";
import { startPostgres } from "@conquest/server/src/testing/start-postgres";
import { PARTS } from "./src/parts/parts";
import { readBuild } from "./src/parts/read-build";

/** Measures a backup after this many releases of the built parts, each with a small change, and reading their files. */
const RELEASES = Number(process.argv[2] ?? 200);
const READS = 1000;

/** Files that a change of one page changes too: entries, and lists of files. */
const ALWAYS_CHANGED = /^(?:integrity\.json|pages\.json|mf-(?:manifest|stats)\.json|remoteEntry\.js|index\.html)$/;
const HASHED_CHUNK = /^(page-[\w-]+|main)\.[0-9a-f]{8}\.js$/;

/** Changes one page (the shell's main script), the bundle for server rendering, and the files that list them. */
function withChange(build: Build, number: number): Build {
  const hash = number.toString(16).padStart(8, "0");
  const chunks = build.files.map((file) => file.path).filter((name) => HASHED_CHUNK.test(name));
  const chunk = chunks[number % chunks.length]!;
  const renamed = chunk.replace(/[0-9a-f]{8}\.js$/, `${hash}.js`);
  return {
    ...build,
    files: build.files.map(({ path: name, content }) => {
      if (name === chunk || name === SSR_BUNDLE_FILE)
        return { path: name === chunk ? renamed : name, content: edited(content, number) };
      if (!ALWAYS_CHANGED.test(name)) return { path: name, content };
      const text = content.toString("utf8").replaceAll(chunk, renamed);
      return {
        path: name,
        content: Buffer.from(name.endsWith(".js") ? `${text}\n//${hash}` : `${text} ${" ".repeat(number)}`),
      };
    }),
  };
}

/** Inserts a line between two lines or statements in the middle. */
function edited(content: Buffer, number: number): Buffer {
  const middle = content.indexOf(";", content.length / 2) + 1;
  const line = `/* A sentence that changed with release ${number}: ${Math.sin(number).toString(36)}. */`;
  return Buffer.concat([content.subarray(0, middle), Buffer.from(line), content.subarray(middle)]);
}

const postgres = await startPostgres();
const folder = await mkdtemp(path.join(tmpdir(), "conquest-release-storage-"));
const database = await openDatabase({ url: postgres.url });
try {
  await database.migrate();
  const { db } = database;
  const backupSize = async (name: string) => {
    const file = path.join(folder, name);
    await createBackup({ url: postgres.url }, file);
    return (await stat(file)).size;
  };
  const empty = await backupSize("empty");
  const builds = await Promise.all(PARTS.map((part) => readBuild(part)));
  const files: [string, string, string][] = [];
  let storing = 0;
  for (let number = 0; number < RELEASES; number += 1) {
    const packed = await packBuild(withChange(builds[number % builds.length]!, number));
    const startedAt = performance.now();
    await db.transaction((tx) => storeRelease(tx, packed, { who: "a measurement", at: new Date() }));
    storing += performance.now() - startedAt;
    files.push(...packed.files.map((file): [string, string, string] => [packed.part, packed.version, file.path]));
  }
  const full = await backupSize("full");
  const { rows } = await db.execute<{ size: number }>("select pg_database_size(current_database())::float8 as size");
  const read = releaseReader(db);
  const times: number[] = [];
  for (let number = 0; number < READS; number += 1) {
    const startedAt = performance.now();
    if (!(await read(...files[(number * 7_919) % files.length]!))) throw new Error("A file is missing.");
    times.push(performance.now() - startedAt);
  }
  times.sort((one, other) => one - other);
  const median = (share: number) => `${times[Math.floor(times.length * share)]!.toFixed(2)} ms`;
  console.log(
    `${RELEASES} releases: backup ${((full - empty) / 1e6).toFixed(1)} MB, database ${(rows[0]!.size / 1e6).toFixed(0)} MB, storing ${(storing / RELEASES).toFixed(0)} ms per release, reading a file ${median(0.5)} (p95 ${median(0.95)})`,
  );
} finally {
  await database.close();
  await postgres.stop();
  await rm(folder, { recursive: true, force: true });
}
process.exit();
