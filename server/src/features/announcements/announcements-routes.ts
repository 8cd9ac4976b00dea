import { randomUUID } from "node:crypto";
import { and, eq, sql, type SQL } from "drizzle-orm";
import type { FastifyInstance } from "fastify";
import * as contract from "@conquest/shared/contracts/announcements";
import { message } from "@conquest/shared/contracts/text/message";
import { epochMs } from "../../database/sort-keys";
import type { Database } from "../../database/database";
import { contests } from "../../database/schema/contests";
import { contestNews } from "../../database/schema/talk";
import { readKeysetPage, type PageQuery } from "../../platform/lists/keyset-page";
import { announcementQuotaReachedAt, isForParticipant } from "./domain/announcement-columns";
import type { Deps } from "../../platform/deps";
import { orNotFound, throwConflict, notFound } from "../../platform/errors";
import { notify } from "../../platform/notify";
import { lockCaller } from "../../platform/people";
import type { Caller } from "../../platform/sessions/session";
import { assertAllowed } from "../../platform/policy";
import { contestsRepository } from "../contests/domain/contests-repository";
import { canPublishAnnouncement, canReadAnnouncements } from "./domain/announcement-policy";
import { announcementNotifications } from "./announcement-notifications";
import { registerEndpoint } from "../../platform/register-endpoint";
import { participationsRepository } from "../participation/domain/participations-repository";

type AnnouncementRow = typeof contestNews.$inferSelect;

const newestFirst = [sql`-${epochMs(contestNews.writtenAt)}`, sql`${contestNews.id}`];

const announcementsRepository = (db: Database) => ({
  async quotaReachedAt(contestId: string): Promise<Date | null> {
    const [row] = await db
      .select({ since: announcementQuotaReachedAt(contestId) })
      .from(contests)
      .where(eq(contests.id, contestId));
    return row?.since ?? null;
  },

  insert: async (announcement: typeof contestNews.$inferInsert & { id: string }): Promise<AnnouncementRow> =>
    (await db.insert(contestNews).values(announcement).returning())[0]!,

  list(contestId: string, where: SQL | undefined, query: PageQuery, now: Date) {
    const filter = and(eq(contestNews.contestId, contestId), where);
    return readKeysetPage(db, query, now, {
      order: newestFirst,
      all: sql`select 1 from ${contestNews} where ${filter}`,
      rows: ({ columns, after, orderBy, limit }) =>
        db
          .select({ news: contestNews, ...columns })
          .from(contestNews)
          .where(and(filter, after))
          .orderBy(...orderBy)
          .limit(limit),
    });
  },
});

const publishAnnouncement = ({ db, clock }: Deps, contestId: string, text: string, caller: Caller) =>
  db.transaction(async (tx) => {
    // The lock serializes announcements, for the quota, and any concurrent join or leave.
    const contest = orNotFound(
      await contestsRepository(tx).lockOwn(contestId, caller.id),
      message("We couldn't find that contest in your account."),
    );
    await lockCaller(tx, caller);
    const writtenAt = clock.now();
    assertAllowed(
      canPublishAnnouncement(contest, await announcementsRepository(tx).quotaReachedAt(contestId), writtenAt),
    );
    const id = randomUUID();
    const sentTo = await notify(tx, clock, announcementNotifications.published(contest, id, text));
    if (sentTo === 0)
      throwConflict(
        "nobody_joined",
        message("All participants have deleted their accounts, so there's no one to send this to."),
      );
    return announcementsRepository(tx).insert({ id, contestId, text, writtenAt, sentTo });
  });

const toResponse = ({ id, text, writtenAt, sentTo }: AnnouncementRow): contract.Announcement => ({
  _id: id,
  text,
  at: writtenAt.toISOString(),
  sentTo,
});

export function announcementsRoutes(app: FastifyInstance, deps: Deps): void {
  const { db, clock } = deps;

  registerEndpoint(app, contract.listAnnouncements, async ({ params: { contestId }, query, caller }) => {
    const contest = orNotFound(
      await contestsRepository(db).findVisible(contestId, caller),
      message("We couldn't find that contest. It may have been deleted."),
    );
    const [isOwner, isAdmin] = [contest.creatorId === caller.id, caller.role === "admin"];
    const everJoined = isOwner || isAdmin || (await participationsRepository(db).hasEverJoined(contestId, caller.id));
    if (canReadAnnouncements({ isOwner, isAdmin, everJoined }))
      notFound(message("We couldn't find announcements for you in this contest."));
    const page = await announcementsRepository(db).list(
      contestId,
      isOwner || isAdmin ? undefined : isForParticipant(caller.id),
      query,
      clock.now(),
    );
    return page.map(({ news }) => toResponse(news));
  });
  registerEndpoint(app, contract.publishAnnouncement, async ({ params, body, caller }) =>
    toResponse(await publishAnnouncement(deps, params.contestId, body.text, caller)),
  );
}
