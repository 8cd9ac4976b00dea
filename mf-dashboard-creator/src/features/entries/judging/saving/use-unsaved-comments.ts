import { useCallback, useState } from "react";
import { draftBasis } from "@conquest/shared/singletons/drafts";
import type { RatingAutosave, Save } from "./use-rating-autosave";

export const commentDraftKey = (entryId: string) => `word:${entryId}`;
/** Constant basis: it only marks that a draft exists. */
export const commentBasis = () => "word";

export const hasCommentDraft = (entryId: string) => draftBasis(commentDraftKey(entryId)) !== undefined;

/** A failed save, or a comment that was not sent yet (its value is ""). */
export type Unsaved = Pick<Save, "what" | "entryId" | "label" | "value">;

/**
 * Comments that exist only in this tab because their field was never left (reload or Back). Looked up once per
 * entry; the open form reports changes. Entries stay known when a search hides them.
 */
export function useUnsavedComments(seen: readonly { _id: string; label: string }[], saves: RatingAutosave) {
  const [knownEntries, setKnownEntries] = useState<ReadonlyMap<string, { label: string; isUnsent: boolean }>>(
    new Map(),
  );
  const tell = useCallback(
    (entryId: string, label: string, isUnsent: boolean) =>
      setKnownEntries((before) => new Map(before).set(entryId, { label, isUnsent })),
    [],
  );

  // Labels change once names are shown.
  const changed = [...new Map(seen.map(({ _id, label }) => [_id, label]))].filter(
    ([entryId, label]) => knownEntries.get(entryId)?.label !== label,
  );
  if (changed.length > 0)
    setKnownEntries(
      new Map([
        ...knownEntries,
        ...changed.map(
          ([entryId, label]) =>
            [entryId, { label, isUnsent: knownEntries.get(entryId)?.isUnsent ?? hasCommentDraft(entryId) }] as const,
        ),
      ]),
    );

  // Comments being sent or failed are reported as such.
  const isUnsent = (entryId: string) =>
    knownEntries.get(entryId)?.isUnsent === true && (saves.of("word", entryId)?.is ?? "saved") === "saved";
  const unsent = [...knownEntries].flatMap(([entryId, { label }]): Unsaved[] =>
    isUnsent(entryId) ? [{ entryId, label, what: "word", value: "" }] : [],
  );
  const unsaved = [
    ...saves.failed.map((save): Unsaved => ({ ...save, label: knownEntries.get(save.entryId)?.label ?? save.label })),
    ...unsent,
  ];
  return { isUnsent, tell, unsaved };
}

export type UnsavedComments = ReturnType<typeof useUnsavedComments>;
