import { useCallback, useMemo, useState } from "react";
import type { JudgedEntry } from "@conquest/shared/contracts/judging/judging";
import { basisOf } from "@conquest/shared/singletons/drafts";
import type { EntrySaves } from "./entry-saves";

/** What the typing of a word is kept under, in this tab. */
export const wordDraft = (entryId: string) => `word:${entryId}`;
/** Says that there is typing: nothing is told from what it began. */
export const wordBasis = () => "word";

/** Some typing of a word is in this tab. */
export const isWordKept = (entryId: string) => basisOf(wordDraft(entryId)) !== undefined;

/**
 * Words that were typed and are in this tab alone, since their field was never left: by a reload, or the browser's way back. The ones of
 * entries in the list are looked for once; of an entry that was open its form tells more.
 */
export function useUnsentWords(rows: readonly JudgedEntry[], saves: EntrySaves) {
  const ids = rows.map(({ _id }) => _id).join(" ");
  const kept = useMemo(() => new Set(ids.split(" ").filter(isWordKept)), [ids]);
  const [told, setTold] = useState<ReadonlyMap<string, { label: string; isUnsent: boolean }>>(new Map());
  const tell = useCallback((entryId: string, label: string, isUnsent: boolean) => setTold((before) => new Map(before).set(entryId, { label, isUnsent })), []);

  // One that is on its way, or did not arrive, is said to be that.
  const isUnsent = (entryId: string) => (told.get(entryId)?.isUnsent ?? kept.has(entryId)) && !["saving", "failed"].includes(saves.of("word", entryId)?.is ?? "");
  const labels = new Map([...rows.map(({ _id, label }) => [_id, label] as const), ...[...told].map(([entryId, { label }]) => [entryId, label] as const)]);
  return { isUnsent, tell, labels: [...labels].flatMap(([entryId, label]) => (isUnsent(entryId) ? [label] : [])) };
}

export type UnsentWords = ReturnType<typeof useUnsentWords>;
