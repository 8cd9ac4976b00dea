import { useCallback, useEffect, useRef, useState } from "react";
import type { ContestDetails } from "@conquest/shared/contracts/contests";
import type { MyEntry } from "@conquest/shared/contracts/entries";
import { basisOf } from "@conquest/shared/singletons/drafts";

/** Under which name this tab keeps what is typed. */
export const entryDraft = (contestId: string) => `entry:${contestId}`;

/** Whoever takes part has a place for their entry; what was typed stays before the eyes of who takes part no longer. */
export const hasEntryPlace = ({ _id, viewer }: Pick<ContestDetails, "_id" | "viewer">): boolean =>
  Boolean(viewer?.hasJoined || viewer?.hasSubmitted) || basisOf(entryDraft(_id)) !== undefined;

/** What was in when the writing began, also where that was before a reload: its SHA-256, or null where nothing was. */
export function useReplacedEntry(contestId: string, entry: MyEntry | null) {
  const [replaced, setReplaced] = useState(() => basisOf(entryDraft(contestId)) ?? entry?.sha256 ?? "");
  const latest = useRef(replaced);
  useEffect(() => void (latest.current = replaced), [replaced]);
  return {
    // Who left and joined again has nothing in, whatever the writing began from.
    replaces: entry === null || replaced === "" ? null : replaced,
    /** What is kept of it with a draft. */
    basis: useCallback(() => latest.current, []),
    /** The person has seen what is in now, and goes on. */
    accept: setReplaced,
  };
}
