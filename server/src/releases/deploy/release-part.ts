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

/** Why a build may not go live on the site as it runs, as sentences. Empty when it may; nothing is changed or kept. */
export const problemsOf =
  ({ db, preflight }: Pick<Needed, "db" | "preflight">) =>
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

/** Checks a build against the running site, keeps it, and makes it what new tabs get, or so many of a hundred visitors. Refused builds change nothing. */
export const releasePart =
  ({ db, clock, preflight }: Needed) =>
  async (
    build: Build,
    reason: Reason,
    { canary, isAgain }: { canary?: number | undefined; isAgain?: boolean | undefined } = {},
  ): Promise<Released> => {
    const problems = await problemsOf({ db, ...(preflight && { preflight }) })(build);
    if (problems.length > 0) throw new RegistryError(`${build.part} cannot be released. ${problems.join(" ")}`);
    const packed = await packBuild(build);
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

/**
 * Makes a build what new tabs get without a look at it: for a site that is to run what another one does, where one part that
 * went live by older rules must not stand in the way of the others.
 */
export async function releaseAsElsewhere({ db, clock }: RegistryDeps, build: Build, reason: Reason): Promise<void> {
  const packed = await packBuild(build);
  await db.transaction(async (tx) => {
    await storeRelease(tx, packed, { who: reason.who, at: clock.now() });
    await activateRelease({ db: tx, clock })(packed.part, packed.version, reason, { isAsElsewhere: true });
  });
}
