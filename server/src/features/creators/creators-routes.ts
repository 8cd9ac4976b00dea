import { and, eq, sql, isNull } from "drizzle-orm";
import type { FastifyInstance } from "fastify";
import * as contract from "@conquest/shared/contracts/listing";
import { message } from "@conquest/shared/contracts/text/message";
import { contests } from "../../database/schema/contests";
import { users } from "../../database/schema/people";
import { creatorRecords } from "../../database/schema/records";
import type { Deps } from "../../platform/deps";
import { readMergedKeysetPage } from "../../platform/lists/merged-page";
import type { Page, PageQuery } from "../../platform/lists/keyset-page";
import { isPresent } from "../../platform/people";
import { type Card, cardColumns, toCard } from "../contest-cards/domain/contest-cards";
import { isCreator } from "../contest-lists/domain/contest-list";
import { buildContestRanges } from "../contest-lists/domain/contest-ranges";
import { publicCount, recordColumns, toRecord } from "./domain/creator-record";
import { isListed } from "../contests/domain/contest-visibility";
import { orNotFound } from "../../platform/errors";
import { registerEndpoint } from "../../platform/register-endpoint";

/** Creators with a public page: verified, with at least one public contest. */
const findCreator = ({ db, clock, config: { joinAmount } }: Pick<Deps, "db" | "clock" | "config">) => {
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

    async listContests(publicId: string, query: PageQuery): Promise<Page<Card> | undefined> {
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

const MAX_CREATORS = 6;

const mostJoinedOf = (creatorId: string) =>
  sql`(select id from ${contests} where ${and(eq(contests.creatorId, creatorId), eq(contests.status, "open"), isNull(contests.cancelledAt), eq(contests.visibility, "public"))}
    order by ${contests.participantCount} desc, ${contests.deadline}, ${contests.id} limit 1)`;

const listBestCreators = async ({ db }: Pick<Deps, "db">) => {
  const creators = await db
    .select({
      id: users.id,
      _id: creatorRecords.publicId,
      name: users.name,
      photo: users.image,
      participantCount: creatorRecords.participantCount,
    })
    .from(creatorRecords)
    .innerJoin(users, eq(users.id, creatorRecords.creatorId))
    .where(
      and(
        isPresent,
        sql`exists (select from ${contests} where ${and(eq(contests.creatorId, creatorRecords.creatorId), isListed)})`,
      ),
    )
    .orderBy(sql`-${creatorRecords.participantCount}`, creatorRecords.since, creatorRecords.creatorId)
    .limit(MAX_CREATORS);
  if (creators.length === 0) return [];
  const best = await db
    .select({
      creatorId: contests.creatorId,
      _id: contests.id,
      name: contests.name,
      description: contests.description,
      summary: contests.summary,
    })
    .from(contests)
    .where(
      sql`${contests.id} in (${sql.join(
        creators.map(({ id }) => mostJoinedOf(id)),
        sql`, `,
      )})`,
    );
  const bestOf = new Map(
    best.map((contest) => [contest.creatorId, { ...contest, summary: contest.summary ?? undefined }]),
  );
  return creators.flatMap(({ id, ...creator }) => {
    const bestContest = bestOf.get(id);
    return bestContest ? [{ ...creator, bestContest }] : [];
  });
};

const NO_CREATOR = message("We couldn't find that creator. Creators get a page once one of their contests is public.");

export function creatorsRoutes(app: FastifyInstance, deps: Deps): void {
  const { find, listContests } = findCreator(deps);

  registerEndpoint(app, contract.listBestCreators, () => listBestCreators(deps));
  registerEndpoint(app, contract.getCreator, async ({ params }) => orNotFound(await find(params.id), NO_CREATOR));
  registerEndpoint(app, contract.listCreatorContests, async ({ params, query }) =>
    orNotFound(await listContests(params.id, query), NO_CREATOR),
  );
}
