import { useQueryClient } from "@tanstack/react-query";
import { useState, useCallback } from "react";
import { getJudgedEntry } from "@conquest/shared/contracts/judging/judging";
import { keyOf as queryKeyOf } from "@conquest/shared/singletons/api-hooks";
import { ApiError } from "@conquest/shared/singletons/http";
import {
  createSaveQueue,
  failureMessage,
  statusOf,
  type SaveQueue,
  type SaveStatus,
} from "@conquest/shared/ui/form/save-queue";
import { draftBasis } from "@conquest/shared/singletons/drafts";

export type SavedField = "rating" | "word" | "star";

export interface Save {
  is: SaveStatus;
  value: unknown;
  because: string;
  /** False once another judge has the entry. */
  canRetry: boolean;
  what: SavedField;
  entryId: string;
  label: string;
  retry: () => void;
}

interface PendingSave<T> {
  what: SavedField;
  entry: { _id: string; label: string };
  value: T;
  send: (value: T) => Promise<unknown>;
}

/** Error codes for entries that the user no longer judges. */
const MOVED_CODES: unknown[] = ["assigned_to_others", "recused"];
const isMoved = (error: unknown) => error instanceof ApiError && MOVED_CODES.includes(error.code);

const keyOf = (what: SavedField, entryId: string) => `${what}:${entryId}`;

/** Saves values of all entries as they are chosen, each in its own queue. `areOpen`: values can still be saved. */
export function useRatingAutosave(contestId: string, areOpen: boolean) {
  const cache = useQueryClient();
  const [saves, setSaves] = useState<ReadonlyMap<string, Save>>(new Map());
  const [queues] = useState(() => new Map<string, SaveQueue<PendingSave<never>>>());

  function queueOf(key: string): SaveQueue<PendingSave<never>> {
    const known = queues.get(key);
    if (known) return known;
    const queue = createSaveQueue<PendingSave<never>>({
      async save({ send, value, entry: { _id: entryId } }) {
        await send(value);
        // Refetch inactive queries: an entry left while saving would otherwise reappear with its old value.
        await cache.refetchQueries({
          queryKey: queryKeyOf(getJudgedEntry, { params: { contestId, entryId } }),
          type: "inactive",
        });
      },
    });
    queue.subscribe(() => {
      const state = queue.state();
      const { what, value, entry } = state.latest!;
      const save = {
        is: statusOf(state),
        because: failureMessage(state),
        canRetry: !isMoved(state.failure?.error),
        value,
        what,
        entryId: entry._id,
      };
      setSaves((before) => new Map(before).set(key, { ...save, label: entry.label, retry: () => void queue.flush() }));
    });
    queues.set(key, queue);
    return queue;
  }

  return {
    areOpen,
    save<T>(next: PendingSave<T>) {
      queueOf(keyOf(next.what, next.entry._id)).put(next as unknown as PendingSave<never>);
    },
    of: (what: SavedField, entryId: string) => saves.get(keyOf(what, entryId)),
    /** The latest value not known to be saved, or the server's. */
    valueOf<T>(what: SavedField, entryId: string, saved: T): T {
      const current = saves.get(keyOf(what, entryId));
      return areOpen && current && current.is !== "saved" ? (current.value as T) : saved;
    },
    failed: [...saves].flatMap(([key, save]) => (save.is === "failed" ? [{ key, ...save }] : [])),
  };
}

export type RatingAutosave = ReturnType<typeof useRatingAutosave>;

export const commentDraftKey = (entryId: string) => `word:${entryId}`;
/** Constant basis: it only marks that a draft exists. */
export const commentBasis = () => "word";

export const hasCommentDraft = (entryId: string) => draftBasis(commentDraftKey(entryId)) !== undefined;

/** A failed save, or a comment that was not sent yet (its value is ""). */
export type Unsaved = Pick<Save, "what" | "entryId" | "label" | "value">;

/** Finds comments that exist only in this tab, once per entry; the open form reports changes. Hidden entries stay. */
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
