import { budgetProblems } from "../checks/byte-budget";
import { activateRelease, RegistryError, startCanary, type Reason, type RegistryDeps } from "./change-registry";
import { conflictProblems, shellConflictProblems } from "../checks/check-conflicts";
import { buildProblems } from "../checks/check-release";
import { sheetsOf } from "../checks/check-styles";
import { sizeProblems } from "../checks/limits";
import { readRegistry } from "../live/live-registry";
import { manifestOf, packBuild, shellJsonOf, storeRelease, type Build } from "../store/release-store";
import { readStyleProblems } from "./style-conflicts";

export interface Released {
  version: string;
  isNew: boolean;
  revision: number | null;
}

export type Preflight = (build: Build) => Promise<string[]>;

interface ReleaseDeps extends RegistryDeps {
  preflight?: Preflight;
  /** The best by default. */
  brotliQuality?: number;
}

/** Returns the reasons a build cannot go live on the current site, or an empty array. Stores nothing. */
export const findReleaseProblems =
  ({ db, preflight }: Pick<ReleaseDeps, "db" | "preflight">) =>
  async (build: Build): Promise<string[]> => {
    const problems = [...sizeProblems(build), ...buildProblems(build)];
    if (problems.length > 0) return problems;
    problems.push(...(await budgetProblems(build)));
    const live = await readRegistry(db);
    problems.push(...(await readStyleProblems(db, build.part, sheetsOf(build.files), live)));
    problems.push(
      ...(build.remote
        ? conflictProblems(build.remote, live, manifestOf(build))
        : shellConflictProblems(shellJsonOf(build), live)),
    );
    return problems.length === 0 && preflight ? preflight(build) : problems;
  };

/** Checks and stores a build, then activates it or starts it as a canary. A rejected build changes nothing. */
export const releasePart =
  ({ db, clock, preflight, brotliQuality }: ReleaseDeps) =>
  async (
    build: Build,
    reason: Reason,
    { canary, isAgain }: { canary?: number | undefined; isAgain?: boolean | undefined } = {},
  ): Promise<Released> => {
    const problems = await findReleaseProblems({ db, ...(preflight && { preflight }) })(build);
    if (problems.length > 0) throw new RegistryError(`${build.part} cannot be released. ${problems.join(" ")}`);
    const packed = await packBuild(build, brotliQuality);
    return db.transaction(async (tx) => {
      const isNew = await storeRelease(tx, packed, { who: reason.who, at: clock.now() });
      const deps = { db: tx, clock };
      const { part, version } = packed;
      const changed =
        canary === undefined
          ? await activateRelease(deps)(part, version, reason, { isAgain })
          : await startCanary(deps)(part, reason, { percent: canary, version, isAgain });
      return { version, isNew, revision: changed?.revision ?? null };
    });
  };

/** Skips the checks, to mirror another site: one part released under older rules must not block the others. */
export async function mirrorRelease({ db, clock }: RegistryDeps, build: Build, reason: Reason): Promise<void> {
  const packed = await packBuild(build);
  await db.transaction(async (tx) => {
    await storeRelease(tx, packed, { who: reason.who, at: clock.now() });
    await activateRelease({ db: tx, clock })(packed.part, packed.version, reason, { isAsElsewhere: true });
  });
}
