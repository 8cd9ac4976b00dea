import semver from "semver";
import type { HeldPackage } from "./held-packages";

export interface PublishedVersion {
  version: string;
  /** The Node versions it supports, from `engines`. */
  node?: string | undefined;
}

export interface Published {
  latest: string;
  versions: PublishedVersion[];
}

export interface OutdatedPackage {
  name: string;
  used: string;
  newest: string;
  node: string | undefined;
  /** The row of docs/dependencies.md that holds it back. */
  held: HeldPackage | undefined;
  /** The newest version that the row allows, if it is not in use. */
  allowed: string | undefined;
}

/** Returns the packages behind their newest version, including versions that the floor's Node cannot run. */
export function compareVersions(
  used: ReadonlyMap<string, ReadonlySet<string>>,
  published: ReadonlyMap<string, Published>,
  held: readonly HeldPackage[],
): OutdatedPackage[] {
  return [...used].flatMap(([name, versions]) => {
    const known = published.get(name);
    if (!known) return [];
    const row = held.find((each) => each.name === name);
    return [...versions].flatMap((version) => {
      if (semver.gte(version, known.latest)) return [];
      const allowed = row && semver.maxSatisfying(upTo(known), row.range);
      return {
        name,
        used: version,
        newest: known.latest,
        node: known.versions.find((each) => each.version === known.latest)?.node,
        held: row,
        allowed: allowed && semver.gt(allowed, version) ? allowed : undefined,
      };
    });
  });
}

/** Leaves out versions beyond the latest, which are previews. */
const upTo = ({ latest, versions }: Published) =>
  versions.map(({ version }) => version).filter((version) => semver.lte(version, latest));

export const isWithoutReason = ({ held, allowed }: OutdatedPackage): boolean => !held || allowed !== undefined;

export function describeOutdated({ name, used, newest, node, held, allowed }: OutdatedPackage): string {
  const versions = `${name} ${used} → ${newest}${node ? ` (Node ${node})` : ""}`;
  if (!held) return `${versions}: update it, or give the reason in docs/dependencies.md`;
  if (allowed) return `${versions}: docs/dependencies.md allows ${allowed}`;
  return `${versions}: ${held.reason}`;
}
