import { and, eq, gt, isNull, sql } from "drizzle-orm";
import type { Database } from "../../../database/database";
import { waitingList } from "../../../database/schema/waiting-list";
import type { ContestFacts } from "./contest-policy";

const OFFER_MS = 24 * 60 * 60 * 1000;

export const offerEndsAt = ({ deadline }: Pick<ContestFacts, "deadline">, now: Date): Date =>
  new Date(Math.min(now.getTime() + OFFER_MS, deadline.getTime()));

/** Offers that the previous deadline shortened last as long as the new one allows. */
export const prolongOffers = (tx: Database, contestId: string, deadline: Date, now: Date) =>
  tx
    .update(waitingList)
    .set({
      offerEndsAt: sql`least(${waitingList.offeredAt} + ${OFFER_MS} * interval '1 millisecond', ${sql.param(deadline, waitingList.offerEndsAt)})`,
    })
    .where(and(eq(waitingList.contestId, contestId), isNull(waitingList.endedAt), gt(waitingList.offerEndsAt, now)));
