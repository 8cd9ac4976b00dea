import { useCallback, useState } from "react";
import { basisOf } from "@conquest/shared/singletons/drafts";
import type { RatingAutosave, Save } from "./use-rating-autosave";

/** What the typing of a word is kept under, in this tab. */
export const wordDraft = (entryId: string) => `word:${entryId}`;
/** Says that there is typing: nothing is told from what it began. */
export const wordBasis = () => "word";

/** Some typing of a word is in this tab. */
export const isWordKept = (entryId: string) => basisOf(wordDraft(entryId)) !== undefined;

/** What did not arrive, or a word that was not sent yet: its value is "". */
export type Unsaved = Pick<Save, "what" | "entryId" | "label" | "value">;

/**
 * Words that were typed and are in this tab alone, since their field was never left: by a reload, or the browser's way back. They are
 * looked for once of each entry that is seen, in the list or open; of one that is open its form tells more. What was seen stays known
 * when another search leaves it out.
 */
export function useUnsavedComments(seen: readonly { _id: string; label: string }[], saves: RatingAutosave) {
  const [known, setKnown] = useState<ReadonlyMap<string, { label: string; isUnsent: boolean }>>(new Map());
  const tell = useCallback(
    (entryId: string, label: string, isUnsent: boolean) =>
      setKnown((before) => new Map(before).set(entryId, { label, isUnsent })),
    [],
  );

  // Once names are shown entries are called otherwise.
  const news = [...new Map(seen.map(({ _id, label }) => [_id, label]))].filter(
    ([entryId, label]) => known.get(entryId)?.label !== label,
  );
  if (news.length > 0)
    setKnown(
      new Map([
        ...known,
        ...news.map(
          ([entryId, label]) =>
            [entryId, { label, isUnsent: known.get(entryId)?.isUnsent ?? isWordKept(entryId) }] as const,
        ),
      ]),
    );

  // One that is on its way, or did not arrive, is said to be that.
  const isUnsent = (entryId: string) =>
    known.get(entryId)?.isUnsent === true && (saves.of("word", entryId)?.is ?? "saved") === "saved";
  const unsent = [...known].flatMap(([entryId, { label }]): Unsaved[] =>
    isUnsent(entryId) ? [{ entryId, label, what: "word", value: "" }] : [],
  );
  /** All that is not saved: what did not arrive, and the words that were not sent. */
  const unsaved = [
    ...saves.failed.map((save): Unsaved => ({ ...save, label: known.get(save.entryId)?.label ?? save.label })),
    ...unsent,
  ];
  return { isUnsent, tell, unsaved };
}

export type UnsavedComments = ReturnType<typeof useUnsavedComments>;
