import { useCallback, useEffect, useRef, useState } from "react";
import type { ContestDetails } from "@conquest/shared/contracts/contests";
import type { MyEntry } from "@conquest/shared/contracts/entries";
import { draftBasis } from "@conquest/shared/singletons/drafts";

/** Links here open the editor of a submitted entry. */
export const EDIT_ENTRY = "edit-entry";

export const entryDraftKey = (contestId: string) => `entry:${contestId}`;

/** Participants have an entry section; former participants keep it while this tab has a draft. */
export const hasEntrySection = ({ _id, viewer }: Pick<ContestDetails, "_id" | "viewer">): boolean =>
  Boolean(viewer?.hasJoined || viewer?.hasSubmitted) || draftBasis(entryDraftKey(_id)) !== undefined;

/** SHA-256 of the entry that existed when editing began (also before a reload), or null if none existed. */
export function useReplacedEntry(contestId: string, entry: MyEntry | null) {
  const [replaced, setReplaced] = useState(() => draftBasis(entryDraftKey(contestId)) ?? entry?.sha256 ?? "");
  const latest = useRef(replaced);
  useEffect(() => void (latest.current = replaced), [replaced]);
  return {
    // Leaving and rejoining removes the entry, whatever editing began from.
    replaces: entry === null || replaced === "" ? null : replaced,
    basis: useCallback(() => latest.current, []),
    /** The user has seen the current entry and continues. */
    accept: setReplaced,
  };
}
