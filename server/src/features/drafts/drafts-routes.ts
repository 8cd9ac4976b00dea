import type { FastifyInstance } from "fastify";
import * as contract from "@conquest/shared/contracts/drafts";
import { isPictureAddress } from "@conquest/shared/contracts/text/fields";
import type { Deps } from "../../platform/deps";
import { orNotFound, notFound } from "../../platform/errors";
import { registerEndpoint } from "../../platform/register-endpoint";
import { draftsRepository, type DraftRow } from "./domain/drafts-repository";
import { duplicateContest, NO_DRAFT, createDraft, saveDraft, previewDraft } from "./save-draft";

const toSaved = ({ id, revision, savedAt }: DraftRow): contract.SavedDraft => ({
  _id: id,
  revision,
  savedAt: savedAt.toISOString(),
});

/** Drafts are private: other users, including admins, get a 404. */
export function draftsRoutes(app: FastifyInstance, deps: Deps): void {
  const { db } = deps;
  const duplicate = duplicateContest(app, deps);

  registerEndpoint(app, contract.listDrafts, async ({ caller }) =>
    (await draftsRepository(db, caller.id).list()).map(({ id, name, image, savedAt }) => ({
      _id: id,
      name,
      image: isPictureAddress(image) ? image : "",
      savedAt: savedAt.toISOString(),
    })),
  );
  registerEndpoint(app, contract.getDraft, async ({ params, caller }) => {
    const draft = orNotFound(await draftsRepository(db, caller.id).find(params.id), NO_DRAFT);
    return { ...toSaved(draft), form: draft.form };
  });
  registerEndpoint(app, contract.createDraft, async ({ body, caller }) =>
    toSaved(await createDraft(deps, body, caller)),
  );
  registerEndpoint(app, contract.saveDraft, async ({ params, body, caller }) =>
    toSaved(await saveDraft(deps, params.id, body, caller)),
  );
  registerEndpoint(app, contract.duplicateContest, async ({ params, caller }) =>
    toSaved(await duplicate(params.id, caller)),
  );
  registerEndpoint(app, contract.previewDraft, ({ params, caller }) => previewDraft(deps, params.id, caller));
  registerEndpoint(app, contract.deleteDraft, async ({ params, caller }) => {
    const isGone = await db.transaction((tx) => draftsRepository(tx, caller.id).remove(params.id));
    return isGone ? { deletedCount: 1 as const } : notFound(NO_DRAFT);
  });
}
