import type { ContestTerms } from "@conquest/shared/contracts/review";
import type { auditEntries } from "@conquest/server/src/database/schema/audit";
import type { contestRounds, contests } from "@conquest/server/src/database/schema/contests";
import type { contestJudges } from "@conquest/server/src/database/schema/judging";
import type { users } from "@conquest/server/src/database/schema/people";
import type { placements } from "@conquest/server/src/database/schema/placements";
import type { contestComments } from "@conquest/server/src/database/schema/talk";
import type { DemoAward } from "./award-rows";

type Entry = typeof auditEntries.$inferInsert;

interface AuditInput {
  adminId: string;
  users: readonly (typeof users.$inferInsert & { id: string })[];
  contests: readonly (typeof contests.$inferInsert & { id: string })[];
  comments: readonly (typeof contestComments.$inferInsert)[];
  judges: readonly (typeof contestJudges.$inferInsert)[];
  awards: readonly DemoAward[];
  placements: readonly (typeof placements.$inferInsert)[];
  blockedAt: Date;
}

export function demoAudit({
  adminId,
  users: people,
  contests: rows,
  comments,
  judges,
  awards,
  placements: placed,
  blockedAt,
}: AuditInput): Entry[] {
  const byAdmin = { actorId: adminId, actorRole: "admin" } as const;
  const entries: Entry[] = [];
  for (const { id, status, roleAnsweredAt, refusedBecause } of people) {
    if (roleAnsweredAt)
      entries.push({
        ...byAdmin,
        act: "request_approved",
        userId: id,
        fromValue: "requested",
        toValue: "creator",
        at: roleAnsweredAt,
      });
    if (status === "blocked")
      entries.push({
        ...byAdmin,
        act: "person_blocked",
        userId: id,
        fromValue: "verified",
        toValue: "blocked",
        reason: refusedBecause ?? "",
        at: blockedAt,
      });
  }
  for (const {
    id,
    creatorId,
    openedAt,
    cancelledAt,
    cancelReason,
    winnerAt,
    winnerId,
    winnerNote,
    featuredAt,
    deadline,
    extendedAt,
    extendedFrom,
    extensionReason,
  } of rows) {
    const byCreator = { actorId: creatorId, actorRole: "creator" } as const;
    if (openedAt)
      entries.push({
        ...byAdmin,
        act: "contest_confirmed",
        contestId: id,
        fromValue: "in_review",
        toValue: "approved",
        at: openedAt,
      });
    if (featuredAt) entries.push({ ...byAdmin, act: "contest_featured", contestId: id, at: featuredAt });
    if (extendedAt && extendedFrom)
      entries.push({
        ...byCreator,
        act: "deadline_extended",
        contestId: id,
        fromValue: extendedFrom.toISOString(),
        toValue: deadline.toISOString(),
        reason: extensionReason ?? "",
        at: extendedAt,
      });
    for (const { contestId, judgeId, state, invitedAt, changedAt } of judges) {
      if (contestId !== id) continue;
      entries.push({ ...byCreator, act: "judge_invited", contestId: id, userId: judgeId, at: invitedAt });
      if (state === "accepted" && judgeId)
        entries.push({
          actorId: judgeId,
          actorRole: "user",
          act: "judge_accepted",
          contestId: id,
          userId: judgeId,
          at: changedAt,
        });
    }
    if (cancelledAt)
      entries.push({
        ...byCreator,
        act: "contest_cancelled",
        contestId: id,
        fromValue: "approved",
        toValue: "cancelled",
        reason: cancelReason ?? "",
        at: cancelledAt,
      });
    if (winnerAt && winnerId) {
      const chosen = {
        ...byCreator,
        act: "winner_chosen",
        contestId: id,
        reason: winnerNote ?? "",
        at: winnerAt,
      } as const;
      entries.push({ ...chosen, userId: winnerId });
      for (const { contestId, winnerId: userId, prizeName } of placed)
        if (contestId === id) entries.push({ ...chosen, userId, toValue: prizeName });
    }
    for (const award of awards) {
      const userId = award.winnerId ?? winnerId;
      if (award.contestId !== id || !userId) continue;
      const about = { contestId: id, userId };
      const byWinner = { actorId: userId, actorRole: "user", ...about } as const;
      const { sentAt, problemAt, decidedAt, decisionNote, endedAt } = award;
      if (sentAt)
        entries.push({ ...byCreator, ...about, act: "prize_sent", fromValue: "to_send", toValue: "sent", at: sentAt });
      if (problemAt)
        entries.push({ ...byWinner, act: "prize_disputed", fromValue: "sent", toValue: "disputed", at: problemAt });
      if (decidedAt)
        entries.push({
          ...byAdmin,
          ...about,
          act: "prize_returned",
          fromValue: "disputed",
          toValue: "to_send",
          reason: decisionNote ?? "",
          at: decidedAt,
        });
      if (endedAt)
        entries.push({ ...byWinner, act: "prize_confirmed", fromValue: "sent", toValue: "delivered", at: endedAt });
    }
  }
  for (const { contestId, decision, text, createdAt } of comments) {
    if (decision === "comment") continue;
    entries.push({
      ...byAdmin,
      act: decision === "rejected" ? "contest_rejected" : "changes_requested",
      contestId,
      fromValue: "in_review",
      toValue: decision,
      reason: text,
      at: createdAt,
    });
  }
  return entries.sort((one, other) => one.at.getTime() - other.at.getTime());
}

