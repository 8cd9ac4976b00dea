import { and, desc, eq, inArray, isNull, max } from "drizzle-orm";
import type { Database } from "../../database/database";
import type { Deps } from "../../platform/deps";
import { registryChanges, registryParts, releases } from "../../database/schema/releases";
import { conflictProblems, shellConflictProblems } from "../checks/check-conflicts";
import { readRegistry, SHELL } from "../live/live-registry";
import { shellJson } from "../store/read-manifest";
import { hasRelease, readSheets, wasReleased } from "../store/release-store";
import { lockRegistry } from "./lock-registry";
import { readStyleProblems } from "./style-conflicts";

export interface Reason {
  who: string;
  why: string;
}

/** `db` may be a transaction with further changes. */
export type RegistryDeps = Pick<Deps, "db" | "clock">;

export class RegistryError extends Error {
  override name = "RegistryError";
}

type PartState = Omit<typeof registryParts.$inferSelect, "part" | "revision">;

interface Decision {
  action: RegistryAction;
  next: PartState;
  to?: string;
  from?: string;
  bad?: string;
  /** The caller confirms releasing a version that was rolled back before. */
  isAgain?: boolean | undefined;
  isAsElsewhere?: boolean | undefined;
}

export type RegistryAction = "release" | "rollback" | "canary" | "promote" | "disable" | "enable";

const ACTIVATING_ACTIONS: RegistryAction[] = ["release", "rollback", "promote"];

/** Actions that clear the rolled-back mark; a canary is still on trial. */
const CLEARING_ACTIONS: RegistryAction[] = ["release", "promote"];

/** Actions that may send a version the caller does not know to be bad. */
const SENDING_ACTIONS: RegistryAction[] = ["release", "canary"];

const NO_CANARY = { canaryVersion: null, canaryPercent: null };

const removed = (part: string, version: string) =>
  new RegistryError(`${part} ${version} was removed because it was no longer in use. Release its build again.`);
const neverReleased = (part: string) => new RegistryError(`${part} was never released.`);

async function change(
  { db, clock }: RegistryDeps,
  part: string,
  { who, why }: Reason,
  decide: (now: PartState | undefined, tx: Database) => Promise<Decision | null> | Decision | null,
): Promise<{ revision: number; version: string } | null> {
  return db.transaction(async (tx) => {
    await lockRegistry(tx);
    const [row] = await tx.select().from(registryParts).where(eq(registryParts.part, part));
    const now = row && stateOf(row);
    const decision = await decide(now, tx);
    if (!decision) return null;
    const { action, next, to = next.currentVersion, from = now?.currentVersion ?? null, bad } = decision;
    const isRelease = (version: string) => and(eq(releases.part, part), eq(releases.version, version));
    const [release] = await tx.select().from(releases).where(isRelease(to));
    if (!release && (await wasReleased(tx, part, to))) throw removed(part, to);
    if (!release) throw new RegistryError(`${part} has no release ${to}.`);
    if (release.rolledBackAt && SENDING_ACTIONS.includes(action) && !decision.isAgain && to !== now?.canaryVersion)
      throw new RegistryError(`${part} ${to} was rolled back before. Release a fixed build, or use --again.`);
    // Disabling the current version and ending a canary must always work.
    const isAlreadyCurrent = to === now?.currentVersion && action !== "enable";
    const problems = isAlreadyCurrent || decision.isAsElsewhere ? [] : await findConflicts(tx, release);
    if (problems.length > 0) throw new RegistryError(`${part} ${to} cannot go live. ${problems.join(" ")}`);
    if (bad) await tx.update(releases).set({ rolledBackAt: clock.now() }).where(isRelease(bad));
    else if (CLEARING_ACTIONS.includes(action))
      await tx.update(releases).set({ rolledBackAt: null }).where(isRelease(to));
    const [entry] = await tx
      .insert(registryChanges)
      .values({
        part,
        action,
        fromVersion: from,
        toVersion: to,
        percent: action === "canary" ? next.canaryPercent : null,
        who,
        why,
        at: clock.now(),
      })
      .returning({ revision: registryChanges.revision });
    const revision = entry!.revision;
    await tx
      .insert(registryParts)
      .values({ part, revision, ...next })
      .onConflictDoUpdate({ target: registryParts.part, set: { revision, ...next } });
    return { revision, version: to };
  });
}

/** Runs under the lock: of two parts claiming one path at the same time, the second sees the first. */
async function findConflicts(tx: Database, { part, version, remote, manifest }: typeof releases.$inferSelect) {
  const live = await readRegistry(tx);
  const claims = remote
    ? conflictProblems(remote, live, manifest)
    : shellConflictProblems(shellJson.safeParse(manifest).data ?? null, live);
  return [...claims, ...(await readStyleProblems(tx, part, await readSheets(tx, part, version), live))];
}

const stateOf = ({ part: _part, revision: _revision, ...state }: typeof registryParts.$inferSelect): PartState => state;

