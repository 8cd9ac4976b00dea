import { z } from "zod";
import { contestDetails, contestForm, type ContestForm } from "./contests";
import { defineEndpoint } from "./http/endpoint";
import { countCharacters } from "./text/characters";
import { instant, hasNoNul } from "./text/fields";
import { invalid, message } from "./text/message";

export const MAX_DRAFTS = 50;

export const MAX_DRAFT_LENGTH = 40_000;

/** Replaces lone surrogates, which can't be encoded in UTF-8, by U+FFFD. */
const draftText = z
  .string()
  .refine(hasNoNul, invalid(message("This text contains a character we can't save")))
  .transform((text) => text.replace(/\p{Surrogate}/gu, "\uFFFD"))
  .default("");

type Name = Exclude<keyof ContestForm, "hidesNames">;
const { hidesNames: _, ...rest } = contestForm.shape;

export const draftForm = z
  .object({
    ...(Object.fromEntries(Object.keys(rest).map((name) => [name, draftText])) as Record<Name, typeof draftText>),
    hidesNames: z.boolean().default(true),
  })
  .refine(
    ({ hidesNames: _, ...texts }) => countCharacters(Object.values(texts).join("")) <= MAX_DRAFT_LENGTH,
    invalid(message("Use at most {max} characters in the whole draft", { max: MAX_DRAFT_LENGTH })),
  );
export type DraftForm = z.output<typeof draftForm>;

const revision = z.int().min(1);

export const contestDraft = z.object({ _id: z.string(), form: draftForm, revision, savedAt: instant });
export type ContestDraft = z.infer<typeof contestDraft>;

const savedDraft = contestDraft.omit({ form: true });
export type SavedDraft = z.infer<typeof savedDraft>;

export const draftCard = z.object({ _id: z.string(), name: z.string(), image: z.string(), savedAt: instant });
export type DraftCard = z.infer<typeof draftCard>;

export const listDrafts = defineEndpoint("GET /contest-drafts", "signed-in", { response: z.array(draftCard) });

/** Like all draft endpoints, it finds only the caller's own drafts, even for admins. */
export const getDraft = defineEndpoint("GET /contest-drafts/:id", "signed-in", { response: contestDraft });

/** With a client-generated `id` a retry can't create a second draft: 409 `changed_elsewhere` if it exists. */
export const createDraft = defineEndpoint("POST /contest-drafts", ["creator"], {
  body: z.object({ form: draftForm, id: z.uuid().toLowerCase().optional() }),
  response: savedDraft,
  perMinute: 60,
});

/** 409 `changed_elsewhere` if `revision` is not the latest. */
export const saveDraft = defineEndpoint("PUT /contest-drafts/:id", "signed-in", {
  body: z.object({ form: draftForm, revision }),
  response: savedDraft,
  perMinute: 120,
});

/** The page if the draft were confirmed now (null if it can't be shown yet), and the missing fields with messages. */
export const draftPreview = z.object({ contest: contestDetails.nullable(), missing: z.record(z.string(), z.string()) });
export type DraftPreview = z.infer<typeof draftPreview>;

export const previewDraft = defineEndpoint("GET /contest-drafts/:id/preview", "signed-in", { response: draftPreview });

export const duplicateContest = defineEndpoint("POST /duplicate-contest/:id", ["creator"], {
  response: savedDraft,
  perMinute: 30,
});

export const deleteDraft = defineEndpoint("DELETE /contest-drafts/:id", "signed-in", {
  response: z.object({ deletedCount: z.literal(1) }),
});
