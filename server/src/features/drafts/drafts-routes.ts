import type { FastifyInstance } from "fastify";
import { and, eq } from "drizzle-orm";
import * as contract from "@conquest/shared/contracts/drafts";
import { MAX_DRAFTS, type DraftForm } from "@conquest/shared/contracts/drafts";
import type { Language } from "@conquest/shared/contracts/parts/languages";
import { contestForm, type ContestForm } from "@conquest/shared/contracts/contests";
import { isPictureAddress } from "@conquest/shared/contracts/text/fields";
import { toFieldsText } from "@conquest/shared/contracts/entry-fields";
import { toPrizeLines } from "@conquest/shared/contracts/prizes";
import { toRulesText } from "@conquest/shared/contracts/rules";
import { NO_TEAMS, toTeamSizeText } from "@conquest/shared/contracts/team-size";
import { message } from "@conquest/shared/contracts/text/message";
import type { Database } from "../../database/database";
import type { Deps } from "../../platform/deps";
import { errorBodyOf, orNotFound, throwConflict, HttpError, readInput, notFound } from "../../platform/errors";
import { assignPicture, addressOf, findPicture } from "../../platform/files/uploaded-pictures";
import { lockCaller } from "../../platform/people";
import type { Caller } from "../../platform/sessions/session";
import { draftsRepository, type DraftRow } from "./domain/drafts-repository";
import { contests } from "../../database/schema/contests";
import { publicPreview } from "../contest-cards/domain/public-preview";
import { markdownColumns } from "../contests/domain/brief";
import { assertFutureDeadline } from "../contests/domain/contest-policy";
import { registerEndpoint } from "../../platform/register-endpoint";

const NO_DRAFT = message("We couldn't find that draft. It may have been submitted or deleted.");

async function assertDraftLimit(db: Database, { id }: Caller): Promise<void> {
  if ((await draftsRepository(db, id).count()) < MAX_DRAFTS) return;
  throwConflict(
    "too_many_drafts",
    message("You've reached the limit of {max} drafts. Submit or delete one first.", { max: MAX_DRAFTS }),
  );
}

type DraftDeps = Pick<Deps, "db" | "clock">;

const throwChangedElsewhere = () =>
  throwConflict("changed_elsewhere", message("This draft was changed in another tab or on another device."));

/** Creates a draft, up to the limit. An existing draft with this id stays unchanged. */
const createDraft = (
  { db, clock }: DraftDeps,
  { form, id }: { form: DraftForm; id?: string | undefined },
  caller: Caller,
): Promise<DraftRow> =>
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
const saveDraft = (
  { db, clock }: DraftDeps,
  id: string,
  { form, revision }: { form: DraftForm; revision: number },
  caller: Caller,
): Promise<DraftRow> =>
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

const formOf = ({
  name,
  image,
  description,
  registrationPrice,
  prize,
  morePrizes,
  rules,
  entryFields,
  maxParticipants,
  maxTeamSize,
  task,
  tag,
  hidesNames,
  criteria,
  criteriaWeights,
  visibility,
}: typeof contests.$inferSelect): DraftForm => ({
  name,
  image,
  description,
  registrationPrice: String(registrationPrice),
  prize: String(prize),
  morePrizes: toPrizeLines(morePrizes),
  rules: toRulesText(rules),
  entryFields: toFieldsText(entryFields),
  maxParticipants: String(maxParticipants ?? ""),
  maxTeamSize: toTeamSizeText(maxTeamSize),
  task,
  tags: tag,
  deadline: "",
  hidesNames,
  criteria: criteria.join("\n"),
  criteriaWeights: criteriaWeights.join("\n"),
  visibility,
});

const duplicateContest = (app: Pick<FastifyInstance, "files">, deps: Pick<Deps, "db" | "clock">) => {
  return async (id: string, caller: Caller): Promise<DraftRow> => {
    const [row] = await deps.db
      .select()
      .from(contests)
      .where(and(eq(contests.id, id), eq(contests.creatorId, caller.id)));
    const form = formOf(orNotFound(row, message("We couldn't find that contest in your account.")));
    // Checks the limit before a file is copied.
    await assertDraftLimit(deps.db, caller);
    const picture = await findPicture(deps.db, form.image);
    return createDraft(
      deps,
      { form: picture ? { ...form, image: addressOf(await app.files.copy(picture, caller.id)) } : form },
      caller,
    );
  };
};

type PreviewDeps = Pick<Deps, "db" | "clock" | "config">;

const { image, description, task } = contestForm.shape;
/** These fields may be empty in a preview; the page cannot render without the others. */
const previewForm = contestForm.extend({
  image: image.catch(""),
  description: description.catch(""),
  task: task.catch(""),
});

/** Returns the draft as visitors would see it if it were confirmed now, and the fields that prevent submission. */
const previewDraft = async ({ db, clock, config }: PreviewDeps, id: string, caller: Caller, language: Language) => {
  const { form } = orNotFound(await draftsRepository(db, caller.id).find(id), NO_DRAFT);
  const now = clock.now();
  const { missing } = parseDraft(contestForm, form, now, language);
  const parsed = parseDraft(previewForm, form, now, language);
  if (!parsed.written) return { contest: null, missing: { ...missing, ...parsed.missing } };
  const {
    tags: tag,
    deadline,
    hidesNames = true,
    criteria = [],
    criteriaWeights = [],
    morePrizes = [],
    rules = null,
    entryFields = [],
    visibility = "public",
    maxParticipants = null,
    maxTeamSize = NO_TEAMS,
    ...fields
  } = parsed.written;
  return {
    contest: await publicPreview(
      db,
      {
        ...fields,
        ...markdownColumns(fields),
        id,
        creatorId: caller.id,
        tag,
        deadline: new Date(deadline),
        hidesNames,
        criteria,
        criteriaWeights: criteriaWeights.length === criteria.length ? criteriaWeights : [],
        morePrizes,
        rules,
        rulesVersion: 1,
        entryFields,
        visibility,
        maxParticipants,
        maxTeamSize,
      },
      now,
      config.joinAmount,
    ),
    missing,
  };
};

type ParsedDraft =
  { written: ContestForm; missing: Record<string, never> } | { written: null; missing: Record<string, string> };

function parseDraft(
  form: typeof contestForm | typeof previewForm,
  draft: DraftRow["form"],
  now: Date,
  language: Language,
): ParsedDraft {
  try {
    const written = readInput(form, draft, language);
    assertFutureDeadline(new Date(written.deadline), now);
    return { written, missing: {} };
  } catch (error) {
    if (error instanceof HttpError && error.fields)
      return { written: null, missing: errorBodyOf(error, language).error.fields ?? {} };
    throw error;
  }
}

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
  registerEndpoint(app, contract.previewDraft, ({ params, caller }, { request }) =>
    previewDraft(deps, params.id, caller, request.language),
  );
  registerEndpoint(app, contract.deleteDraft, async ({ params, caller }) => {
    const isGone = await db.transaction((tx) => draftsRepository(tx, caller.id).remove(params.id));
    return isGone ? { deletedCount: 1 as const } : notFound(NO_DRAFT);
  });
}
