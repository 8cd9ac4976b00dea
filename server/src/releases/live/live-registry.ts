import { inArray, max, or, and, eq } from "drizzle-orm";
import type { Registry, Release, ReleaseFiles } from "@conquest/shared/contracts/parts/releases";
import { remoteJson, type RemoteJson } from "@conquest/shared/contracts/parts/remote";
import type { Database } from "../../database/database";
import { registryChanges, registryParts, releases } from "../../database/schema/releases";
import { filesOfManifest, shellJson, type ShellJson } from "../store/read-manifest";

export interface LiveShell {
  version: string;
  integrity: Record<string, string>;
  chunks: Record<string, ReleaseFiles>;
  /** The contract and modules for remotes; null for old shells that do not declare them. */
  offers: ShellJson | null;
}

/** Replaces the current release for some visitors: `shell` for the shell, `release` for other parts. */
interface Canary {
  version: string;
  percent: number;
  shell?: LiveShell;
  release?: Release;
}

/** A running release of a remote, current or canary; new releases must be compatible with it. */
export interface Running {
  part: string;
  version: string;
  remote: RemoteJson;
  manifest: Record<string, unknown> | null;
  isEnabled: boolean;
}

export interface LiveRegistry {
  shell: LiveShell | null;
  registry: Registry;
  canaries: Record<string, Canary>;
  running: Running[];
  /** Identifies the canaries applied by {@link registryForVisitor}; empty without any. */
  variant: string;
}

/** The shell has releases and versions but no entry in the registry of remotes. */
export const SHELL = "shell";

type ReleaseRow = typeof releases.$inferSelect;

function asRelease(row: ReleaseRow): Release | null {
  const files = filesOfManifest(row.manifest);
  // An invalid entry must only affect its own part.
  const { data: remote } = remoteJson.safeParse(row.remote);
  if (!files || !remote) return null;
  const { later: _, ...first } = files;
  return {
    version: row.version,
    base: `/mf/${row.part}/${row.version}/`,
    files: { ...first, pages: row.pages ?? {} },
    integrity: row.integrity,
    remote,
  };
}

const asShell = ({ version, integrity, pages, manifest }: ReleaseRow): LiveShell => ({
  version,
  integrity,
  chunks: pages ?? {},
  offers: shellJson.safeParse(manifest).data ?? null,
});

function canaryOf(row: ReleaseRow): Pick<Canary, "shell" | "release"> {
  if (row.part === SHELL) return { shell: asShell(row) };
  const release = asRelease(row);
  return release ? { release } : {};
}

export async function readRegistry(db: Database): Promise<LiveRegistry> {
  const parts = await db.select().from(registryParts).orderBy(registryParts.part);
  const conditions = parts.map(({ part, currentVersion, previousVersion, canaryVersion }) =>
    and(
      eq(releases.part, part),
      inArray(
        releases.version,
        [currentVersion, previousVersion, canaryVersion].filter((version) => version !== null),
      ),
    ),
  );
  const rows =
    conditions.length > 0
      ? await db
          .select()
          .from(releases)
          .where(or(...conditions))
      : [];
  const find = (part: string, version: string | null) =>
    rows.find((row) => row.part === part && row.version === version);

  const live: LiveRegistry = {
    shell: null,
    registry: { schema: 2, revision: Math.max(0, ...parts.map(({ revision }) => revision)), remotes: {} },
    canaries: {},
    running: [],
    variant: "",
  };
  for (const { part, currentVersion, previousVersion, canaryVersion, canaryPercent, isEnabled, reason } of parts) {
    const row = find(part, currentVersion);
    const canary = find(part, canaryVersion);
    if (canary) live.canaries[part] = { version: canary.version, percent: canaryPercent!, ...canaryOf(canary) };
    if (row && part === SHELL) live.shell = asShell(row);
    for (const each of [row, canary]) {
      const release = each && asRelease(each);
      if (release)
        live.running.push({
          part,
          version: release.version,
          remote: release.remote,
          manifest: each.manifest as Running["manifest"],
          isEnabled,
        });
    }
    const current = row && asRelease(row);
    if (!current) continue;
    const previous = find(part, previousVersion);
    live.registry.remotes[part] = { current, previous: previous ? asRelease(previous) : null, isEnabled, reason };
  }
  return live;
}

const MAX_AGE_MS = 250;

/** Reloads if the revision changed, checked every {@link MAX_AGE_MS}. Survives database failures. */
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
    if (known && performance.now() - checkedAt < MAX_AGE_MS) return Promise.resolve(known.live);
    checking ??= check().finally(() => {
      checking = undefined;
    });
    return checking;
  };
}
