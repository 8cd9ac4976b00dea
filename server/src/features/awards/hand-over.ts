import { and, eq, isNull } from "drizzle-orm";
import type { z } from "zod";
import type * as contract from "@conquest/shared/contracts/awards";
import { message } from "@conquest/shared/contracts/text/message";
import type { Database } from "../../database/database";
import { files } from "../../database/schema/files";
import type { Clock } from "../../platform/clock";
import type { Deps } from "../../platform/deps";
import { orNotFound, throwConflict, throwValidationError } from "../../platform/errors";
import { filesRepository } from "../../platform/files/files-repository";
import { notify, resolveActionRequests, type Notification } from "../../platform/notify";
import { listAdminIds, lockCaller } from "../../platform/people";
import { assertAllowed, deny } from "../../platform/policy";
import type { Caller } from "../../platform/sessions/session";
import { writeAudit, type AuditDraft } from "../../platform/write-audit";
import { contestsRepository } from "../contests/domain/contests-repository";
import { DAY_MS } from "../contests/domain/phase";
import type { AwardRow } from "./domain/award-columns";
import { awardNotifications, awardRequest, prizeTitle } from "./domain/award-notifications";
import { canConfirmPrize, canReportPrize, canSendPrize, canSettlePrize } from "./domain/award-policy";
import { nextReminderAt } from "./domain/award-schedule";
import { awardsRepository, factsOf, relationOf, toAward, type FoundAward } from "./domain/awards-repository";

export const NO_AWARD_HERE = message("We couldn't find your prize here.");

/** Locks the contest, so that of two concurrent actions the second sees what the first did. */
async function lockAward(tx: Database, contestId: string, place: number, caller: Caller): Promise<FoundAward> {
  orNotFound(await contestsRepository(tx).lockAny(contestId), NO_AWARD_HERE);
  await lockCaller(tx, caller);
  return orNotFound(await awardsRepository(tx).find(contestId, place, caller), NO_AWARD_HERE);
}

interface Transition {
  change: Partial<AwardRow>;
  audit: Pick<AuditDraft, "act" | "reason"> | null;
  notifications: (award: FoundAward["award"] & { name: string }) => Notification | readonly Notification[];
}

async function apply(tx: Database, clock: Clock, found: FoundAward, caller: Caller, to: Transition) {
  const { award } = found;
  await awardsRepository(tx).change(award, to.change);
  if (to.audit)
    await writeAudit(tx, clock, {
      ...to.audit,
      by: caller,
      contestId: award.contestId,
      userId: award.winnerId,
      from: award.state,
      to: to.change.state ?? award.state,
    });
  if (to.change.state) await resolveActionRequests(tx, clock, awardRequest(award));
  await notify(tx, clock, to.notifications({ ...award, ...to.change, name: prizeTitle(found) }));
  const changed = await awardsRepository(tx).find(award.contestId, award.place, caller);
  return toAward(changed!, caller);
}

export const listSettlingAdmins = async (tx: Database, { creatorId, winnerId }: AwardRow) =>
  (await listAdminIds(tx)).filter((id) => id !== creatorId && id !== winnerId);

export const sendPrize = (
  { db, clock }: Deps,
  contestId: string,
  form: z.output<typeof contract.prizeForm>,
  caller: Caller,
) =>
  db.transaction(async (tx) => {
    const found = await lockAward(tx, contestId, form.place, caller);
    assertAllowed(canSendPrize(factsOf(found, caller), relationOf(found, caller)));
    const { award } = found;
    const now = clock.now();
    assertDay(form.on, award.awardedAt, now);
    await changeProof(tx, award, form.proofId, caller);
    const details = { sentOn: form.on, sentNote: form.note, proofId: form.proofId };
    if (award.sentAt) return apply(tx, clock, found, caller, { change: details, audit: null, notifications: () => [] });
    return apply(tx, clock, found, caller, {
      change: {
        ...details,
        state: "sent",
        sentAt: now,
        waitingSince: now,
        nextAt: nextReminderAt(now, now),
        problem: "",
        problemAt: null,
      },
      audit: { act: "prize_sent" },
      notifications: awardNotifications.sent,
    });
  });

const MAX_ZONE_OFFSET_MS = 14 * 60 * 60 * 1000;

