import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { getJudgedEntry } from "@conquest/shared/contracts/judging/judging";
import { keyOf as queryKeyOf } from "@conquest/shared/singletons/api-hooks";
import {
  createSaveQueue,
  failureMessage,
  statusOf,
  type SaveQueue,
  type SaveStatus,
} from "@conquest/shared/ui/form/save-queue";

export type SavedField = "rating" | "word" | "star";

export interface Save {
  is: SaveStatus;
  value: unknown;
  /** Error message, or "". */
  because: string;
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
      const save = { is: statusOf(state), because: failureMessage(state), value, what, entryId: entry._id };
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
