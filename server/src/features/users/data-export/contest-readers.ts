import { eq, sql, type SQL } from "drizzle-orm";
import type { Database } from "../../../database/database";
import { awards } from "../../../database/schema/awards";
import { contestRounds, contests } from "../../../database/schema/contests";
import { placements } from "../../../database/schema/placements";
import { contestDrafts } from "../../../database/schema/files";
import { contestInvitations } from "../../../database/schema/contest-access";
import { participations } from "../../../database/schema/taking-part";
import { contestComments, contestNews, contestQuestions } from "../../../database/schema/talk";
import { isPlacementOfAward } from "../../awards/domain/award-columns";
import { ifVisible, pick, readerOf, type DataReader, type DataSubject } from "./data-reader";

export function contestReaders(db: Database, subject: DataSubject): Record<string, DataReader> {
  const { id } = subject;
  const contest = ifVisible(subject, contests.name);
  const isCreators = eq(contests.creatorId, id);
  return {
    /** The addresses that the creator typed. */
    peopleInvited: readerOf(db, {
      key: contestInvitations.id,
      columns: { contest, ...pick(contestInvitations, "contestId", "email", "invitedAt") },
      from: (selection) =>
        selection.from(contestInvitations).innerJoin(contests, eq(contests.id, contestInvitations.contestId)),
      where: isCreators,
    }),
    contests: readerOf(db, {
      key: contests.id,
      columns: pick(
        contests,
        "id",
        "name",
        "image",
        "description",
        "task",
        "criteria",
        "criteriaWeights",
        "judgesPerEntry",
        "ratingsDueAt",
        "hidesNames",
        "tag",
        "registrationPrice",
        "prize",
        "morePrizes",
        "rules",
        "rulesVersion",
        "entryFields",
        "maxParticipants",
        "maxTeamSize",
        "deadline",
        "extendedAt",
        "extendedFrom",
        "extensionReason",
        "status",
        "review",
        "openedAt",
        "cancelledAt",
        "cancelReason",
        "hiddenAt",
        "visibility",
        "winnerNote",
        "winnerAt",
        "participantCount",
        "entryCount",
        "createdAt",
        "updatedAt",
      ),
      from: (selection) => selection.from(contests),
      where: isCreators,
    }),
    // Terms of each revision; the reasons are in the comments on the same revision.
    reviewRounds: readerOf(db, {
      key: sql`${contestRounds.contestId} || ' ' || lpad(${contestRounds.revision}::text, 10, '0')`,
      columns: {
        contest,
        byMe: sql`coalesce(${contestRounds.actorId} = ${id}, false)`,
        ...pick(contestRounds, "contestId", "revision", "act", "at", "terms"),
      },
      from: (selection) => selection.from(contestRounds).innerJoin(contests, eq(contests.id, contestRounds.contestId)),
      where: isCreators,
    }),
    prizesToHandOver: awardsWhere(eq(awards.creatorId, id)),
    prizesWon: awardsWhere(eq(awards.winnerId, id)),
    drafts: readerOf(db, {
      key: contestDrafts.id,
      columns: pick(contestDrafts, "id", "form", "createdAt", "savedAt"),
      from: (selection) => selection.from(contestDrafts),
      where: eq(contestDrafts.creatorId, id),
    }),
    commentsOnContests: commentsWhere(isCreators),
    commentsWritten: commentsWhere(eq(contestComments.authorId, id)),
    questionsAsked: questionsWhere(eq(contestQuestions.askerId, id)),
    questionsToContests: questionsWhere(isCreators),
    newsWritten: newsWhere(isCreators),
    // Full texts; notifications only quote the beginning.
    newsReceived: newsWhere(sql`exists (
      select from ${participations} where ${participations.contestId} = ${contestNews.contestId} and ${participations.userId} = ${id}
        and ${participations.paidAt} <= ${contestNews.writtenAt} and (${participations.refundedAt} is null or ${participations.refundedAt} > ${contestNews.writtenAt}))`),
  };

  /** The creator and the winner wrote the note and the problem to each other, and admins the decision to both. */
  function awardsWhere(where: SQL) {
    return readerOf(db, {
      key: sql`${awards.contestId} || ' ' || lpad(${awards.place}::text, 5, '0')`,
      columns: {
        contest,
        prizeName: placements.prizeName,
        ...pick(awards, "contestId", "place", "prize", "awardedAt", "state", "sentOn", "sentAt", "sentNote", "proofId"),
        ...pick(awards, "problem", "problemAt", "decision", "decisionNote", "decidedAt", "endedAt"),
      },
      from: (selection) =>
        selection
          .from(awards)
          .innerJoin(contests, eq(contests.id, awards.contestId))
          .leftJoin(placements, isPlacementOfAward),
      where,
    });
  }

  function newsWhere(where: SQL) {
    return readerOf(db, {
      key: contestNews.id,
      columns: { contest, ...pick(contestNews, "contestId", "text", "writtenAt") },
      from: (selection) => selection.from(contestNews).innerJoin(contests, eq(contests.id, contestNews.contestId)),
      where,
    });
  }

  function questionsWhere(where: SQL) {
    const { answer, answeredAt, correctedAt } = contestQuestions;
    const columns = {
      ...pick(contestQuestions, "contestId", "text", "askedAt"),
      answer: ifVisible(subject, answer),
      answeredAt: ifVisible(subject, answeredAt),
      correctedAt: ifVisible(subject, correctedAt),
    };
    return readerOf(db, {
      key: contestQuestions.id,
      columns: { contest, ...columns },
      from: (selection) =>
        selection.from(contestQuestions).innerJoin(contests, eq(contests.id, contestQuestions.contestId)),
      where,
    });
  }

  function commentsWhere(where: SQL) {
    return readerOf(db, {
      key: contestComments.id,
      columns: { contest, ...pick(contestComments, "contestId", "text", "decision", "revision", "createdAt") },
      from: (selection) =>
        selection.from(contestComments).innerJoin(contests, eq(contests.id, contestComments.contestId)),
      where,
    });
  }
}
