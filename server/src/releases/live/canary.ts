import { createHash } from "node:crypto";
import type { LiveRegistry } from "./live-registry";
import { VISITOR_BUCKETS } from "./visitor";

/**
 * Returns a stable position from 0 to 100, different for each part. Evenly distributed visitors stay evenly
 * distributed.
 */
function positionOf(visitor: number, part: string): number {
  const offset = createHash("sha256").update(part).digest().readUInt32BE() / 2 ** 32;
  return ((visitor / VISITOR_BUCKETS + offset) % 1) * 100;
}

/**
 * Returns the registry for one visitor, with the canaries they get. A visitor keeps a canary when its percentage grows.
 */
export function registryForVisitor(live: LiveRegistry, visitor: number): LiveRegistry {
  const assigned = Object.entries(live.canaries).filter(([part, { percent }]) => positionOf(visitor, part) < percent);
  if (assigned.length === 0) return live;
  const remotes = { ...live.registry.remotes };
  let { shell } = live;
  for (const [part, canary] of assigned) {
    if (canary.shell) shell = canary.shell;
    const known = remotes[part];
    // Fallback for a browser that fails to load the canary.
    if (canary.release && known) remotes[part] = { ...known, current: canary.release, previous: known.current };
  }
  const variant = assigned.map(([part, { version }]) => `${part}@${version}`).join(",");
  return { ...live, shell, registry: { ...live.registry, remotes }, variant };
}

export const hasCanaries = (live: LiveRegistry) => Object.keys(live.canaries).length > 0;
