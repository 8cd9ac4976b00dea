import { and, eq, or } from "drizzle-orm";
import type { z } from "zod";
import type { reportForm } from "@conquest/shared/contracts/reports";
import { message } from "@conquest/shared/contracts/text/message";
import type { Database } from "../../database/database";
import { entries } from "../../database/schema/contests";
import type { Clock } from "../../platform/clock";
import type { Deps } from "../../platform/deps";
import { orNotFound } from "../../platform/errors";
import { notify } from "../../platform/notify";
import { lockCaller, lockIfActive, listAdminIds } from "../../platform/people";
import type { Caller } from "../../platform/sessions/session";
import { assertAllowed } from "../../platform/policy";
import { isAuthor } from "../contests/domain/entry-authors";
import { contestsRepository, type ContestRow } from "../contests/domain/contests-repository";
import { namesWinningTeam } from "../winners/domain/public-winners";
import { authors, isPublicEntry } from "../entries/domain/entry-columns";
import { reportNotifications } from "./domain/report-notifications";
import { canReport, canReportEntry } from "./domain/report-policy";
import { casesRepository, type CaseRow } from "./cases-repository";

type Form = z.output<typeof reportForm>;
type ReportedContent = Pick<CaseRow, "kind" | "contestId" | "entryId" | "authorId" | "contestRevision" | "entrySha256">;

const NO_ENTRY = message("We couldn't find that entry. It may have been unpublished.");

/** Reports a contest. All open reports of the same content share one case. */
export const reportContest = ({ db, clock }: Deps, contestId: string, form: Form, caller: Caller): Promise<Date> =>
  db.transaction(async (tx) => {
    // The lock serializes concurrent reports, and hiding the contest.
    const contest = orNotFound(
      await contestsRepository(tx).lockVisible(contestId, caller),
      message("We couldn't find that contest. It may have been deleted."),
    );
    assertAllowed(canReport(contest, { isOwner: contest.creatorId === caller.id, hasReported: false }, clock.now()));
    return report(
      tx,
      clock,
      {
        kind: "contest",
        contestId,
        entryId: null,
        authorId: contest.creatorId,
        contestRevision: contest.revision,
        entrySha256: null,
      },
      { contest, form, caller },
    );
  });

export const reportEntry = ({ db, clock }: Deps, entryId: string, form: Form, caller: Caller): Promise<Date> =>
  db.transaction(async (tx) => {
    const [stored] = await tx.select({ contestId: entries.contestId }).from(entries).where(eq(entries.id, entryId));
    const contest = orNotFound(
      stored && (await contestsRepository(tx).lockVisible(stored.contestId, caller)),
      NO_ENTRY,
    );
    // Checked under the lock: the entry may have been withdrawn or hidden.
    const [entry] = await tx
      .select({ authorId: entries.userId, entrySha256: entries.sha256, isOwn: isAuthor(caller.id) })
      .from(entries)
      .innerJoin(authors, eq(authors.id, entries.userId))
      .where(and(eq(entries.id, entryId), or(isPublicEntry, namesWinningTeam)));
    const { authorId, entrySha256, isOwn } = orNotFound(entry, NO_ENTRY);
    assertAllowed(canReportEntry({ isOwner: isOwn, hasReported: false }));
    return report(
      tx,
      clock,
      { kind: "entry", contestId: contest.id, entryId, authorId, contestRevision: null, entrySha256 },
      { contest, form, caller },
    );
  });

async function report(
  tx: Database,
  clock: Clock,
  content: ReportedContent,
  { contest, form: { reason, word }, caller }: { contest: ContestRow; form: Form; caller: Caller },
): Promise<Date> {
  await lockCaller(tx, caller);
  // A stronger lock could deadlock with user changes, which lock admins first: reporter and author may both be admins.
  const isAuthorHere = await lockIfActive(tx, content.authorId);
  const at = clock.now();
  const cases = casesRepository(tx);
  const openCase = await cases.findOpen(content);
  const { id } = openCase ?? (await cases.open({ ...content, openedAt: at }));
  const before = await cases.countReasons([id]);
  if (!(await cases.add({ caseId: id, reporterId: caller.id, reason, word, at })))
    assertAllowed(canReportEntry({ isOwner: false, hasReported: true }));
  const reported = { report: { ...content, id }, contest };
  if (!before.some((each) => each.reason === reason)) {
    // The author is notified once per reason, and a new reason restarts their time to answer.
    if (openCase) await cases.change(id, { toldAt: at });
    if (isAuthorHere) await notify(tx, clock, reportNotifications.filedToAuthor(reported, reason, at));
  }
  if (!openCase) await notify(tx, clock, reportNotifications.filedToAdmins(reported, reason, await listAdminIds(tx)));
  return at;
}
