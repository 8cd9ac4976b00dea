import { createHash, randomUUID } from "node:crypto";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { z } from "zod";
import { checkAnswers } from "@conquest/shared/contracts/check-answers";
import type { EntryAnswer } from "@conquest/shared/contracts/entry-answers";
import { receiptText, fileField, type submitEntry as contract } from "@conquest/shared/contracts/entries";
import { STATUS } from "@conquest/shared/contracts/http/errors";
import { message } from "@conquest/shared/contracts/text/message";
import type { Deps } from "../../platform/deps";
import type {} from "../../platform/limits/request-arrival";
import { arrivingEntriesRepository, sentAt } from "./domain/arriving-entries";
import { writeAudit } from "../../platform/write-audit";
import { throwValidationError, orNotFound, throwConflict, HttpError } from "../../platform/errors";
import { notify } from "../../platform/notify";
import { lockCaller } from "../../platform/people";
import type { Caller } from "../../platform/sessions/session";
import { readAnswers } from "./domain/answers";
import { canSubmit, canPublishEntry, canShowIfWins } from "./domain/entry-policy";
import { assertAllowed } from "../../platform/policy";
import { secondOf } from "../../platform/text/message-values";
import { contestsRepository, type ContestRow } from "../contests/domain/contests-repository";
import { teamNotifications } from "../teams/domain/team-notifications";
import { teamsRepository, type TeamRow } from "../teams/domain/teams-repository";
import { isPlaced } from "../contests/domain/placements";
import { participationsRepository } from "../participation/domain/participations-repository";
import {
  entriesRepository,
  type EntryRow,
  lateEntriesRepository,
  type LateRow,
  entryFilesRepository,
} from "./entries-repository";

interface Content {
  text: string;
  link: string;
  files?: readonly { sha256: string }[];
  answers?: readonly EntryAnswer[];
}

/** SHA-256, in hex, of `receiptText`. Without a file: `printf '%s\n%s' "$text" "$link" | sha256sum`; each file adds a line with its SHA-256, each answer one with its label. */
export const entryDigest = ({ text, link, files = [], answers }: Content): string =>
  createHash("sha256")
    .update(receiptText({ text, link, fileSums: files.map(({ sha256 }) => sha256), answers }), "utf8")
    .digest("hex");

/** Recorded before the body is read, so that no server judges without it. A failure never rejects the entry. */
export const recordArrivingEntry =
  ({ db, clock }: Pick<Deps, "db" | "clock">) =>
  async (request: FastifyRequest, reply: FastifyReply): Promise<() => Promise<void>> => {
    const { contestId } = request.params as { contestId: string };
    const id = randomUUID();
    const arriving = arrivingEntriesRepository(db);
    const failed = (err: unknown) => {
      request.log.warn({ err }, "could not record an arriving entry");
      return false;
    };
    const isRecorded = arriving
      .add({ id, contestId, userId: request.caller!.id, arrivedAt: request.arrivedAt }, clock.now())
      .catch(failed);
    let removed: Promise<void> | undefined;
    const remove = () =>
      (removed ??= isRecorded.then(async (isThere) => void (isThere && (await arriving.remove(id).catch(failed)))));
    // The connection may be closed before the record is written.
    reply.raw.once("close", () => void remove());
    await isRecorded;
    return remove;
  };

const GONE = message(
  "One of your files has expired: unused uploads are kept for a day. Remove it and upload it again.",
);
const OVERTAKEN = message(
  "Your entry was updated in another tab or on another device. Review that version before you replace it.",
);
const OVERTAKEN_BY_MEMBER = message(
  "Another member of your team changed the entry. Review that version before you replace it.",
);
const WITHDRAWN = message(
  "The entry you edited is no longer yours: it was withdrawn, or you left its team. Submit again to submit an entry of your own.",
);
const FILE_GONE = message("This file has expired");

function assertFilesExist(ids: readonly string[], files: readonly { id: string }[]): void {
  const presentIds = new Set(files.map(({ id }) => id));
  const missing = ids.flatMap((id, position) => (presentIds.has(id) ? [] : [[fileField(position), FILE_GONE]]));
  if (missing.length > 0) throwValidationError({ files: GONE, ...Object.fromEntries(missing) });
}

function throwLate({ deadline, arrivedAt }: LateRow): never {
  const text = message(
    "Your entry wasn't counted: it arrived on {arrivedAt}, after the deadline on {deadline}. We kept it as “late, not counted”.",
    { arrivedAt: secondOf(arrivedAt), deadline: secondOf(deadline) },
  );
  throw new HttpError(STATUS.conflict, CLOSED, text, undefined, {
    deadline: deadline.toISOString(),
    arrivedAt: arrivedAt.toISOString(),
  });
}

const CLOSED = "contest_closed";

interface Submission {
  form: z.output<typeof contract.body>;
  arrivedAt: Date;
}

/** Identical content returns the first receipt even after the deadline: the first response may have been lost. */
export const submitEntry = async (deps: Deps, contestId: string, submission: Submission, caller: Caller) => {
  const submitted = await deps.db.transaction((tx) =>
    submitOrStoreLate({ ...deps, db: tx }, contestId, submission, caller),
  );
  // Thrown only after the commit: inside the transaction it would roll back the stored late entry.
  return "arrivedAt" in submitted ? throwLate(submitted) : submitted;
};