function assertDay(day: string, awardedAt: Date, now: Date): void {
  const start = Date.parse(day);
  if (start > now.getTime() + MAX_ZONE_OFFSET_MS)
    throwValidationError({ on: message("Choose a day that isn't in the future.") });
  if (start + DAY_MS + MAX_ZONE_OFFSET_MS < awardedAt.getTime())
    throwValidationError({ on: message("Choose a day after the winner was picked.") });
}

async function changeProof(tx: Database, award: AwardRow, proofId: string | null, caller: Caller): Promise<void> {
  if (proofId === award.proofId) return;
  if (proofId !== null) {
    const isUnused = and(isNull(files.entryId), eq(files.uploaderId, caller.id), eq(files.use, "entry"));
    const [upload] = await tx
      .select({ id: files.id })
      .from(files)
      .where(and(eq(files.id, proofId), eq(files.state, "here"), isUnused))
      .for("update");
    if (!upload)
      throwValidationError({ proofId: message("This file has expired or is already in use. Upload it again.") });
    await tx.update(files).set({ use: "proof", contestId: award.contestId }).where(eq(files.id, proofId));
  }
  if (award.proofId !== null) await filesRepository(tx).release([award.proofId]);
}

export const confirmPrize = ({ db, clock }: Deps, contestId: string, place: number, caller: Caller) =>
  db.transaction(async (tx) => {
    const found = await lockAward(tx, contestId, place, caller);
    assertAllowed(canConfirmPrize(factsOf(found, caller)));
    return apply(tx, clock, found, caller, {
      change: { state: "delivered", endedAt: clock.now(), nextAt: null },
      audit: { act: "prize_confirmed" },
      notifications: awardNotifications.confirmed,
    });
  });

export const reportPrize = (
  { db, clock }: Deps,
  contestId: string,
  { place, text }: z.output<typeof contract.reportPrize.body>,
  caller: Caller,
) =>
  db.transaction(async (tx) => {
    const found = await lockAward(tx, contestId, place, caller);
    assertAllowed(canReportPrize(factsOf(found, caller)));
    const now = clock.now();
    const adminIds = await listSettlingAdmins(tx, found.award);
    return apply(tx, clock, found, caller, {
      change: { state: "disputed", problem: text, problemAt: now, waitingSince: now, nextAt: null },
      audit: { act: "prize_disputed" },
      notifications: (award) => awardNotifications.disputed(award, text, adminIds),
    });
  });

export const settlePrize = (
  { db, clock }: Deps,
  contestId: string,
  { place, revision, decision, note }: z.output<typeof contract.settlePrize.body>,
  caller: Caller,
) =>
  db.transaction(async (tx) => {
    const found = await lockAward(tx, contestId, place, caller);
    const facts = factsOf(found, caller);
    assertAllowed(canSettlePrize(facts, relationOf(found, caller)));
    if (revision !== found.award.revision)
      throwConflict(
        "changed_elsewhere",
        message("The creator or the winner changed something after you opened this. Check it again."),
      );
    if (decision === "returned" && !facts.canCreatorSend)
      assertAllowed(deny("creator_gone", message("Its creator's account is blocked or deleted. Close it instead.")));
    if (decision === "closed" && facts.canCreatorSend)
      assertAllowed(deny("creator_present", message("Its creator can still send it. Return it to them instead.")));
    const now = clock.now();
    if (decision === "returned" && found.award.proofId !== null)
      await filesRepository(tx).release([found.award.proofId]);
    return apply(tx, clock, found, caller, {
      change: { decision, decisionNote: note, decidedAt: now, ...CHANGES[decision](now) },
      audit: { act: `prize_${decision}`, reason: note },
      notifications: (award) => awardNotifications[decision](award, note),
    });
  });

const ended = (state: "delivered" | "undelivered") => (now: Date) => ({ state, endedAt: now, nextAt: null });

const CHANGES: Record<contract.AwardDecision, (now: Date) => Partial<AwardRow>> = {
  delivered: ended("delivered"),
  closed: ended("undelivered"),
  returned: (now) => ({
    state: "to_send",
    sentOn: null,
    sentAt: null,
    sentNote: "",
    proofId: null,
    waitingSince: now,
    nextAt: nextReminderAt(now, now),
  }),
};