/** Activates a stored release; null if it is already current. A disabled part stays disabled. */
export const activateRelease =
  (deps: RegistryDeps) =>
  (part: string, version: string, reason: Reason, options: Pick<Decision, "isAgain" | "isAsElsewhere"> = {}) =>
    change(deps, part, reason, (now) => {
      if (now?.currentVersion === version) return null;
      const first: PartState = {
        currentVersion: version,
        previousVersion: null,
        ...NO_CANARY,
        isEnabled: true,
        reason: null,
      };
      return {
        action: "release",
        ...options,
        next: now ? { ...now, ...NO_CANARY, currentVersion: version, previousVersion: now.currentVersion } : first,
      };
    });

async function goodVersions(tx: Database, part: string): Promise<string[]> {
  const rows = await tx
    .select({ version: releases.version })
    .from(registryChanges)
    .innerJoin(releases, and(eq(releases.part, registryChanges.part), eq(releases.version, registryChanges.toVersion)))
    .where(
      and(
        eq(registryChanges.part, part),
        inArray(registryChanges.action, ACTIVATING_ACTIONS),
        isNull(releases.rolledBackAt),
      ),
    )
    .groupBy(releases.version)
    .orderBy(desc(max(registryChanges.revision)));
  return rows.map(({ version }) => version);
}

/** Ends a running canary first if no version is given. Never returns to a version that was itself rolled back. */
export const rollBack =
  (deps: RegistryDeps) =>
  (part: string, reason: Reason, { to }: { to?: string | undefined } = {}) =>
    change(deps, part, reason, async (now, tx) => {
      if (!now) throw neverReleased(part);
      const good = (await goodVersions(tx, part)).filter((version) => version !== now.currentVersion);
      const { canaryVersion } = now;
      if (canaryVersion !== null && to === undefined) {
        // The canary can be an older version.
        const previousVersion =
          now.previousVersion === canaryVersion
            ? (good.find((version) => version !== canaryVersion) ?? null)
            : now.previousVersion;
        return {
          action: "rollback",
          next: { ...now, ...NO_CANARY, previousVersion },
          from: canaryVersion,
          bad: canaryVersion,
        };
      }
      const [target = good[0]] = [to];
      if (target === now.currentVersion) throw new RegistryError(`${part} ${target} is already live.`);
      if (target === undefined) throw new RegistryError(`${part} has no earlier version to go back to.`);
      if (!good.includes(target)) {
        if ((await wasReleased(tx, part, target)) && !(await hasRelease(tx, part, target))) throw removed(part, target);
        const choice = good.length > 0 ? `There are: ${good.join(", ")}.` : "There are no earlier versions.";
        throw new RegistryError(`${part} ${target} was never live here, or was rolled back. ${choice}`);
      }
      const previousVersion = good.find((version) => version !== target) ?? null;
      return {
        action: "rollback",
        next: { ...now, ...NO_CANARY, currentVersion: target, previousVersion },
        bad: now.currentVersion,
      };
    });

/** Gives a stored release, by default the current canary, to a share of visitors; null if nothing changes. */
export const startCanary =
  (deps: RegistryDeps) =>
  (
    part: string,
    reason: Reason,
    { percent, version, isAgain }: { percent: number; version?: string | undefined; isAgain?: boolean | undefined },
  ) =>
    change(deps, part, reason, (now) => {
      if (!now) throw new RegistryError(`${part} was never released, so there is no version for the other visitors.`);
      const to = version ?? now.canaryVersion;
      if (to === null) throw new RegistryError(`${part} has no canary.`);
      if (to === now.currentVersion) throw new RegistryError(`${part} ${to} is already live for everyone.`);
      if (to === now.canaryVersion && percent === now.canaryPercent) return null;
      return { action: "canary", isAgain, next: { ...now, canaryVersion: to, canaryPercent: percent }, to };
    });

export const promote = (deps: RegistryDeps) => (part: string, reason: Reason) =>
  change(deps, part, reason, (now) => {
    if (!now?.canaryVersion) throw new RegistryError(`${part} has no canary.`);
    return {
      action: "promote",
      next: { ...now, ...NO_CANARY, currentVersion: now.canaryVersion, previousVersion: now.currentVersion },
    };
  });

export const disable = (deps: RegistryDeps) => (part: string, reason: Reason) =>
  change(deps, part, reason, (now) => {
    if (!now) throw neverReleased(part);
    if (part === SHELL)
      throw new RegistryError("The shell carries the whole site and cannot be disabled; roll it back instead.");
    if (reason.why === "") throw new RegistryError("Give a reason for disabling a part: its visitors see it.");
    return { action: "disable", next: { ...now, isEnabled: false, reason: reason.why } };
  });

export const enable = (deps: RegistryDeps) => (part: string, reason: Reason) =>
  change(deps, part, reason, (now) => {
    if (!now) throw neverReleased(part);
    return now.isEnabled ? null : { action: "enable", next: { ...now, isEnabled: true, reason: null } };
  });

export const history =
  ({ db }: Pick<Deps, "db">) =>
  (part: string, limit = 50) =>
    db
      .select()
      .from(registryChanges)
      .where(eq(registryChanges.part, part))
      .orderBy(desc(registryChanges.revision))
      .limit(limit);
