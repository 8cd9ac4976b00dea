import type { z } from "zod";
import type { participation } from "@conquest/shared/contracts/taking-part";
import type { Clock } from "../../platform/clock";
import type { Database } from "../../platform/database";
import { found } from "../../platform/errors";
import { page, type Page } from "../../platform/paging";
import type { Caller } from "../../platform/session";
import { actsOf } from "./contest-acts";
import { findPersonId } from "./contests-repository";
import { placeFrom } from "../../platform/keyset";
import { DASHBOARD_LIMIT } from "./list-managed-contests";
import { listParticipations, type ParticipationRow } from "./participation-repository";
import { phaseOf } from "./phase";

/** The contests a person paid for, last joined first; for themselves and for admins. */
export async function listParticipatedContests(
  db: Database,
  clock: Clock,
  email: string,
  { limit = DASHBOARD_LIMIT, cursor }: { limit?: number | undefined; cursor?: string | undefined },
  caller: Caller,
): Promise<Page<z.input<typeof participation>>> {
  const userId = found(await findPersonId(db, email, caller), "No such person.");
  const now = clock.now();
  const { rows, nextCursor, total } = await listParticipations(db, userId, limit, placeFrom(cursor, now));
  return page({ items: rows.map((row) => toParticipation(row, userId, now)), nextCursor, total });
}

const toParticipation = (row: ParticipationRow, userId: string, now: Date): z.input<typeof participation> => ({
  _id: row.contestId,
  name: row.name,
  image: row.image,
  description: row.description,
  deadline: row.deadline.toISOString(),
  phase: phaseOf(row, now),
  amount: row.amount,
  paymentStatus: row.state,
  paidAt: row.paidAt.toISOString(),
  may: actsOf(
    {
      contest: row,
      who: { isOwner: row.creatorId === userId, isAdmin: false, hasJoined: row.state === "paid", hasSubmitted: row.entryId !== null },
      wasPaidFor: true,
      isPublic: row.status === "open" && row.cancelledAt === null,
    },
    now,
  ),
  entryState: row.winnerId === userId ? "winner" : row.entryId ? "submitted" : "none",
});
