import { and, eq, inArray, notExists, or, sql, type SQL } from "drizzle-orm";
import type { Database } from "../../database/database";
import type { Deps } from "../../platform/deps";
import { releaseContents, releasePaths, releases } from "../../database/schema/releases";
import { lockRegistry } from "./lock-registry";

const DAY_MS = 24 * 60 * 60 * 1000;

/** Longer than tabs stay open: they request files of the release that they started with. */
export const KEPT_DAYS = 30;
/** So many releases of each part are kept, whatever their age. */
export const KEPT_RELEASES = 20;

/** Small, because changes of the registry wait for a batch. */
const BATCH_SIZE = 10;
const BATCHES_PER_RUN = 6;

type RemovalDeps = Pick<Deps, "db" | "clock">;

export interface UnusedRelease extends Record<string, unknown> {
  part: string;
  version: string;
  createdAt: Date;
  inUseUntil: Date;
}

const unusedReleases = ({ clock }: Pick<Deps, "clock">, days: number): SQL => sql`
  select part, version, created_at as "createdAt", in_use_until as "inUseUntil"
  from (select part, version, created_at, in_use_until, row_number() over (partition by part order by created_at desc, version) as rank from releases) r
  where rank > ${KEPT_RELEASES} and in_use_until < ${new Date(clock.now().getTime() - days * DAY_MS).toISOString()}::timestamptz
    and not exists (select from registry_parts p where p.part = r.part and r.version in (p.current_version, p.previous_version, p.canary_version))
  order by in_use_until, part, version`;

/** Says what {@link removeUnusedBatch} would remove, and how many bytes no other release refers to. */
export async function listUnusedReleases({ db, clock }: RemovalDeps, days: number) {
  const unused = unusedReleases({ clock }, days);
  const { rows } = await db.execute<UnusedRelease>(unused);
  const { rows: sizes } = await db.execute<{ bytes: number }>(sql`
    with unused as (${unused}), uses as (
      select p.sha384, bool_and(u.part is not null) as is_unused
      from release_paths p left join unused u on (u.part, u.version) = (p.part, p.version) group by p.sha384)
    select coalesce(sum(octet_length(c.content) + coalesce(octet_length(c.brotli), 0) + coalesce(octet_length(c.gzip), 0)), 0)::float8 as bytes
    from uses join release_contents c using (sha384) where is_unused`);
  return {
    releases: rows.map((row) => ({ ...row, createdAt: new Date(row.createdAt), inUseUntil: new Date(row.inUseUntil) })),
    bytes: sizes[0]!.bytes,
  };
}

/** Removes some releases with the contents that only they refer to. Under the lock no release is being stored. */
export async function removeUnusedBatch({ db, clock }: RemovalDeps, days = KEPT_DAYS): Promise<UnusedRelease[]> {
  const batch = sql`${unusedReleases({ clock }, days)} limit ${BATCH_SIZE}`;
  if ((await db.execute(batch)).rows.length === 0) return [];
  return db.transaction(async (tx) => {
    await lockRegistry(tx);
    const { rows } = await tx.execute<UnusedRelease>(batch);
    if (rows.length > 0) await remove(tx, rows);
    return rows;
  });
}

async function remove(tx: Database, unused: readonly UnusedRelease[]): Promise<void> {
  const isOneOf = (table: typeof releases | typeof releasePaths) =>
    or(...unused.map(({ part, version }) => and(eq(table.part, part), eq(table.version, version))));
  const contents = await tx
    .selectDistinct({ sha384: releasePaths.sha384 })
    .from(releasePaths)
    .where(isOneOf(releasePaths));
  await tx.delete(releases).where(isOneOf(releases));
  await tx.delete(releaseContents).where(
    and(
      inArray(
        releaseContents.sha384,
        contents.map(({ sha384 }) => sha384),
      ),
      notExists(tx.select().from(releasePaths).where(eq(releasePaths.sha384, releaseContents.sha384))),
    ),
  );
}

export async function removeUnusedReleases(
  deps: RemovalDeps,
  onRemoved: (release: Pick<UnusedRelease, "part" | "version">) => void,
): Promise<void> {
  for (let batch = 0; batch < BATCHES_PER_RUN; batch += 1) {
    const removed = await removeUnusedBatch(deps);
    for (const { part, version } of removed) onRemoved({ part, version });
    if (removed.length < BATCH_SIZE) return;
  }
}
