import { useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { getJudgedEntry } from "@conquest/shared/contracts/judging/judging";
import { keyOf as queryKeyOf } from "@conquest/shared/singletons/api-hooks";

export type SavedField = "rating" | "word" | "star";

export interface Save {
  is: "saving" | "saved" | "failed";
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

/**
 * Saves values of all entries as they are chosen. While a value is being saved, only its latest change is sent next,
 * so requests cannot overtake each other. `areOpen`: values can still be saved.
 */
export function useRatingAutosave(contestId: string, areOpen: boolean) {
  const cache = useQueryClient();
  const [saves, setSaves] = useState<ReadonlyMap<string, Save>>(new Map());
  const pending = useRef(new Map<string, PendingSave<never>>());
  const inFlight = useRef(new Set<string>());

  async function send(key: string) {
    if (inFlight.current.has(key)) return;
    inFlight.current.add(key);
    const setStatus = (is: Save["is"], because = "") =>
      setSaves((before) => {
        const { what, value, entry } = pending.current.get(key)!;
        return new Map(before).set(key, {
          is,
          value,
          because,
          what,
          entryId: entry._id,
          label: entry.label,
          retry: () => void send(key),
        });
      });
    setStatus("saving");
    try {
      for (let sent: PendingSave<never> | undefined; sent !== pending.current.get(key);) {
        sent = pending.current.get(key)!;
        await sent.send(sent.value);
        // Refetch inactive queries: an entry left while saving would otherwise reappear with its old value.
        const { _id: entryId } = sent.entry;
        await cache.refetchQueries({
          queryKey: queryKeyOf(getJudgedEntry, { params: { contestId, entryId } }),
          type: "inactive",
        });
      }
      setStatus("saved");
    } catch (error) {
      setStatus("failed", error instanceof Error ? error.message : "Please try again.");
    } finally {
      inFlight.current.delete(key);
    }
  }

  return {
    areOpen,
    save<T>(next: PendingSave<T>) {
      const key = keyOf(next.what, next.entry._id);
      pending.current.set(key, next as unknown as PendingSave<never>);
      if (inFlight.current.has(key))
        setSaves((before) => new Map(before).set(key, { ...before.get(key)!, value: next.value }));
      void send(key);
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
