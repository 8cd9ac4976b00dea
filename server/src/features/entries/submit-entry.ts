import type { z } from "zod";
import { fileField, type submitEntry as contract } from "@conquest/shared/contracts/entries";
import { STATUS } from "@conquest/shared/contracts/http/errors";
import type { Deps } from "../../platform/deps";
import { writeAudit } from "../../platform/audit/write-audit";
import { throwValidationError, orNotFound, throwConflict, HttpError } from "../../platform/errors";
import { lockCaller } from "../../platform/people";
import type { Caller } from "../../platform/session";
import { canSubmit } from "../contests/policies/contest-policy";
import { assertAllowed } from "../contests/policies/policy";
import { sentAt, toTheSecond } from "../contests/clock/submission-grace";
import { contestsRepository } from "../contests/contests-repository";
import { participationsRepository } from "../contests/participations-repository";
import { entriesRepository, type EntryRow } from "./entries-repository";
import { entryFilesRepository } from "./entry-files-repository";
import { entryDigest } from "./entry-receipt";
import { lateEntriesRepository, type LateRow } from "./late-entries-repository";

const GONE = "A file is no longer here: what is uploaded waits a day for its entry. Please remove it and add it again.";
const OVERTAKEN =
  "Your entry was handed in or changed in another tab or on another device meanwhile. Please look at what is in before you replace it.";
const FILE_GONE = "This file is no longer here.";

/** Refuses, naming each that is gone by its place. */
function assertHere(ids: readonly string[], files: readonly { id: string }[]): void {
  const here = new Set(files.map(({ id }) => id));
  const gone = ids.flatMap((id, place) => (here.has(id) ? [] : [[fileField(place), FILE_GONE]]));
  if (gone.length > 0) throwValidationError({ files: GONE, ...Object.fromEntries(gone) });
}

function refuseLate({ deadline, arrivedAt }: LateRow): never {
  const sentence = `This wasn't counted: it arrived on ${toTheSecond(arrivedAt)}, after the deadline on ${toTheSecond(deadline)}. It's kept for you as “late, not counted”.`;
  throw new HttpError(STATUS.conflict, CLOSED, sentence, undefined, {
    deadline: deadline.toISOString(),
    arrivedAt: arrivedAt.toISOString(),
  });
}

const CLOSED = "contest_closed";

interface Sent {
  form: z.output<typeof contract.body>;
  arrivedAt: Date;
}

/**
 * Submits a participant's one entry, or changes it, until the deadline; it counts as of its arrival. The same content again keeps its
 * first receipt, also after the deadline: its answer may have been lost. What is late is kept for its author, and refused.
 */
export const submitEntry =
  (deps: Deps) =>
  async (contestId: string, sent: Sent, caller: Caller): Promise<EntryRow> => {
    const submitted = await deps.db.transaction((tx) => submitOrKeep({ ...deps, db: tx }, contestId, sent, caller));
    // Not before it is committed: a refusal would undo what was kept.
    return "arrivedAt" in submitted ? refuseLate(submitted) : submitted;
  };

async function submitOrKeep(
  { db: tx, clock }: Deps,
  contestId: string,
  { form: { text, link, files: ids, replaces, ...form }, arrivedAt }: Sent,
  caller: Caller,
): Promise<EntryRow | LateRow> {
  const contest = orNotFound(await contestsRepository(tx).lockVisible(contestId, caller), "No such contest.");
  await lockCaller(tx, caller);
  const now = clock.now();
  const submittedAt = sentAt(arrivedAt, now);
  const hasJoined = (await participationsRepository(tx).findPaid(contest.id, caller.id)) !== undefined;
  const verdict = canSubmit(contest, { hasJoined }, submittedAt);
  const isLate = verdict?.code === CLOSED && hasJoined;
  if (!isLate) assertAllowed(verdict);
  const existing = await entriesRepository(tx).find(contest.id, caller.id);
  const before = existing ? ((await entryFilesRepository(tx).byEntry([existing.id])).get(existing.id) ?? []) : [];
  const files = ids
    ? await entryFilesRepository(tx).lockUsable(ids, { entryId: existing?.id, uploaderId: caller.id })
    : before;
  const sha256 = entryDigest({ text, link, files });
  const isIn = existing?.sha256 === sha256 && files.length === (ids ?? files).length;
  if (isLate && existing && isIn) return existing;
  // A proxy can hide a body that is on its way until the winner is chosen: then its end is what came too late.
  const isInTime = submittedAt < contest.deadline;
  if (isLate)
    return keepLate(
      { db: tx, clock },
      {
        contestId: contest.id,
        userId: caller.id,
        text,
        link,
        arrivedAt: isInTime ? now : submittedAt,
        deadline: contest.deadline,
      },
      caller,
    );
  // Before a word of its files: what went may have gone with what was changed.
  if (existing && replaces !== undefined && replaces !== existing.sha256 && !isIn)
    throwConflict("changed_elsewhere", OVERTAKEN);
  assertHere(ids ?? [], files);
  // A page from before this was asked does not say it: who declined once has declined.
  const showIfWins = form.showIfWins ?? existing?.showIfWins ?? true;
  if (existing && isIn)
    return existing.showIfWins === showIfWins ? existing : entriesRepository(tx).change(existing.id, { showIfWins });
  const entry = await entriesRepository(tx).save({
    contestId: contest.id,
    userId: caller.id,
    text,
    link,
    sha256,
    showIfWins,
    submittedAt,
  });
  if (!existing) await contestsRepository(tx).countEntries(contest.id, 1);
  await entryFilesRepository(tx).give(entry.id, before, files);
  return entry;
}

/** The event is written once a person: someone who tries a hundred times is one late author. */
async function keepLate(
  { db: tx, clock }: Pick<Deps, "db" | "clock">,
  late: LateRow,
  caller: Caller,
): Promise<LateRow> {
  const isFirst = await lateEntriesRepository(tx).save(late);
  if (isFirst)
    await writeAudit(tx, clock, { act: "entry_late", by: caller, contestId: late.contestId, userId: caller.id });
  return late;
}
