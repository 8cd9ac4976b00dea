import { inArray, max, or, and, eq } from "drizzle-orm";
import type { Registry, Release, SomeFiles } from "@conquest/shared/contracts/releases";
import type { Database } from "../database/open-database";
import { registryChanges, registryParts, releases } from "../database/schema";
import { filesOfManifest } from "./read-manifest";

/** What the site runs at this moment: the shell's version, and the registry of the remotes. */
export interface LiveRegistry {
  /** Null when no shell has been released. */
  shell: { version: string; integrity: Record<string, string>; chunks: Record<string, SomeFiles> } | null;
  registry: Registry;
}

/** The part that carries the site: it has files and a version, and no place in the registry of remotes. */
export const SHELL = "shell";

type ReleaseRow = typeof releases.$inferSelect;

function asRelease(row: ReleaseRow): Release | null {
  const files = filesOfManifest(row.manifest);
  if (!files || !row.remote) return null;
  const { later: _, ...first } = files;
  return {
    version: row.version,
    base: `/mf/${row.part}/${row.version}/`,
    files: { ...first, pages: row.pages ?? {} },
    integrity: row.integrity,
    remote: row.remote,
  };
}

/** The registry as the database holds it at this moment. */
export async function readRegistry(db: Database): Promise<LiveRegistry> {
  const parts = await db.select().from(registryParts).orderBy(registryParts.part);
  const wanted = parts.map(({ part, currentVersion, previousVersion }) =>
    and(eq(releases.part, part), inArray(releases.version, previousVersion ? [currentVersion, previousVersion] : [currentVersion])),
  );
  const rows = wanted.length > 0 ? await db.select().from(releases).where(or(...wanted)) : [];
  const find = (part: string, version: string | null) => rows.find((row) => row.part === part && row.version === version);

  const live: LiveRegistry = {
    shell: null,
    registry: { schema: 2, revision: Math.max(0, ...parts.map(({ revision }) => revision)), remotes: {} },
  };
  for (const { part, currentVersion, previousVersion, isEnabled, reason } of parts) {
    const row = find(part, currentVersion);
    if (row && part === SHELL) live.shell = { version: currentVersion, integrity: row.integrity, chunks: row.pages ?? {} };
    const current = row && asRelease(row);
    if (!current) continue;
    const previous = find(part, previousVersion);
    live.registry.remotes[part] = { current, previous: previous ? asRelease(previous) : null, isEnabled, reason };
  }
  return live;
}

/** How long a server may go without asking the database whether the registry has changed, in milliseconds. */
const MAX_AGE = 250;

/**
 * Answers the registry as it is, at most {@link MAX_AGE} old with any number of servers: only the newest revision's number
 * is asked for, and the rest is read again when it has grown. A database that does not answer leaves the last good one.
 */
export function liveRegistry(db: Database) {
  let known: { revision: number; live: LiveRegistry } | undefined;
  let checkedAt = -Infinity;
  let checking: Promise<LiveRegistry> | undefined;

  async function check(): Promise<LiveRegistry> {
    try {
      const [newest] = await db.select({ revision: max(registryChanges.revision) }).from(registryChanges);
      const revision = newest?.revision ?? 0;
      if (known?.revision !== revision) known = { revision, live: await readRegistry(db) };
      checkedAt = performance.now();
      return known.live;
    } catch (error) {
      if (known) return known.live;
      throw error;
    }
  }

  return function current(): Promise<LiveRegistry> {
    if (known && performance.now() - checkedAt < MAX_AGE) return Promise.resolve(known.live);
    checking ??= check().finally(() => {
      checking = undefined;
    });
    return checking;
  };
}
