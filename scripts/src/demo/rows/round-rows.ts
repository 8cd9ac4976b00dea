import type { ContestTerms } from "@conquest/shared/contracts/review";
import type { contestRounds, contests } from "@conquest/server/src/database/schema/contests";
import type { contestComments } from "@conquest/server/src/database/schema/talk";

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
  registrationPrice,
  prize,
  tag,
  deadline,
  hidesNames,
}: typeof contests.$inferInsert): ContestTerms => ({
  name,
  image,
  description,
  task,
  criteria: criteria ?? [],
  registrationPrice,
  prize,
  tags: tag,
  deadline: deadline.toISOString(),
  hidesNames: hidesNames ?? true,
});
