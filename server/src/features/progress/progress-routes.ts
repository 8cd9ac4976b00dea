import { and, eq, sql } from "drizzle-orm";
import type { FastifyInstance } from "fastify";
import * as contract from "@conquest/shared/contracts/progress";
import { participations } from "../../database/schema/taking-part";
import type { Deps } from "../../platform/deps";
import { orNotFound } from "../../platform/errors";
import type { Caller } from "../../platform/sessions/session";
import { contestsRepository } from "../contests/domain/contests-repository";
import { bucketByTime, type DayCounts, dayOfColumn, dateOf } from "./time-buckets";
import { CSV_TYPE, csvStream, type CsvCell } from "../../platform/http/csv";
import { FileToSend } from "../../platform/http/file-to-send";
import { writeAudit } from "../../platform/write-audit";
import { asFileName } from "../../platform/files/file-names";
import type { ExportLimits } from "../../platform/limits/export-limits";
import { displayNameOf } from "../../platform/people";
import { hidesAuthors } from "../judges/domain/judge-access";
import { participantsRepository, type Joiner } from "./participants-repository";
import { registerEndpoint } from "../../platform/register-endpoint";

const readProgress = async ({ db, clock }: Pick<Deps, "db" | "clock">, contestId: string, caller: Caller) => {
  const contest = orNotFound(await contestsRepository(db).findManaged(contestId, caller), "No such contest of yours.");
  const { openedAt, deadline, cancelledAt, participantCount, entryCount, paidTotal } = contest;
  const refundedCount = cancelledAt
    ? await db.$count(
        participations,
        and(
          eq(participations.contestId, contestId),
          eq(participations.state, "refunded"),
          eq(participations.refundedAt, cancelledAt),
        ),
      )
    : 0;
  const sums = { participantCount, ...(cancelledAt && { refundedCount }), entryCount, paidTotal };
  if (!openedAt) return { unit: "day" as const, steps: [], ...sums };
  // Refunds by a cancellation do not count as leaving.
  const { rows } = await db.execute<DayCounts & Record<string, unknown>>(sql`
      select day, sum(joined)::int as joined, sum("left")::int as "left", sum(entries)::int as entries from (
        select ${dayOfColumn(sql`paid_at`)} as day, 1 as joined, 0 as "left", 0 as entries from participations where contest_id = ${contestId}
        union all
        select ${dayOfColumn(sql`refunded_at`)}, 0, 1, 0 from participations
          where contest_id = ${contestId} and refunded_at < coalesce(${cancelledAt?.toISOString() ?? null}::timestamptz, 'infinity')
        union all
        select ${dayOfColumn(sql`created_at`)}, 0, 0, 1 from entries where contest_id = ${contestId}
      ) happened group by day`);
  const ends = [clock.now(), deadline, ...(cancelledAt ? [cancelledAt] : [])].map((instant) => instant.getTime());
  return { ...bucketByTime(rows, { since: openedAt, until: new Date(Math.min(...ends)) }), ...sums };
};

const PAGE_SIZE = 500;

const exportParticipants = async (
  { db, clock, exports }: Pick<Deps, "db" | "clock"> & { exports: ExportLimits },
  contestId: string,
  caller: Caller,
): Promise<FileToSend> => {
  const contest = orNotFound(await contestsRepository(db).findManaged(contestId, caller), "No such contest of yours.");
  const areNamesHidden = hidesAuthors(contest);

  async function* lines(): AsyncGenerator<CsvCell[][]> {
    const participants = participantsRepository(db, contestId);
    for await (const page of exports.inPages(
      (after: Joiner | null) => participants.pageAfter(after, PAGE_SIZE),
      PAGE_SIZE,
    )) {
      // With blind judging, the submission state could reveal the authors of entries.
      yield page.map(({ name, removedAt, day, amount, hasSubmitted }) => [
        displayNameOf({ name, removedAt }),
        dateOf(day),
        amount,
        ...(areNamesHidden ? [] : [hasSubmitted ? "yes" : "no"]),
      ]);
    }
  }

  return FileToSend.generated({
    open: () =>
      exports.begin(caller, async () => {
        await writeAudit(db, clock, { act: "joiners_exported", by: caller, contestId, to: "csv" });
        return csvStream(["Name", "Joined on (UTC)", "Paid (taka)", ...(areNamesHidden ? [] : ["Handed in"])], lines());
      }),
    contentType: CSV_TYPE,
    name: `${asFileName(contest.name, "Contest")} participants.csv`,
  });
};

export function progressRoutes(app: FastifyInstance, deps: Deps): void {
  const { db, clock } = deps;

  registerEndpoint(app, contract.getProgress, ({ params, caller }) => readProgress(deps, params.contestId, caller));
  registerEndpoint(app, contract.exportParticipants, ({ params, caller }) =>
    exportParticipants({ ...deps, exports: app.exports }, params.contestId, caller),
  );
  registerEndpoint(app, contract.listParticipants, async ({ params: { contestId }, query, caller }) => {
    const contest = orNotFound(
      await contestsRepository(db).findManaged(contestId, caller),
      "No such contest of yours.",
    );
    const areNamesHidden = hidesAuthors(contest);
    const page = await participantsRepository(db, contestId).list(query, clock.now());
    return page.map(({ id, name, photo, removedAt, day, amount, hasSubmitted }) => ({
      _id: id,
      name: displayNameOf({ name, removedAt }),
      photo: removedAt ? "" : photo,
      joinedOn: dateOf(day),
      amount,
      // With blind judging and few entries, this could reveal their authors.
      hasSubmitted: areNamesHidden ? null : hasSubmitted,
    }));
  });
}
