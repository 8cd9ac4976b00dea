import { MAX_DRAFTS, type DraftForm } from "@conquest/shared/contracts/drafts";
import type { Database } from "../../../database/database";
import type { Deps } from "../../../platform/deps";
import { orNotFound, throwConflict } from "../../../platform/errors";
import { takePicture } from "../../../platform/files/uploaded-pictures";
import { lockCaller } from "../../../platform/people";
import type { Caller } from "../../../platform/session";
import { draftsRepository, type DraftRow } from "../../contests/drafts/drafts-repository";

export const NO_DRAFT = "No such draft of yours. It may have been submitted or deleted.";

/** Refuses (409) somebody who has as many as there may be. */
export async function assertRoom(db: Database, { id }: Caller): Promise<void> {
  if ((await draftsRepository(db, id).count()) < MAX_DRAFTS) return;
  throwConflict(
    "too_many_drafts",
    `You have ${MAX_DRAFTS} drafts, which is as many as one can. Please submit or delete one first.`,
  );
}

type DraftDeps = Pick<Deps, "db" | "clock">;

const overtaken = () =>
  throwConflict("changed_elsewhere", "This draft was changed on another device or in another tab meanwhile.");

/** Begins a draft, up to as many as there may be; one that was begun under this id already stays as it is. */
export const createDraft =
  ({ db, clock }: DraftDeps) =>
  ({ form, id }: { form: DraftForm; id?: string | undefined }, caller: Caller): Promise<DraftRow> =>
    db.transaction(async (tx) => {
      await lockCaller(tx, caller, { alone: true });
      const drafts = draftsRepository(tx, caller.id);
      if (id !== undefined && (await drafts.find(id))) overtaken();
      await assertRoom(tx, caller);
      // Somebody else's id, guessed or drawn twice, is told as one's own would be.
      const draft = (await drafts.insert({ form, id }, clock.now())) ?? overtaken();
      await keepPicture(tx, draft, caller);
      return draft;
    });

/** Keeps what stands in the form now. What was saved elsewhere since the caller last looked is not written over. */
export const saveDraft =
  ({ db, clock }: DraftDeps) =>
  (id: string, { form, revision }: { form: DraftForm; revision: number }, caller: Caller): Promise<DraftRow> =>
    db.transaction(async (tx) => {
      const drafts = draftsRepository(tx, caller.id);
      const before = orNotFound(await drafts.lock(id), NO_DRAFT);
      if (before.revision !== revision) overtaken();
      const draft = await drafts.change(id, form, clock.now());
      await keepPicture(tx, draft, caller);
      return draft;
    });

/** A draft may name any picture; whether it can be had is asked when the draft is submitted. */
const keepPicture = (tx: Database, { id, form }: DraftRow, caller: Caller) =>
  takePicture(tx, { owner: { draftId: id }, address: form.image.trim(), callerId: caller.id });