async function submitOrStoreLate(
  { db: tx, clock }: Deps,
  contestId: string,
  { form: { text, link, files: ids, replaces, answers: sent, ...form }, arrivedAt }: Submission,
  caller: Caller,
): Promise<EntryRow | LateRow> {
  const contest = orNotFound(
    await contestsRepository(tx).lockVisible(contestId, caller),
    message("We couldn't find that contest. It may have been deleted."),
  );
  await lockCaller(tx, caller);
  const now = clock.now();
  const submittedAt = sentAt(arrivedAt, now);
  const hasJoined = (await participationsRepository(tx).findPaid(contest.id, caller.id)) !== undefined;
  const denial = canSubmit(contest, { hasJoined }, submittedAt);
  const isLate = denial?.code === CLOSED && hasJoined;
  if (!isLate) assertAllowed(denial);
  const answers = isLate
    ? checkAnswers(contest.entryFields, sent ?? []).answers
    : readAnswers(contest.entryFields, sent);
  const existing = await entriesRepository(tx).find(contest.id, caller.id);
  const before = existing ? ((await entryFilesRepository(tx).byEntry([existing.id])).get(existing.id) ?? []) : [];
  const files = ids
    ? await entryFilesRepository(tx).lockUsable(ids, { entryId: existing?.id, uploaderId: caller.id })
    : before;
  const sha256 = entryDigest({ text, link, files, answers });
  const isUnchanged = existing?.sha256 === sha256 && files.length === (ids ?? files).length;
  if (isLate && existing && isUnchanged) return existing;
  // A proxy can buffer a timely entry until the winner is chosen: then its end counts as its arrival.
  const isInTime = submittedAt < contest.deadline;
  if (isLate)
    return storeLate(
      { db: tx, clock },
      {
        contestId: contest.id,
        userId: caller.id,
        text,
        link,
        answers,
        arrivedAt: isInTime ? now : submittedAt,
        deadline: contest.deadline,
      },
      caller,
    );
  // Checked before the files: they may be missing because of the other change.
  if (!existing && replaces) throwConflict("changed_elsewhere", WITHDRAWN);
  if (existing && replaces !== undefined && replaces !== existing.sha256 && !isUnchanged)
    throwConflict(
      "changed_elsewhere",
      existing.savedBy === null || existing.savedBy === caller.id ? OVERTAKEN : OVERTAKEN_BY_MEMBER,
    );
  assertFilesExist(ids ?? [], files);
  // Older pages do not send this field: an earlier choice stays.
  const showIfWins = form.showIfWins ?? existing?.showIfWins ?? true;
  if (existing && isUnchanged)
    return existing.showIfWins === showIfWins ? existing : entriesRepository(tx).change(existing.id, { showIfWins });
  const team = await teamsRepository(tx).findOf(contest.id, caller.id);
  const entry = await entriesRepository(tx).save({
    contestId: contest.id,
    userId: team?.captainId ?? caller.id,
    teamId: team?.id ?? null,
    savedBy: team ? caller.id : null,
    text,
    link,
    answers,
    sha256,
    showIfWins,
    submittedAt,
  });
  if (!existing) {
    await contestsRepository(tx).countEntries(contest.id, 1);
    if (team) await notifyTeam({ db: tx, clock }, contest, team, caller);
  }
  await entryFilesRepository(tx).give(entry.id, before, files);
  return entry;
}

async function notifyTeam(
  { db: tx, clock }: Pick<Deps, "db" | "clock">,
  contest: ContestRow,
  team: TeamRow,
  caller: Caller,
): Promise<void> {
  const others = (await teamsRepository(tx).listMemberIds(team.id)).filter((id) => id !== caller.id);
  await notify(tx, clock, teamNotifications.submitted(contest, team.name, others));
}

/** Audits only a user's first late entry, so that repeated attempts count as one late author. */
async function storeLate({ db: tx, clock }: Pick<Deps, "db" | "clock">, late: LateRow, caller: Caller) {
  const isFirst = await lateEntriesRepository(tx).save(late);
  if (isFirst)
    await writeAudit(tx, clock, { act: "entry_late", by: caller, contestId: late.contestId, userId: caller.id });
  return late;
}

export const publishEntry = ({ db, clock }: Deps, contestId: string, isPublished: boolean, caller: Caller) =>
  db.transaction(async (tx) => {
    const contest = orNotFound(
      await contestsRepository(tx).lockVisible(contestId, caller),
      message("We couldn't find that contest. It may have been deleted."),
    );
    const entry = await entriesRepository(tx).find(contest.id, caller.id);
    const now = clock.now();
    const hasWon = entry !== undefined && (contest.winnerEntryId === entry.id || (await isPlaced(tx, entry.id)));
    const isShownWinner = hasWon && entry.showIfWins;
    assertAllowed(canPublishEntry(contest, { hasSubmitted: entry !== undefined, isShownWinner }, now));
    await lockCaller(tx, caller);
    return entriesRepository(tx).change(entry!.id, { publishedAt: isPublished ? (entry!.publishedAt ?? now) : null });
  });

/** The receipt stays valid, since it covers only the submitted content. */
export const showEntryIfWins = ({ db, clock }: Deps, contestId: string, showIfWins: boolean, caller: Caller) =>
  db.transaction(async (tx) => {
    const contest = orNotFound(
      await contestsRepository(tx).lockVisible(contestId, caller),
      message("We couldn't find that contest. It may have been deleted."),
    );
    await lockCaller(tx, caller);
    const entry = await entriesRepository(tx).find(contest.id, caller.id);
    assertAllowed(canShowIfWins(contest, { hasSubmitted: entry !== undefined }, clock.now()));
    return entriesRepository(tx).change(entry!.id, { showIfWins });
  });
