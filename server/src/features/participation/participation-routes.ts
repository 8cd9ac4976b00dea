import { and, eq, gt, isNull, lte, notExists, sql } from "drizzle-orm";
import { unionAll } from "drizzle-orm/pg-core";
import type { FastifyInstance } from "fastify";
import * as contract from "@conquest/shared/contracts/participation";
import { message } from "@conquest/shared/contracts/text/message";
import { contests } from "../../database/schema/contests";
import { notices } from "../../database/schema/messages";
import { users } from "../../database/schema/people";
import { contestFollows, participations } from "../../database/schema/taking-part";
import type { Deps } from "../../platform/deps";
import { notify } from "../../platform/notify";
import { isPresent, findPersonId } from "../../platform/people";
import { isCoJudge, isOpenTo } from "../contests/domain/contest-visibility";
import { participationNotifications } from "./participation-notifications";
import { orNotFound } from "../../platform/errors";
import { registerEndpoint } from "../../platform/register-endpoint";
import { joinContest, leaveContest, readJoinReceipt } from "./join-contest";
import { countParticipations, listParticipatedContests } from "./list-participated-contests";
import { isPaidBy } from "../participation/domain/participations-repository";

const NEAR_MS = 24 * 60 * 60 * 1000;

const MAX_BATCH = 1000;

/** Identifies the reminder of a contest; a moved deadline gets another one. */
const deadlineKey = sql<string>`'deadline:' || ${contests.id} || ':' || extract(epoch from ${contests.deadline})`;

/** Notifies once per deadline, even from several servers, and participants who also follow the contest only once. */
export async function sendDeadlineReminders({ db, clock }: Pick<Deps, "db" | "clock">): Promise<void> {
  const now = clock.now();
  const isNear = and(
    isNull(contests.cancelledAt),
    gt(contests.deadline, now),
    lte(contests.deadline, new Date(now.getTime() + NEAR_MS)),
  );
  const wasNotNotified = (userId: typeof participations.userId | typeof contestFollows.userId) =>
    notExists(
      db
        .select()
        .from(notices)
        .where(and(eq(notices.userId, userId), eq(notices.onceKey, deadlineKey))),
    );
  const columns = { id: contests.id, name: contests.name, deadline: contests.deadline, onceKey: deadlineKey };
  const joined = db
    .select({ ...columns, userId: participations.userId, hasJoined: sql<boolean>`true`, canJoin: sql<boolean>`false` })
    .from(contests)
    .innerJoin(participations, and(eq(participations.contestId, contests.id), eq(participations.state, "paid")))
    .innerJoin(users, and(eq(users.id, participations.userId), isPresent))
    .where(and(isNear, wasNotNotified(participations.userId)));
  const hasJoinedToo = db.select().from(participations).where(isPaidBy(contests.id, contestFollows.userId));
  const isOwner = eq(contests.creatorId, contestFollows.userId);
  const followed = db
    .select({
      ...columns,
      userId: contestFollows.userId,
      hasJoined: sql<boolean>`false`,
      canJoin: sql<boolean>`not (${isOwner} or ${isCoJudge(contestFollows.userId)} or coalesce(${contests.participantCount} + ${contests.heldSpots} >= ${contests.maxParticipants}, false))`,
    })
    .from(contests)
    .innerJoin(contestFollows, eq(contestFollows.contestId, contests.id))
    .where(
      and(isNear, isOpenTo(contestFollows.userId), wasNotNotified(contestFollows.userId), notExists(hasJoinedToo)),
    );
  for (;;) {
    const recipients = await unionAll(joined, followed).limit(MAX_BATCH);
    await notify(db, clock, recipients.map(participationNotifications.deadlineNear));
    if (recipients.length < MAX_BATCH) return;
  }
}

export function participationRoutes(app: FastifyInstance, deps: Deps): void {
  const join = joinContest(deps);

  registerEndpoint(app, contract.joinContest, ({ body, caller }) => join(body, caller));
  registerEndpoint(app, contract.leaveContest, ({ body, caller }) => leaveContest(deps, body, caller));
  registerEndpoint(app, contract.getJoinReceipt, ({ params, caller }) =>
    readJoinReceipt(deps, params.contestId, caller),
  );
  registerEndpoint(app, contract.listParticipatedContests, async ({ params, query, caller }) => {
    const id = orNotFound(await findPersonId(deps.db, params.email, caller), message("We couldn't find that person."));
    return listParticipatedContests(deps, id, id === caller.id, query);
  });
  registerEndpoint(app, contract.countParticipations, ({ caller }) => countParticipations(deps, caller.id));

  app.jobs.set("remind_of_deadlines", () => sendDeadlineReminders(deps));
}
