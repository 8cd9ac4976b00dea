import type { Clock } from "../platform/clock";
import type { Database } from "../database/open-database";
import { flipTo, RegistryRefusal, type Reason } from "./change-registry";
import { buildProblems } from "./check-release";
import { packBuild, storeRelease, type Build } from "./release-store";

export interface Released {
  version: string;
  /** False when this build was in the store already. */
  isNew: boolean;
  /** Null when the site ran this version already. */
  revision: number | null;
}

/** Checks a build against the running site, keeps it, and makes it what new tabs get. Refused builds change nothing. */
export async function releasePart(db: Database, clock: Clock, build: Build, reason: Reason): Promise<Released> {
  const problems = buildProblems(build);
  if (problems.length > 0) throw new RegistryRefusal(`${build.part} cannot be released. ${problems.join(" ")}`);
  const packed = await packBuild(build);
  return db.transaction(async (tx) => {
    const isNew = await storeRelease(tx, packed, { who: reason.who, at: clock.now() });
    const flipped = await flipTo(tx, clock, build.part, packed.version, reason);
    return { version: packed.version, isNew, revision: flipped?.revision ?? null };
  });
}
