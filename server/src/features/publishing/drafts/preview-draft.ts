import { eq } from "drizzle-orm";
import { contestForm, type ContestDetails } from "@conquest/shared/contracts/contests";
import type { DraftPreview } from "@conquest/shared/contracts/drafts";
import { users } from "../../../database/schema/people";
import { creatorRecords } from "../../../database/schema/records";
import type { Deps } from "../../../platform/deps";
import { Refusal, found, readInput } from "../../../platform/errors";
import type { Caller } from "../../../platform/session";
import { actsOf } from "../../contests/contest-acts";
import { toCard } from "../../contests/contest-cards";
import { recordColumns, toRecord } from "../../contests/creator-record";
import { draftsOf, type DraftRow } from "../../contests/drafts/drafts-repository";
import { refundAt, winnerDueAt } from "../../contests/clock/promise-steps";
import { assertFutureDeadline } from "../assert-future-deadline";
import { NO_DRAFT } from "./keep-draft";

/** Somebody who looks at it for the first time. */
const NOBODY = { isOwner: false, isAdmin: false, hasJoined: false, hasSubmitted: false, joinedBeforeExtension: false, isShownWinner: false, everJoined: false, hasReported: false };
const NO_RECORD = { runCount: 0, concludedCount: 0, cancelledCount: 0, unwonCount: 0, resultMs: 0 };

type PreviewDeps = Pick<Deps, "db" | "clock" | "config">;

/** The caller's draft as its page would be for a visitor, were it confirmed now; or what keeps it from being submitted. */
export const previewDraft =
  (deps: PreviewDeps) =>
  async (id: string, caller: Caller): Promise<DraftPreview> => {
    const { form } = found(await draftsOf(deps.db, caller.id).find(id), NO_DRAFT);
    try {
      return { contest: await asDetails(deps, { id, form }, caller), missing: {} };
    } catch (error) {
      // Being unfinished is nothing wrong with a draft.
      if (error instanceof Refusal && error.fields) return { contest: null, missing: error.fields };
      throw error;
    }
  };

async function asDetails({ db, clock, config }: PreviewDeps, { id, form }: Pick<DraftRow, "id" | "form">, caller: Caller): Promise<ContestDetails> {
  const { tags, deadline: instant, hidesNames = true, criteria = [], ...fields } = readInput(contestForm, form);
  const now = clock.now();
  const deadline = new Date(instant);
  assertFutureDeadline(deadline, now);
  const contest = { ...fields, hidesNames, tag: tags, deadline, status: "open", review: "approved", cancelledAt: null, winnerAt: null, participantCount: 0, deadlineMoves: 0, extendedAt: null, hiddenAt: null } as const;
  const [creator] = await db
    .select({ name: users.name, photo: users.image, record: recordColumns })
    .from(users)
    .leftJoin(creatorRecords, eq(creatorRecords.creatorId, users.id))
    .where(eq(users.id, caller.id));
  const { name, photo, record } = creator!;
  const past = toRecord(record ?? NO_RECORD);
  return {
    ...fields,
    ...toCard({ ...contest, id, participants: [], creatorName: name, creatorPhoto: photo, creatorRemovedAt: null }, now, config.joinAmount),
    // It counts itself, as one that is open does.
    creator: { name, photo, publicId: null, record: { ...past, run: past.run + 1 } },
    hidesNames,
    criteria,
    openedAt: now.toISOString(),
    winnerDueAt: winnerDueAt(deadline).toISOString(),
    refundAt: refundAt(deadline).toISOString(),
    extension: null,
    cancelledAt: null,
    cancelReason: null,
    hiddenAt: null,
    winner: null,
    publishedEntryCount: 0,
    questionCount: 0,
    newsCount: 0,
    may: actsOf({ contest, who: NOBODY, wasPaidFor: false, isPublic: true, lastNewsButTwoAt: null }, now),
    viewer: null,
  };
}
