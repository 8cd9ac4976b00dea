import type { Database } from "../database/open-database";
import { budgetProblems } from "./checks/byte-budget";
import { flipTo, RegistryRefusal, startCanary, type Reason, type RegistryDeps } from "./change-registry";
import { buildProblems, claimProblems, shellClaimProblems } from "./checks/check-release";
import { reachOfCss } from "./checks/css-reach";
import { sizeProblems } from "./checks/limits";
import { readRegistry, SHELL, type LiveRegistry } from "./live-registry";
import { manifestOf, packBuild, releaseReader, shellJsonOf, storeRelease, type Build } from "./release-store";

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
export const problemsOf = ({ db, preflight }: Pick<Needed, "db" | "preflight">) => async (build: Build): Promise<string[]> => {
  const problems = [...sizeProblems(build), ...buildProblems(build)];
  if (problems.length > 0) return problems;
  problems.push(...(await budgetProblems(build)));
  const live = await readRegistry(db);
  problems.push(...(await prefixProblems(db, build, live)));
  problems.push(...(build.remote ? claimProblems(build.remote, live, manifestOf(build)) : shellClaimProblems(shellJsonOf(build), live)));
  return problems.length === 0 && preflight ? preflight(build) : problems;
};

/** Checks a build against the running site, keeps it, and makes it what new tabs get, or so many of a hundred visitors. Refused builds change nothing. */
export const releasePart =
  ({ db, clock, preflight }: Needed) =>
  async (build: Build, reason: Reason, { canary }: { canary?: number | undefined } = {}): Promise<Released> => {
    const problems = await problemsOf({ db, ...(preflight && { preflight }) })(build);
    if (problems.length > 0) throw new RegistryRefusal(`${build.part} cannot be released. ${problems.join(" ")}`);
    const packed = await packBuild(build);
    return db.transaction(async (tx) => {
      const isNew = await storeRelease(tx, packed, { who: reason.who, at: clock.now() });
      const deps = { db: tx, clock };
      const { part, version } = packed;
      const changed = canary === undefined ? await flipTo(deps)(part, version, reason) : await startCanary(deps)(part, reason, { percent: canary, version });
      return { version, isNew, revision: changed?.revision ?? null };
    });
  };

/** The prefix of its classes is a part's own: under one of another part's each would dress the other. */
async function prefixProblems(db: Database, { part, files }: Build, { registry }: LiveRegistry): Promise<string[]> {
  const own = new Set(files.filter(({ path }) => path.endsWith(".css")).flatMap(({ content }) => reachOfCss(content.toString("utf8")).prefix ?? []));
  const readFile = releaseReader(db);
  const problems: string[] = [];
  for (const [other, { current }] of Object.entries(registry.remotes)) {
    if (part === SHELL || other === part) continue;
    for (const style of current.files.styles) {
      const file = await readFile(other, current.version, style);
      const prefix = file && reachOfCss(file.content.toString("utf8")).prefix;
      if (prefix && own.has(prefix)) problems.push(`Its stylesheets have the prefix ${prefix}, which is ${other}'s. Choose another in package.json.`);
    }
  }
  return problems;
}
