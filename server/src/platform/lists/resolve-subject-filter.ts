import { and, eq, isNotNull, isNull, notInArray, or, sql, type SQL } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import { message } from "@conquest/shared/contracts/text/message";
import { LANGUAGES } from "@conquest/shared/contracts/parts/languages";
import type { Database } from "../../database/database";
import { contestSearch } from "../../database/schema/contest-lists";
import { users } from "../../database/schema/people";
import { throwValidationError } from "../errors";
import { FORMER_MEMBER, nameAndAddress } from "../people";
import { translate } from "../text/translate";
import { containsTermIndexed, matchesAllTerms } from "./text-search";

const MAX_SUBJECTS = 50;

/** How pages of all languages show removed users. */
const FORMER_MEMBERS = LANGUAGES.map((language) => sql`search_fold(${translate(language, FORMER_MEMBER)}::text)`);

/** Columns of an audit-like table that name contests and users. Deleted ones may only be named there. */
interface Trail {
  contestId: PgColumn;
  userId: PgColumn;
  actorId?: PgColumn;
}

/** Returns disjoint conditions for rows about or by this name or id. Removed users match their display name. */
export async function resolveSubjectFilter(db: Database, words: string, { contestId, userId, actorId }: Trail) {
  const { rows } = await db.execute<{ folded: string; are_of_removed: boolean }>(
    sql`select search_fold(${words}::text) as folded, search_fold(${words}::text) in (${sql.join(FORMER_MEMBERS, sql`, `)}) as are_of_removed`,
  );
  const { folded, are_of_removed: areOfRemoved } = rows[0]!;
  const wordings = [[folded]];
  const ids = async (table: SQL, id: SQL, texts: SQL[], inTrail: PgColumn, orSo = sql`false`) => {
    const found = await db.execute<{ id: string }>(sql`
      select ${id} as id from ${table} where ${id} = ${words} or ${matchesAllTerms(texts, wordings, containsTermIndexed)}
      union (select ${id} from ${table} where ${orSo} limit ${MAX_SUBJECTS + 1})
      union (select ${inTrail} from ${inTrail.table} where ${inTrail} = ${words} limit 1)
      limit ${MAX_SUBJECTS + 1}`);
    return found.rows.map((row) => row.id);
  };
  const contestIds = await ids(
    sql`${contestSearch}`,
    sql`${contestSearch.contestId}`,
    [sql`${contestSearch.name}`],
    contestId,
  );
  const userIds = await ids(
    sql`${users}`,
    sql`${users.id}`,
    nameAndAddress,
    userId,
    areOfRemoved ? isNotNull(users.removedAt) : undefined,
  );
  if (areOfRemoved && userIds.length > MAX_SUBJECTS)
    throwValidationError({
      q: message("More than {max} users were deleted. Filter by one of them from a row that names them.", {
        max: MAX_SUBJECTS,
      }),
    });
  if (contestIds.length > MAX_SUBJECTS || userIds.length > MAX_SUBJECTS)
    throwValidationError({ q: message("Too many matches. Type more of the name or email.") });
  const elsewhere = contestIds.length > 0 ? or(isNull(contestId), notInArray(contestId, contestIds)) : undefined;
  const about = [...contestIds.map((id) => eq(contestId, id)), ...userIds.map((id) => and(eq(userId, id), elsewhere)!)];
  if (!actorId || userIds.length === 0) return about;
  const ofOthers = or(isNull(userId), notInArray(userId, userIds));
  return [...about, ...userIds.map((id) => and(eq(actorId, id), elsewhere, ofOthers)!)];
}