type Round = typeof contestRounds.$inferInsert;

interface RoundsInput {
  adminId: string;
  /** Their revisions are set to the last round. */
  contests: readonly (typeof contests.$inferInsert & { id: string })[];
  /** Revisions of decisions are set to their round. */
  comments: readonly (typeof contestComments.$inferInsert)[];
  earlierTerms: ReadonlyMap<string, Partial<ContestTerms>>;
}

export function demoRounds({ adminId, contests: rows, comments, earlierTerms }: RoundsInput): Round[] {
  return rows.flatMap((contest) => {
    const rounds: Round[] = [];
    const add = (act: Round["act"], actorId: string, at: Date, earlier: Partial<ContestTerms> = {}) => {
      rounds.push({
        contestId: contest.id,
        revision: rounds.length + 1,
        act,
        actorId,
        at,
        terms: { ...termsOf(contest), ...earlier },
      });
      return rounds.length;
    };
    const { creatorId, createdAt, openedAt, review, extendedAt, extendedFrom } = contest;
    const earlier = { ...earlierTerms.get(contest.id), ...(extendedFrom && { deadline: extendedFrom.toISOString() }) };
    add("submitted", creatorId, createdAt, earlier);
    const decision = comments.find(
      ({ contestId, decision }) => contestId === contest.id && decision !== "comment" && decision !== undefined,
    );
    if (decision) {
      decision.revision = add(
        decision.decision as "changes_requested" | "rejected",
        adminId,
        decision.createdAt,
        earlier,
      );
      if (review === "in_review") add("submitted", creatorId, new Date(decision.createdAt.getTime() + 3_600_000));
    }
    if (openedAt) add("confirmed", adminId, openedAt, extendedFrom ? earlier : {});
    if (extendedAt) add("edited", creatorId, extendedAt);
    contest.revision = rounds.length;
    return rounds;
  });
}

const termsOf = ({
  name,
  image,
  description,
  task,
  criteria,
  criteriaWeights,
  registrationPrice,
  prize,
  morePrizes,
  rules,
  entryFields,
  maxParticipants,
  maxTeamSize,
  tag,
  deadline,
  hidesNames,
  visibility,
}: typeof contests.$inferInsert): ContestTerms => ({
  name,
  image,
  description,
  task,
  criteria: criteria ?? [],
  criteriaWeights: criteriaWeights ?? [],
  registrationPrice,
  prize,
  morePrizes: morePrizes ?? [],
  rules: rules ?? null,
  entryFields: entryFields ?? [],
  maxParticipants: maxParticipants ?? null,
  maxTeamSize: maxTeamSize ?? 1,
  tags: tag,
  deadline: deadline.toISOString(),
  hidesNames: hidesNames ?? true,
  ...(visibility !== undefined && visibility !== "public" && { visibility }),
});
