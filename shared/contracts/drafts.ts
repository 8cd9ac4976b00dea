import { z } from "zod";
import { contestDetails, contestForm, contestParams, type ContestForm } from "./contests";
import { defineEndpoint } from "./http/endpoint";
import { countCharacters } from "./text/characters";
import { instant, withoutNul } from "./text/fields";

/** So many of one person. */
export const MAX_DRAFTS = 50;

/** All that was typed together, in characters: a form with every field at its longest, and room to spare. */
export const MAX_DRAFT_LENGTH = 15_000;

/** What cannot be written as UTF-8 is kept as the sign for that, as in any other text. */
const typed = z
  .string()
  .refine(withoutNul, "This text holds a character that cannot be stored")
  .transform((text) => text.replace(/\p{Surrogate}/gu, "\uFFFD"))
  .default("");

type Name = Exclude<keyof ContestForm, "hidesNames">;
const { hidesNames: _, ...rest } = contestForm.shape;

/** What stands in the form of a contest, finished or not: every field as text, but for the switch. */
export const draftForm = z
  .object({
    ...(Object.fromEntries(Object.keys(rest).map((name) => [name, typed])) as Record<Name, typeof typed>),
    hidesNames: z.boolean().default(true),
  })
  .refine(
    ({ hidesNames: _, ...texts }) => countCharacters(Object.values(texts).join("")) <= MAX_DRAFT_LENGTH,
    `Please keep all of a draft together to ${MAX_DRAFT_LENGTH} characters`,
  );
export type DraftForm = z.output<typeof draftForm>;

/** Whoever saves a draft names the revision that they changed. */
const revision = z.int().min(1);

export const contestDraft = z.object({ _id: z.string(), form: draftForm, revision, savedAt: instant });
export type ContestDraft = z.infer<typeof contestDraft>;

const savedDraft = contestDraft.omit({ form: true });
export type SavedDraft = z.infer<typeof savedDraft>;

/** A draft in a list of them. */
export const draftCard = z.object({
  _id: z.string(),
  /** As it was typed: it may be empty. */ name: z.string(),
  /** "" where what was typed is no address of a picture. */ image: z.string(),
  savedAt: instant,
});
export type DraftCard = z.infer<typeof draftCard>;

/** The caller's own, all of them, last saved first. */
export const listDrafts = defineEndpoint({
  method: "GET",
  path: "/contest-drafts",
  access: "signed-in",
  response: z.array(draftCard),
});

/** There is none but the caller's own, whoever they are; so for all of these. */
export const getDraft = defineEndpoint({
  method: "GET",
  path: "/contest-drafts/:id",
  access: "signed-in",
  params: contestParams,
  response: contestDraft,
});

/** Whoever names it themselves (`id`) may ask again without getting two: refused (409, `changed_elsewhere`) where it is there already. */
export const createDraft = defineEndpoint({
  method: "POST",
  path: "/contest-drafts",
  access: ["creator"],
  body: z.object({ form: draftForm, id: z.uuid().toLowerCase().optional() }),
  response: savedDraft,
  perMinute: 60,
});

/** Refused (409, `changed_elsewhere`) where `revision` is not the last. */
export const saveDraft = defineEndpoint({
  method: "PUT",
  path: "/contest-drafts/:id",
  access: "signed-in",
  params: contestParams,
  body: z.object({ form: draftForm, revision }),
  response: savedDraft,
  perMinute: 120,
});

/** A contest's page as everybody would get it, were this draft confirmed now (null while nothing can be shown of it), and, by field, why it could not be submitted yet. */
export const draftPreview = z.object({ contest: contestDetails.nullable(), missing: z.record(z.string(), z.string()) });
export type DraftPreview = z.infer<typeof draftPreview>;

export const previewDraft = defineEndpoint({
  method: "GET",
  path: "/contest-drafts/:id/preview",
  access: "signed-in",
  params: contestParams,
  response: draftPreview,
});

/** A new draft of what one of the caller's own contests says, without its deadline. */
export const duplicateContest = defineEndpoint({
  method: "POST",
  path: "/duplicate-contest/:id",
  access: ["creator"],
  params: contestParams,
  response: savedDraft,
  perMinute: 30,
});

export const deleteDraft = defineEndpoint({
  method: "DELETE",
  path: "/contest-drafts/:id",
  access: "signed-in",
  params: contestParams,
  response: z.object({ deletedCount: z.literal(1) }),
});
