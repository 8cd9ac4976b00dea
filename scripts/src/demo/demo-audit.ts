import type { auditEntries } from "@conquest/server/src/database/schema/audit";
import type { contests } from "@conquest/server/src/database/schema/contests";
import type { users } from "@conquest/server/src/database/schema/people";
import type { contestComments } from "@conquest/server/src/database/schema/talk";

type Entry = typeof auditEntries.$inferInsert;

export const BLOCKED_BECAUSE = "The same advertisement was handed in to nine contests.";

interface Done {
  adminId: string;
  users: readonly (typeof users.$inferInsert & { id: string })[];
  contests: readonly (typeof contests.$inferInsert & { id: string })[];
  comments: readonly (typeof contestComments.$inferInsert)[];
  blockedAt: Date;
}

/** What the demo's people did to each other, oldest first, as the audit trail would have it. */
export function demoAudit({ adminId, users: people, contests: rows, comments, blockedAt }: Done): Entry[] {
  const byAdmin = { actorId: adminId, actorRole: "admin" } as const;
  const entries: Entry[] = [];
  for (const { id, status, roleAnsweredAt } of people) {
    if (roleAnsweredAt) entries.push({ ...byAdmin, act: "request_approved", userId: id, fromValue: "requested", toValue: "creator", at: roleAnsweredAt });
    if (status === "blocked") entries.push({ ...byAdmin, act: "person_blocked", userId: id, fromValue: "verified", toValue: "blocked", reason: BLOCKED_BECAUSE, at: blockedAt });
  }
  for (const { id, creatorId, openedAt, cancelledAt, cancelReason, winnerAt, winnerId, featuredAt } of rows) {
    const byCreator = { actorId: creatorId, actorRole: "creator" } as const;
    if (openedAt) entries.push({ ...byAdmin, act: "contest_confirmed", contestId: id, fromValue: "in_review", toValue: "approved", at: openedAt });
    if (featuredAt) entries.push({ ...byAdmin, act: "contest_featured", contestId: id, at: featuredAt });
    if (cancelledAt) entries.push({ ...byCreator, act: "contest_cancelled", contestId: id, fromValue: "approved", toValue: "cancelled", reason: cancelReason ?? "", at: cancelledAt });
    if (winnerAt && winnerId) entries.push({ ...byCreator, act: "winner_chosen", contestId: id, userId: winnerId, at: winnerAt });
  }
  for (const { contestId, decision, text, createdAt } of comments) {
    if (decision === "comment") continue;
    entries.push({ ...byAdmin, act: decision === "rejected" ? "contest_rejected" : "changes_requested", contestId, fromValue: "in_review", toValue: decision, reason: text, at: createdAt });
  }
  return entries.sort((one, other) => one.at.getTime() - other.at.getTime());
}
