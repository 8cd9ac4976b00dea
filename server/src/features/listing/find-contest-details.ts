import { and, eq } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { ContestDetails } from "@conquest/shared/contracts/contests";
import { contests, users } from "../../database/schema";
import type { Deps } from "../../platform/deps";
import { nameOf } from "../../platform/people";
import { amountDue } from "../contests/amount-due";
import { actsFor, toCard, wholeColumns } from "../contests/contest-cards";
import { isCreator } from "../contests/contest-filter";
import { visibleTo, type Viewer } from "../contests/contest-visibility";

const winners = alias(users, "winner");

/** A contest with all that its page shows; undefined where this viewer may see none. */
export const findContestDetails =
  ({ db, clock, config }: Pick<Deps, "db" | "clock" | "config">) =>
  async (id: string, viewer: Viewer): Promise<ContestDetails | undefined> => {
    const [row] = await db
      .select({ ...wholeColumns(viewer), winnerName: winners.name, winnerPhoto: winners.image, winnerRemovedAt: winners.removedAt })
      .from(contests)
      .innerJoin(users, isCreator)
      .leftJoin(winners, eq(winners.id, contests.winnerId))
      .where(and(eq(contests.id, id), visibleTo(viewer)));
    if (!row) return undefined;
    const now = clock.now();
    return {
      // What the row says under the contract's own names goes as it is; of the rest the contract lets nothing out.
      ...row,
      ...toCard(row, now),
      amountDue: amountDue(row, config.joinAmount),
      openedAt: row.openedAt?.toISOString() ?? null,
      cancelledAt: row.cancelledAt?.toISOString() ?? null,
      winner: row.winnerAt && {
        name: nameOf({ name: row.winnerName ?? "", removedAt: row.winnerRemovedAt }),
        photo: row.winnerPhoto ?? "",
        note: row.winnerNote ?? "",
        at: row.winnerAt.toISOString(),
      },
      may: actsFor(row, viewer, now),
      viewer: viewer && {
        isOwner: row.creatorId === viewer.id,
        hasJoined: row.hasJoined,
        hasSubmitted: row.hasSubmitted,
        isWinner: row.winnerId === viewer.id,
      },
    };
  };
