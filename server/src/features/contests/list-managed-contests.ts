import type { AdminContest, MyContest } from "@conquest/shared/contracts/contests";
import type { Clock } from "../../platform/clock";
import type { Database } from "../../platform/database";
import { found } from "../../platform/errors";
import { page, type Page } from "../../platform/paging";
import type { Caller } from "../../platform/session";
import type { JoinAmount } from "./amount-due";
import { toAdminContest, toMyContest } from "./contest-answers";
import { findPersonId, listComments, listOwnRows, type ContestFilter, type ContestOrder } from "./contests-repository";
import { placeFrom } from "../../platform/keyset";

/** Tables of the dashboard show everything at once where they can. */
export const DASHBOARD_LIMIT = 100;

interface Request {
  filter: ContestFilter;
  limit?: number | undefined;
  cursor?: string | undefined;
}

/** The contests that a person created, last created first; for themselves and for admins. */
export async function listMyContests(
  db: Database,
  clock: Clock,
  joinAmount: JoinAmount,
  email: string,
  { filter, limit = DASHBOARD_LIMIT, cursor }: Request,
  caller: Caller,
): Promise<Page<MyContest>> {
  const creatorId = found(await findPersonId(db, email, caller), "No such person.");
  const now = clock.now();
  const place = placeFrom(cursor, now);
  const request = { viewer: caller, filter: { ...filter, creatorId }, order: "created", limit, place, now } as const;
  const { rows, nextCursor, total } = await listOwnRows(db, request);
  const ids = rows.map((row) => row.id);
  const comments = await listComments(db, ids);
  return page({ items: rows.map((row) => toMyContest(row, comments, caller, now, joinAmount)), nextCursor, total });
}

/** Every contest, for admins; what waits for review comes first unless another order is asked for. */
export async function listContestsUnfiltered(
  db: Database,
  clock: Clock,
  joinAmount: JoinAmount,
  { filter, order = "review", limit = DASHBOARD_LIMIT, cursor }: Request & { order?: ContestOrder | undefined },
  caller: Caller,
): Promise<Page<AdminContest>> {
  const now = clock.now();
  const place = placeFrom(cursor, now);
  const request = { viewer: caller, filter: { ...filter, withCreator: true }, order, limit, place, now };
  const { rows, nextCursor, total } = await listOwnRows(db, request);
  const ids = rows.map((row) => row.id);
  const comments = await listComments(db, ids);
  return page({ items: rows.map((row) => toAdminContest(row, comments, caller, now, joinAmount)), nextCursor, total });
}
