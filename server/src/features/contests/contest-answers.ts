import type { AdminContest, ContestCard, ContestComment, ContestDetails, MyContest } from "@conquest/shared/contracts/contests";
import { amountDue, type JoinAmount } from "./amount-due";
import { actsOf, type ContestFacts } from "./contest-acts";
import type { Viewer } from "./contest-visibility";
import type { CardRow, CommentRow, DetailsRow, OwnRow } from "./contests-repository";
import { phaseOf } from "./phase";

/** What the site calls a person whose account was removed. */
export const nameOf = (person: { name: string; removedAt: Date | null }): string => (person.removedAt ? "Former member" : person.name);

export const toCard = (row: Omit<CardRow, "sortKeys">, now: Date): ContestCard => ({
  _id: row.id,
  name: row.name,
  image: row.image,
  description: row.description,
  tags: row.tag,
  registrationPrice: row.registrationPrice,
  prize: row.prize,
  deadline: row.deadline.toISOString(),
  status: row.status,
  phase: phaseOf(row, now),
  participants: row.participants,
  participantCount: row.participantCount,
  creator: { name: row.creatorName, photo: row.creatorPhoto },
});

/** What the row says under the contract's own names goes as it is; of the rest the contract lets nothing out. */
export const toDetails = (row: DetailsRow, viewer: Viewer, now: Date, joinAmount: JoinAmount): ContestDetails => ({
  ...row,
  ...toCard(row, now),
  amountDue: amountDue(row, joinAmount),
  may: actsFor(row, viewer, now),
  openedAt: row.openedAt?.toISOString() ?? null,
  cancelledAt: row.cancelledAt?.toISOString() ?? null,
  winner: row.winnerAt && {
    name: nameOf({ name: row.winnerName ?? "", removedAt: row.winnerRemovedAt }),
    photo: row.winnerPhoto ?? "",
    note: row.winnerNote ?? "",
    at: row.winnerAt.toISOString(),
  },
  viewer: viewer && {
    isOwner: row.creatorId === viewer.id,
    hasJoined: row.hasJoined,
    hasSubmitted: row.hasSubmitted,
    isWinner: row.winnerId === viewer.id,
  },
});

export const toComment = (row: Omit<CommentRow, "contestId">): ContestComment => ({
  _id: row.id,
  text: row.text,
  decision: row.decision,
  author: nameOf({ name: row.author, removedAt: row.authorRemovedAt }),
  at: row.createdAt.toISOString(),
});

type PlainOwnRow = Omit<OwnRow, "sortKeys">;

interface FactRow extends ContestFacts {
  creatorId: string;
  hasJoined: boolean;
  hasSubmitted: boolean;
  wasPaidFor: boolean;
  isPublic: boolean;
}

const actsFor = (row: FactRow, viewer: Viewer, now: Date) =>
  actsOf({ ...row, contest: row, who: { ...row, isOwner: row.creatorId === viewer?.id, isAdmin: viewer?.role === "admin" } }, now);

export const toMyContest = (
  row: PlainOwnRow,
  comments: readonly CommentRow[],
  viewer: Viewer,
  now: Date,
  joinAmount: JoinAmount,
): MyContest => ({
  ...row,
  ...toCard(row, now),
  amountDue: amountDue(row, joinAmount),
  comments: comments.filter((comment) => comment.contestId === row.id).map(toComment),
  createdAt: row.createdAt.toISOString(),
  may: actsFor(row, viewer, now),
});

export const toAdminContest = (
  row: PlainOwnRow,
  comments: readonly CommentRow[],
  viewer: Viewer,
  now: Date,
  joinAmount: JoinAmount,
): AdminContest => ({
  ...toMyContest(row, comments, viewer, now, joinAmount),
  creator: { _id: row.creatorId, name: row.creatorName, email: row.creatorEmail ?? "", photo: row.creatorPhoto },
});
