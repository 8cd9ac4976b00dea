import { createHash } from "node:crypto";
import type { LiveRegistry } from "./live-registry";
import { PLACES } from "./visitor";

/**
 * Where a visitor stands among a hundred, as a number from 0 on: always at the same place, and at another for each part. Visitors
 * that are spread evenly stay so.
 */
function placeOf(visitor: number, part: string): number {
  const turned = createHash("sha256").update(part).digest().readUInt32BE() / 2 ** 32;
  return ((visitor / PLACES + turned) % 1) * 100;
}

/**
 * What the site runs for one visitor: the canary of each part where they are among those who get it, and the current version
 * everywhere else. Who gets a canary at ten percent gets it at twenty, too.
 */
export function liveFor(live: LiveRegistry, visitor: number): LiveRegistry {
  const given = Object.entries(live.canaries).filter(([part, { percent }]) => placeOf(visitor, part) < percent);
  if (given.length === 0) return live;
  const remotes = { ...live.registry.remotes };
  let { shell } = live;
  for (const [part, canary] of given) {
    if (canary.shell) shell = canary.shell;
    const known = remotes[part];
    // A browser that cannot have the canary falls back on what everybody else gets.
    if (canary.release && known) remotes[part] = { ...known, current: canary.release, previous: known.current };
  }
  const variant = given.map(([part, { version }]) => `${part}@${version}`).join(",");
  return { ...live, shell, registry: { ...live.registry, remotes }, variant };
}

/** Whether anybody has to be told from anybody else. */
export const hasCanaries = (live: LiveRegistry) => Object.keys(live.canaries).length > 0;
