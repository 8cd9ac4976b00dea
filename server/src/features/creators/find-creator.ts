import { and, eq, sql } from "drizzle-orm";
import type { ContestCard } from "@conquest/shared/contracts/contests";
import { contests } from "../../database/schema/contests";
import { users } from "../../database/schema/people";
import { creatorRecords } from "../../database/schema/records";
import type { Deps } from "../../platform/deps";
import { readMergedKeysetPage } from "../../platform/lists/merged-page";
import type { Page, PageQuery } from "../../platform/lists/keyset-page";
import { isPresent } from "../../platform/people";
import { cardColumns, toCard } from "../contest-cards/domain/contest-cards";
import { isCreator } from "../contest-lists/domain/contest-filter";
import { buildContestRanges } from "../contest-lists/domain/contest-ranges";
import { publicCount, recordColumns, toRecord } from "./domain/creator-record";

/** Creators with a public page: verified, with at least one public contest. */
export const findCreator = ({ db, clock, config: { joinAmount } }: Pick<Deps, "db" | "clock" | "config">) => {
  async function findPublicCreator(publicId: string) {
    const [creator] = await db
      .select({
        id: users.id,
        _id: creatorRecords.publicId,
        name: users.name,
        photo: users.image,
        since: creatorRecords.since,
        ...recordColumns,
      })
      .from(creatorRecords)
      .innerJoin(users, eq(users.id, creatorRecords.creatorId))
      .where(
        and(eq(creatorRecords.publicId, publicId), eq(users.status, "verified"), isPresent, sql`${publicCount} > 0`),
      );
    return creator;
  }

  return {
    async find(publicId: string) {
      const creator = await findPublicCreator(publicId);
      if (!creator) return undefined;
      const { _id, name, photo, since } = creator;
      return { _id, name, photo, since: since.toISOString(), record: toRecord(creator) };
    },

    async listContests(publicId: string, query: PageQuery): Promise<Page<ContestCard> | undefined> {
      const creator = await findPublicCreator(publicId);
      if (!creator) return undefined;
      const now = clock.now();
      const list = { sees: "public" as const, filter: {}, where: eq(contests.creatorId, creator.id), now };
      const page = await db.transaction(
        async (tx) => {
          // A generic plan would expect few contests per creator, and read and sort all contests of one with thousands.
          await tx.execute(sql`set local plan_cache_mode = force_custom_plan`);
          return readMergedKeysetPage(tx, query, now, {
            runs: (at) => buildContestRanges("phase", list, at),
            all: {
              tallied: sql<number>`(select ${publicCount} from ${creatorRecords} where ${creatorRecords.creatorId} = ${creator.id})`,
            },
            rows: ({ table, id, columns, orderBy }) =>
              tx
                .select({ ...cardColumns, ...columns })
                .from(contests)
                .innerJoin(table, eq(contests.id, id))
                .innerJoin(users, isCreator)
                .orderBy(...orderBy),
          });
        },
        { accessMode: "read only" },
      );
      return page.map((row) => toCard(row, now, joinAmount));
    },
  };
};
