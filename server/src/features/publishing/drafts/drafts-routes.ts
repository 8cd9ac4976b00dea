import type { FastifyInstance } from "fastify";
import * as contract from "@conquest/shared/contracts/drafts";
import { isPictureAddress } from "@conquest/shared/contracts/text/fields";
import type { Deps } from "../../../platform/deps";
import { found, notFound } from "../../../platform/errors";
import { implement } from "../../../platform/implement";
import { draftsOf, type DraftRow } from "../../contests/drafts/drafts-repository";
import { duplicateContest } from "./duplicate-contest";
import { NO_DRAFT, createDraft, saveDraft } from "./keep-draft";
import { previewDraft } from "./preview-draft";

const toSaved = ({ id, revision, savedAt }: DraftRow): contract.SavedDraft => ({ _id: id, revision, savedAt: savedAt.toISOString() });

/** Drafts of contests: each is its creator's own, and for everybody else, admins too, there is none. */
export function draftsRoutes(app: FastifyInstance, deps: Deps): void {
  const { db } = deps;
  const create = createDraft(deps);
  const save = saveDraft(deps);
  const duplicate = duplicateContest(app, deps);
  const preview = previewDraft(deps);

  implement(app, contract.listDrafts, async ({ caller }) =>
    (await draftsOf(db, caller.id).list()).map(({ id, name, image, savedAt }) => ({ _id: id, name, image: isPictureAddress(image) ? image : "", savedAt: savedAt.toISOString() })),
  );
  implement(app, contract.getDraft, async ({ params, caller }) => {
    const draft = found(await draftsOf(db, caller.id).find(params.id), NO_DRAFT);
    return { ...toSaved(draft), form: draft.form };
  });
  implement(app, contract.createDraft, async ({ body, caller }) => toSaved(await create(body, caller)));
  implement(app, contract.saveDraft, async ({ params, body, caller }) => toSaved(await save(params.id, body, caller)));
  implement(app, contract.duplicateContest, async ({ params, caller }) => toSaved(await duplicate(params.id, caller)));
  implement(app, contract.previewDraft, ({ params, caller }) => preview(params.id, caller));
  implement(app, contract.deleteDraft, async ({ params, caller }) => {
    const isGone = await db.transaction((tx) => draftsOf(tx, caller.id).remove(params.id));
    return isGone ? { deletedCount: 1 as const } : notFound(NO_DRAFT);
  });
}
