import { flipTo, RegistryRefusal, type Reason, type RegistryDeps } from "./change-registry";
import { buildProblems } from "./check-release";
import { packBuild, storeRelease, type Build } from "./release-store";

export interface Released {
  version: string;
  /** False when this build was in the store already. */
  isNew: boolean;
  /** Null when the site ran this version already. */
  revision: number | null;
}

/** More reasons why a build may not go live, as sentences; see pages/preflight.ts. */
export type Preflight = (build: Build) => Promise<string[]>;

interface Needed extends RegistryDeps {
  preflight?: Preflight;
}

/** Checks a build against the running site, keeps it, and makes it what new tabs get. Refused builds change nothing. */
export const releasePart = ({ db, clock, preflight }: Needed) => async (build: Build, reason: Reason): Promise<Released> => {
  const problems = buildProblems(build);
  if (problems.length === 0 && preflight) problems.push(...(await preflight(build)));
  if (problems.length > 0) throw new RegistryRefusal(`${build.part} cannot be released. ${problems.join(" ")}`);
  const packed = await packBuild(build);
  return db.transaction(async (tx) => {
    const isNew = await storeRelease(tx, packed, { who: reason.who, at: clock.now() });
    const flipped = await flipTo({ db: tx, clock })(build.part, packed.version, reason);
    return { version: packed.version, isNew, revision: flipped?.revision ?? null };
  });
};
