import { MAX_DRAFTS, type DraftForm } from "@conquest/shared/contracts/drafts";
import type { Database } from "../../database/database";
import type { Deps } from "../../platform/deps";
import { orNotFound, throwConflict } from "../../platform/errors";
import { assignPicture } from "../../platform/files/uploaded-pictures";
import { lockCaller } from "../../platform/people";
import type { Caller } from "../../platform/sessions/session";
import { draftsRepository, type DraftRow } from "./domain/drafts-repository";

export const NO_DRAFT = "No such draft of yours. It may have been submitted or deleted.";

export async function assertDraftLimit(db: Database, { id }: Caller): Promise<void> {
  if ((await draftsRepository(db, id).count()) < MAX_DRAFTS) return;
  throwConflict(
    "too_many_drafts",
    `You have ${MAX_DRAFTS} drafts, which is as many as one can. Please submit or delete one first.`,
  );
}

type DraftDeps = Pick<Deps, "db" | "clock">;

const throwChangedElsewhere = () =>
  throwConflict("changed_elsewhere", "This draft was changed on another device or in another tab meanwhile.");

/** Creates a draft, up to the limit. An existing draft with this id stays unchanged. */
export const createDraft =
  ({ db, clock }: DraftDeps) =>
  ({ form, id }: { form: DraftForm; id?: string | undefined }, caller: Caller): Promise<DraftRow> =>
    db.transaction(async (tx) => {
      await lockCaller(tx, caller, { alone: true });
      const drafts = draftsRepository(tx, caller.id);
      if (id !== undefined && (await drafts.find(id))) throwChangedElsewhere();
      await assertDraftLimit(tx, caller);
      // An id of another user's draft gets the same error as one's own.
      const draft = (await drafts.insert({ form, id }, clock.now())) ?? throwChangedElsewhere();
      await attachPicture(tx, draft, caller);
      return draft;
    });

/** Saves the form. Throws if the draft was saved elsewhere since `revision`. */
export const saveDraft =
  ({ db, clock }: DraftDeps) =>
  (id: string, { form, revision }: { form: DraftForm; revision: number }, caller: Caller): Promise<DraftRow> =>
    db.transaction(async (tx) => {
      const drafts = draftsRepository(tx, caller.id);
      const before = orNotFound(await drafts.lock(id), NO_DRAFT);
      if (before.revision !== revision) throwChangedElsewhere();
      const draft = await drafts.change(id, form, clock.now());
      await attachPicture(tx, draft, caller);
      return draft;
    });

/** Any picture address is accepted here; submitting the draft checks it. */
const attachPicture = (tx: Database, { id, form }: DraftRow, caller: Caller) =>
  assignPicture(tx, { owner: { draftId: id }, address: form.image.trim(), callerId: caller.id });
