import type { ContestCard } from "@conquest/shared/contracts/contests";
import type { Clock } from "../../platform/clock";
import type { Database } from "../../platform/database";
import { DEFAULT_LIMIT, page, type Page } from "../../platform/paging";
import { toCard } from "./contest-answers";
import { listCards, type ContestFilter, type ContestOrder } from "./contests-repository";
import { placeFrom } from "../../platform/keyset";

interface PublicList {
  filter?: ContestFilter;
  order: ContestOrder;
  limit?: number | undefined;
  cursor?: string | undefined;
}

/** A page of what everyone may see; it is the same for everyone, also for owners and admins. */
export async function listPublicContests(
  db: Database,
  clock: Clock,
  { filter = {}, order, limit = DEFAULT_LIMIT, cursor }: PublicList,
): Promise<Page<ContestCard>> {
  const now = clock.now();
  const place = placeFrom(cursor, now);
  const { rows, nextCursor, total } = await listCards(db, { viewer: null, filter, order, limit, place, now });
  return page({ items: rows.map((row) => toCard(row, now)), nextCursor, total });
}
