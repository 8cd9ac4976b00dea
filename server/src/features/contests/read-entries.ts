import type { z } from "zod";
import type { Entry, listContestEntries as listing } from "@conquest/shared/contracts/entries";
import type { Clock } from "../../platform/clock";
import type { Database } from "../../platform/database";
import { found, notFound } from "../../platform/errors";
import { page, type Page } from "../../platform/paging";
import type { Caller } from "../../platform/session";
import { nameOf } from "./contest-answers";
import { countsOf, findPersonId, isManagedBy, isVisibleTo } from "./contests-repository";
import { findEntryOf, listEntries } from "./entries-repository";
import { toEntry } from "./entry-answers";
import { placeFrom } from "../../platform/keyset";
import { DASHBOARD_LIMIT } from "./list-managed-contests";

/** What the caller submitted to a contest that they may see. */
export async function readMyEntry(db: Database, contestId: string, caller: Caller): Promise<{ entry: Entry | null }> {
  if (!(await isVisibleTo(db, contestId, caller))) notFound("No such contest.");
  const entry = await findEntryOf(db, contestId, caller.id);
  return { entry: entry ? toEntry(entry) : null };
}

type ListedEntry = z.input<(typeof listing)["response"]>[number];

/** What everyone submitted, in the order of submission; for the contest's owner and for admins. */
export async function listContestEntries(
  db: Database,
  clock: Clock,
  contestId: string,
  { limit = DASHBOARD_LIMIT, cursor }: { limit?: number | undefined; cursor?: string | undefined },
  caller: Caller,
): Promise<Page<ListedEntry>> {
  if (!(await isManagedBy(db, contestId, caller))) notFound("No such contest of yours.");
  const { rows, nextCursor, total } = await listEntries(db, contestId, limit, placeFrom(cursor, clock.now()));
  const items = rows.map((row) => ({ ...toEntry(row), name: nameOf(row), photo: row.photo, isWinner: row.isWinner }));
  return page({ items, nextCursor, total });
}

/** How a person fares; for themselves and for admins. */
export async function readStats(db: Database, email: string, caller: Caller): Promise<{ joined: number; finished: number; won: number }> {
  return countsOf(db, found(await findPersonId(db, email, caller), "No such person."));
}
