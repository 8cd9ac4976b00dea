import { getTableColumns, sql } from "drizzle-orm";
import type { z } from "zod";
import type { contestCard } from "@conquest/shared/contracts/contests";
import type { JoinAmount } from "@conquest/shared/contracts/parts/site-config";
import type { Visibility } from "@conquest/shared/contracts/visibility";
import { contests } from "../../../database/schema/contests";
import { users } from "../../../database/schema/people";
import { displayNameOf } from "../../../platform/people";
import { hasShownPlacement } from "../../contests/domain/placements";
import { awardFactsFor } from "../../awards/domain/award-columns";
import { amountDue } from "../../participation/domain/participation-policy";
import { evaluatePermissions, type PermissionFacts } from "./contest-permissions";
import { spotsLeft, type ContestFacts, type ContestRelation } from "../../contests/domain/contest-policy";
import { entryIdsOf, hasEntry } from "../../contests/domain/entry-authors";
import { teamOf } from "../../teams/domain/team-columns";
import { waitingOf } from "../../waiting-list/domain/waiting-columns";
import { hasNoEligibleEntries } from "../../entries/domain/entry-columns";
import { isCoJudge, isPublished, type Viewer, type ViewerInStatement } from "../../contests/domain/contest-visibility";
import type { ContestRow } from "../../contests/domain/contests-repository";
import { phaseOf } from "../../contests/domain/phase";
import { hasReported } from "../../reports/domain/has-reported";
import { ownAnnouncementQuotaReachedAt } from "../../announcements/domain/announcement-columns";

const MAX_LISTED_PARTICIPANTS = 100;

export const cardColumns = {
  id: contests.id,
  name: contests.name,
  image: contests.image,
  description: contests.description,
  summary: contests.summary,
  tag: contests.tag,
  registrationPrice: contests.registrationPrice,
  prize: contests.prize,
  deadline: contests.deadline,
  status: contests.status,
  visibility: contests.visibility,
  review: contests.review,
  cancelledAt: contests.cancelledAt,
  winnerAt: contests.winnerAt,
  participantCount: contests.participantCount,
  maxParticipants: contests.maxParticipants,
  heldSpots: contests.heldSpots,
  // Id prefixes suffice to tell participants apart. Selected as one text, since drivers parse arrays more slowly.
  participants: sql`array_to_string(array(
    select left(p.id, 8) from participations p where p.contest_id = ${contests.id} and p.state = 'paid'
    order by p.paid_at, p.id limit ${sql.raw(String(MAX_LISTED_PARTICIPANTS))}), ',')`.mapWith((ids: string) =>
    ids === "" ? [] : ids.split(","),
  ),
  creatorName: users.name,
  creatorPhoto: users.image,
  creatorRemovedAt: users.removedAt,
};

type CardRow = Pick<ContestRow, Extract<keyof typeof cardColumns, keyof ContestRow>> & {
  participants: string[];
  creatorName: string;
  creatorPhoto: string;
  creatorRemovedAt: Date | null;
};

/** As it is sent: names can be messages. */
export type Card = z.input<typeof contestCard> & {
  summary: string | undefined;
  visibility: Visibility | undefined;
  spotsLeft: number | undefined;
};

export const toCard = (row: CardRow, now: Date, joinAmount: JoinAmount): Card => ({
  _id: row.id,
  name: row.name,
  image: row.image,
  description: row.description,
  summary: row.summary ?? undefined,
  tags: row.tag,
  registrationPrice: row.registrationPrice,
  prize: row.prize,
  amountDue: amountDue(row, joinAmount),
  deadline: row.deadline.toISOString(),
  status: row.status,
  phase: phaseOf(row, now),
  visibility: row.visibility === "public" ? undefined : row.visibility,
  participants: row.participants,
  participantCount: row.participantCount,
  spotsLeft: spotsLeft(row) ?? undefined,
  creator: { name: displayNameOf({ name: row.creatorName, removedAt: row.creatorRemovedAt }), photo: row.creatorPhoto },
});

export const fullContestColumns = (viewer: ViewerInStatement) => ({
  ...getTableColumns(contests),
  ...cardColumns,
  isJudge: viewer ? isCoJudge(viewer.id) : sql<boolean>`false`,
  hasJoined: viewer
    ? sql<boolean>`exists (
        select 1 from participations p
        where p.contest_id = ${contests.id} and p.user_id = ${viewer.id} and p.state = 'paid')`
    : sql<boolean>`false`,
  hasSubmitted: viewer ? hasEntry(viewer.id) : sql<boolean>`false`,
  team: teamOf(viewer?.id),
  joinedBeforeExtension: viewer
    ? sql<boolean>`exists (
        select 1 from participations p
        where p.contest_id = ${contests.id} and p.user_id = ${viewer.id} and p.state = 'paid' and p.paid_at <= ${contests.extendedAt})`
    : sql<boolean>`false`,
  isShownWinner: viewer
    ? sql<boolean>`(exists (
        select 1 from entries e
        where e.id = ${contests.winnerEntryId} and e.show_if_wins and e.id in ${entryIdsOf(viewer.id)}) or ${hasShownPlacement(viewer)})`
    : sql<boolean>`false`,
  everJoined: viewer
    ? sql<boolean>`exists (select 1 from participations p where p.contest_id = ${contests.id} and p.user_id = ${viewer.id})`
    : sql<boolean>`false`,
  hasReported: hasReported(viewer),
  waiting: waitingOf(viewer),
  dayOfNewsSince: viewer ? ownAnnouncementQuotaReachedAt(viewer.id) : sql<null>`null`,
  wasJoined: sql<boolean>`(${contests.participantCount} > 0 or exists (select 1 from participations p where p.contest_id = ${contests.id}))`,
  wasPaidFor: sql<boolean>`exists (select 1 from participations p where p.contest_id = ${contests.id} and p.amount > 0)`,
  creatorIsUser: sql<boolean>`(${users.role} = 'user')`,
  isPublic: sql<boolean>`(${isPublished})`,
  adminsChoose: sql<boolean>`(${users.status} = 'blocked')`,
  nobodyCanWin: hasNoEligibleEntries,
  award: awardFactsFor(viewer),
});

type FullContestRow = ContestFacts &
  Omit<ContestRelation, "isOwner" | "isAdmin" | "standsIn"> &
  Omit<PermissionFacts, "contest" | "who"> & { creatorId: string; adminsChoose: boolean };

export function permissionsFor(row: FullContestRow, viewer: Viewer, now: Date) {
  const isAdmin = viewer?.role === "admin";
  return evaluatePermissions(
    {
      ...row,
      contest: row,
      who: { ...row, isOwner: row.creatorId === viewer?.id, isAdmin, standsIn: isAdmin && row.adminsChoose },
    },
    now,
  );
}
