import { and, desc, eq, sql } from "drizzle-orm";
import type { Deps } from "../platform/deps";
import { registryChanges, registryParts, releases } from "../database/schema";
import { claimProblems } from "./check-release";
import { readRegistry, SHELL } from "./live-registry";

/** Who asks for a change of the registry, and why. */
export interface Reason {
  who: string;
  why: string;
}

/** What every change of the registry needs; `db` may be a transaction that does more than that. */
export type RegistryDeps = Pick<Deps, "db" | "clock">;

export class RegistryRefusal extends Error {
  override name = "RegistryRefusal";
}

type PartRow = typeof registryParts.$inferSelect;
type PartState = Pick<PartRow, "currentVersion" | "previousVersion" | "isEnabled" | "reason">;

/** One change at a time over all servers, so that revisions appear in the order of their numbers. */
const REGISTRY_LOCK = 76_401;

async function change(
  { db, clock }: RegistryDeps,
  part: string,
  { who, why }: Reason,
  decide: (now: PartState | undefined) => { action: string; next: PartState } | null,
): Promise<{ revision: number; version: string } | null> {
  return db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${REGISTRY_LOCK})`);
    const [now] = await tx.select().from(registryParts).where(eq(registryParts.part, part));
    const decision = decide(now);
    if (!decision) return null;
    const { action, next } = decision;
    const [release] = await tx
      .select({ remote: releases.remote })
      .from(releases)
      .where(and(eq(releases.part, part), eq(releases.version, next.currentVersion)));
    if (!release) throw new RegistryRefusal(`${part} has no release ${next.currentVersion}.`);
    // Behind the lock: of two parts that claim one address at the same moment, the second sees the first.
    const problems = release.remote ? claimProblems(release.remote, (await readRegistry(tx)).registry) : [];
    if (problems.length > 0) throw new RegistryRefusal(`${part} ${next.currentVersion} cannot go live. ${problems.join(" ")}`);
    const [entry] = await tx
      .insert(registryChanges)
      .values({ part, action, fromVersion: now?.currentVersion ?? null, toVersion: next.currentVersion, who, why, at: clock.now() })
      .returning({ revision: registryChanges.revision });
    const revision = entry!.revision;
    await tx
      .insert(registryParts)
      .values({ part, revision, ...next })
      .onConflictDoUpdate({ target: registryParts.part, set: { revision, ...next } });
    return { revision, version: next.currentVersion };
  });
}

/** Makes a stored release the one that new tabs get. Null when it is that already. */
export const flipTo = (deps: RegistryDeps) => (part: string, version: string, reason: Reason) =>
  change(deps, part, reason, (now) => {
    if (now?.currentVersion === version && now.isEnabled) return null;
    const previousVersion = now && now.currentVersion !== version ? now.currentVersion : (now?.previousVersion ?? null);
    return { action: "release", next: { currentVersion: version, previousVersion, isEnabled: true, reason: null } };
  });

/** Goes back to the version before; doing it twice comes back to where it was. */
export const rollBack = (deps: RegistryDeps) => (part: string, reason: Reason) =>
  change(deps, part, reason, (now) => {
    if (!now?.previousVersion) throw new RegistryRefusal(`${part} has no earlier version to go back to.`);
    return {
      action: "rollback",
      next: { currentVersion: now.previousVersion, previousVersion: now.currentVersion, isEnabled: true, reason: null },
    };
  });

/** Takes a part off the site; `why` is the sentence its visitors read in its place. */
export const disable = (deps: RegistryDeps) => (part: string, reason: Reason) =>
  change(deps, part, reason, (now) => {
    if (!now) throw new RegistryRefusal(`${part} was never released.`);
    if (part === SHELL) throw new RegistryRefusal("The shell carries the whole site and cannot be disabled; roll it back instead.");
    if (reason.why === "") throw new RegistryRefusal("Disabling a part needs a reason: its visitors read it.");
    return { action: "disable", next: { ...pick(now), isEnabled: false, reason: reason.why } };
  });

export const enable = (deps: RegistryDeps) => (part: string, reason: Reason) =>
  change(deps, part, reason, (now) => {
    if (!now) throw new RegistryRefusal(`${part} was never released.`);
    return now.isEnabled ? null : { action: "enable", next: { ...pick(now), isEnabled: true, reason: null } };
  });

const pick = ({ currentVersion, previousVersion, isEnabled, reason }: PartState): PartState => ({
  currentVersion,
  previousVersion,
  isEnabled,
  reason,
});

/** The latest changes of a part, newest first. */
export const history = ({ db }: Pick<Deps, "db">) => (part: string, limit = 50) =>
  db.select().from(registryChanges).where(eq(registryChanges.part, part)).orderBy(desc(registryChanges.revision)).limit(limit);
