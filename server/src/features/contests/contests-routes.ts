import { createHash } from "node:crypto";
import { Readable } from "node:stream";
import { sql } from "drizzle-orm";
import type { FastifyInstance } from "fastify";
import { listBriefChanges } from "@conquest/shared/contracts/brief-changes";
import * as listing from "@conquest/shared/contracts/listing";
import * as publishing from "@conquest/shared/contracts/publishing";
import type { Language } from "@conquest/shared/contracts/parts/languages";
import { message } from "@conquest/shared/contracts/text/message";
import type { Deps } from "../../platform/deps";
import { FileToSend } from "../../platform/http/file-to-send";
import { type FoundDetails, findContestDetails } from "./find-contest-details";
import { contests } from "../../database/schema/contests";
import type { DataSnapshot } from "../../platform/http/public-response-cache";
import { JUDGING_DAYS } from "./domain/phase";
import { orNotFound } from "../../platform/errors";
import { registerEndpoint } from "../../platform/register-endpoint";
import { renderCalendar } from "../../platform/text/calendar";
import { renderMarkdown } from "../../platform/text/markdown";
import { findPersonId } from "../../platform/people";
import { managedContests } from "../contest-lists/domain/managed-contests";
import { contestsRepository } from "./domain/contests-repository";
import { deadlineEvent } from "./domain/deadline-event";
import type { Viewer } from "./domain/contest-visibility";
import { contestPicturesRoutes } from "./contest-picture";
import { countOwnContests } from "./count-own-contests";
import { listBriefChanges as findBriefChanges } from "./list-brief-changes";
import { createContest, updateContest } from "./save-contest";

type Contest = Pick<FoundDetails, "_id" | "name" | "deadline" | "tags" | "revision">;

function sendCalendar(contest: Contest, deps: Pick<Deps, "clock" | "config">, language: Language): FileToSend {
  const { _id: id, tags: tag, deadline } = contest;
  const event = deadlineEvent({ ...contest, id, tag, deadline: new Date(deadline) }, deps.config, language);
  const content = Buffer.from(renderCalendar({ language, events: [{ ...event, stamp: deps.clock.now() }] }), "utf8");
  return new FileToSend({
    open: async () => Readable.from(content),
    contentType: "text/calendar; charset=utf-8",
    tag: createHash("sha256")
      .update(JSON.stringify([contest._id, contest.name, contest.deadline, contest.tags, contest.revision, language]))
      .digest("base64url")
      .slice(0, 22),
    bytes: content.length,
    name: "contest.ics",
    within: "same-origin",
  });
}

/**
 * On a standby, equal snapshots can differ in which transactions are committed, but nothing changes at one position. The
 * start of the server distinguishes the histories of different servers.
 */
const STATE = sql`(case when pg_is_in_recovery() then pg_last_wal_replay_lsn()::text else pg_current_snapshot()::text end || ' ' || extract(epoch from pg_postmaster_start_time())::text)`;

/** Returns the database snapshot id and the time at which a contest next changes its phase by time alone. */
export const readSnapshot =
  ({ db, clock }: Pick<Deps, "db" | "clock">) =>
  async (): Promise<DataSnapshot> => {
    const now = clock.now();
    const next = (days: number) => sql`
      (select ${contests.deadline} + make_interval(days => ${sql.raw(String(days))}) as at from ${contests}
      where ${contests.deadline} > ${sql.param(now, contests.deadline)}::timestamptz - make_interval(days => ${sql.raw(String(days))})
      order by ${contests.deadline} limit 1)`;
    const { rows } = await db.execute<{ snapshot: string; at: number | null }>(
      sql`select ${STATE} as snapshot, (extract(epoch from min(at)) * 1000)::float8 as at from (${next(0)} union all ${next(JUDGING_DAYS)}) as changes`,
    );
    const { snapshot, at } = rows[0]!;
    return { snapshot, endsAt: at ?? Infinity };
  };

const NO_CONTEST = message("We couldn't find that contest. It may have been deleted, or it isn't open yet.");

export function contestsRoutes(app: FastifyInstance, deps: Deps): void {
  const find = findContestDetails(deps);
  const managed = managedContests(deps);
  app.decorate("canSeeContest", (contestId: string, caller: Viewer) =>
    contestsRepository(deps.db).isVisibleTo(contestId, caller),
  );

  contestPicturesRoutes(app, deps);
  registerEndpoint(app, listing.getContestDetails, async ({ params, caller }) =>
    orNotFound(await find(params.id, caller), NO_CONTEST),
  );
  // Contests that are not published have no calendar.
  registerEndpoint(app, listing.readContestCalendar, async ({ params, query, caller }) => {
    const found = await find(params.id, caller);
    return sendCalendar(orNotFound(found?.isPublic ? found : undefined, NO_CONTEST), deps, query.language);
  });
  registerEndpoint(app, listBriefChanges, ({ params, caller }) => findBriefChanges(deps, params.contestId, caller));
  registerEndpoint(app, publishing.previewMarkdown, ({ body }) => {
    const tokens = renderMarkdown(body.text);
    return { tokens: tokens ? [...tokens] : null };
  });
  registerEndpoint(app, publishing.createContest, ({ body, caller }) => createContest(deps, body, caller));
  registerEndpoint(app, publishing.listMyContests, async ({ params, query, caller }) => {
    const creatorId = orNotFound(
      await findPersonId(deps.db, params.email, caller),
      message("We couldn't find that person."),
    );
    return managed.list(caller, { filter: { ...query, creatorId }, order: query.sort ?? "created", query });
  });
  registerEndpoint(app, publishing.countMyContests, ({ caller }) => countOwnContests(deps, caller));
  registerEndpoint(app, publishing.updateContest, ({ params, body, caller }) =>
    updateContest(deps, params.id, body, caller),
  );
}
