import { and, eq } from "drizzle-orm";
import type { z } from "zod";
import { REASON_WORDS, type reportForm } from "@conquest/shared/contracts/reports";
import type { Database } from "../../database/database";
import { entries } from "../../database/schema/contests";
import type { Clock } from "../../platform/clock";
import type { Deps } from "../../platform/deps";
import { orNotFound } from "../../platform/errors";
import { notify } from "../../platform/notify";
import { lockCaller, lockIfActive, listAdminIds } from "../../platform/people";
import type { Caller } from "../../platform/session";
import { assertAllowed } from "../contests/policies/policy";
import { formatUtc } from "../contests/clock/format-utc";
import { contestsRepository, type ContestRow } from "../contests/contests-repository";
import { authors, isOnShow } from "../contests/entries/published-entries";
import { answerUntil } from "../contests/reports/report-deadline";
import { canReport, canReportEntry } from "../contests/reports/report-policy";
import { casesRepository, type CaseRow } from "./cases-repository";
import { nameOfThing, ownPage } from "./describe-case";

type Form = z.output<typeof reportForm>;
/** With what it says now. */
type Thing = Pick<CaseRow, "kind" | "contestId" | "entryId" | "authorId" | "contestRevision" | "entrySha256">;

const NO_ENTRY = "No such entry. It may have been taken back.";

/** Reports a contest; what others said of it before is the same case. */
export const reportContest =
  ({ db, clock }: Deps) =>
  (contestId: string, form: Form, caller: Caller): Promise<Date> =>
    db.transaction(async (tx) => {
      // Held: who reports at the same time is one after the other, and so is hiding it.
      const contest = orNotFound(await contestsRepository(tx).lockVisible(contestId, caller), "No such contest.");
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

/** Reports an entry that everybody may read. */
export const reportEntry =
  ({ db, clock }: Deps) =>
  (entryId: string, form: Form, caller: Caller): Promise<Date> =>
    db.transaction(async (tx) => {
      const [known] = await tx.select({ contestId: entries.contestId }).from(entries).where(eq(entries.id, entryId));
      const contest = orNotFound(
        known && (await contestsRepository(tx).lockVisible(known.contestId, caller)),
        NO_ENTRY,
      );
      // Asked now that its contest is held: it may have been taken back or hidden meanwhile.
      const [entry] = await tx
        .select({ authorId: entries.userId, entrySha256: entries.sha256 })
        .from(entries)
        .innerJoin(authors, eq(authors.id, entries.userId))
        .where(and(eq(entries.id, entryId), isOnShow));
      const { authorId, entrySha256 } = orNotFound(entry, NO_ENTRY);
      assertAllowed(canReportEntry({ isOwner: authorId === caller.id, hasReported: false }));
      return report(
        tx,
        clock,
        { kind: "entry", contestId: contest.id, entryId, authorId, contestRevision: null, entrySha256 },
        { contest, form, caller },
      );
    });

interface Said {
  contest: ContestRow;
  form: Form;
  caller: Caller;
}

async function report(
  tx: Database,
  clock: Clock,
  thing: Thing,
  { contest, form: { reason, word }, caller }: Said,
): Promise<Date> {
  await lockCaller(tx, caller);
  // Held no harder: whoever changes people holds the admins first, and an admin may report what another has handed in.
  const isAuthorHere = await lockIfActive(tx, thing.authorId);
  const at = clock.now();
  const cases = casesRepository(tx);
  const known = await cases.findOpen(thing);
  const { id } = known ?? (await cases.open({ ...thing, openedAt: at }));
  const before = await cases.reasonsOf([id]);
  if (!(await cases.add({ caseId: id, reporterId: caller.id, reason, word, at })))
    assertAllowed(canReportEntry({ isOwner: false, hasReported: true }));
  const named = nameOfThing(thing.kind, contest.name);
  if (!before.some((each) => each.reason === reason)) {
    // Of each reason once: what they have a day to answer to is all of it.
    if (known) await cases.change(id, { toldAt: at });
    if (isAuthorHere) {
      const text = `${named.Yours} was reported: ${REASON_WORDS[reason]}. You have until ${formatUtc(answerUntil({ toldAt: at }))} to answer; before that it can be hidden, and nothing more.`;
      await notify(tx, clock, [
        {
          userId: thing.authorId,
          kind: "reported",
          text,
          href: ownPage(id),
          onceKey: `reported:${id}:${reason}`,
          asks: `statement:${id}`,
        },
      ]);
    }
  }
  if (!known) {
    const admins = (await listAdminIds(tx)).filter((adminId) => adminId !== thing.authorId);
    await notify(
      tx,
      clock,
      admins.map((userId) => ({
        userId,
        kind: "report_opened",
        text: `${named.Its} was reported: ${REASON_WORDS[reason]}.`,
        href: "/dashboard/reports",
        asks: `report:${id}` as const,
      })),
    );
  }
  return at;
}
