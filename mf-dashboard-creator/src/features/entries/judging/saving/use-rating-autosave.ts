import { useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { getJudgedEntry } from "@conquest/shared/contracts/judging/judging";
import { keyOf as queryKeyOf } from "@conquest/shared/singletons/api-hooks";

/** What of an entry is saved for itself. */
export type Saved = "rating" | "word" | "star";

export interface Save {
  is: "saving" | "saved" | "failed";
  /** What was chosen or written last. */
  value: unknown;
  /** Why it was not saved, as a sentence; "" else. */
  because: string;
  what: Saved;
  entryId: string;
  /** What its entry is called. */
  label: string;
  retry: () => void;
}

interface Wanted<T> {
  what: Saved;
  entry: { _id: string; label: string };
  value: T;
  send: (value: T) => Promise<unknown>;
}

const keyOf = (what: Saved, entryId: string) => `${what}:${entryId}`;

/**
 * What is saved as soon as it is chosen, of all entries: whoever has gone on to the next one learns what did not arrive too. Of
 * several values for one thing that come while one is under way the last is sent, so that they cannot overtake each other. `areOpen` is
 * whether anything can be saved still: what came too late is shown nowhere as if it counted.
 */
export function useRatingAutosave(contestId: string, areOpen: boolean) {
  const cache = useQueryClient();
  const [saves, setSaves] = useState<ReadonlyMap<string, Save>>(new Map());
  const wanted = useRef(new Map<string, Wanted<never>>());
  const underWay = useRef(new Set<string>());

  async function send(key: string) {
    if (underWay.current.has(key)) return;
    underWay.current.add(key);
    const put = (is: Save["is"], because = "") =>
      setSaves((before) => {
        const { what, value, entry } = wanted.current.get(key)!;
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
    put("saving");
    try {
      for (let sent: Wanted<never> | undefined; sent !== wanted.current.get(key);) {
        sent = wanted.current.get(key)!;
        await sent.send(sent.value);
        // One that was left meanwhile would be come back to as it was before.
        const { _id: entryId } = sent.entry;
        await cache.refetchQueries({
          queryKey: queryKeyOf(getJudgedEntry, { params: { contestId, entryId } }),
          type: "inactive",
        });
      }
      put("saved");
    } catch (error) {
      put("failed", error instanceof Error ? error.message : "Please try again.");
    } finally {
      underWay.current.delete(key);
    }
  }

  return {
    areOpen,
    save<T>(next: Wanted<T>) {
      const key = keyOf(next.what, next.entry._id);
      wanted.current.set(key, next as unknown as Wanted<never>);
      if (underWay.current.has(key))
        setSaves((before) => new Map(before).set(key, { ...before.get(key)!, value: next.value }));
      void send(key);
    },
    of: (what: Saved, entryId: string) => saves.get(keyOf(what, entryId)),
    /** What was chosen and is not known to be saved, or what the server says. */
    valueOf<T>(what: Saved, entryId: string, saved: T): T {
      const own = saves.get(keyOf(what, entryId));
      return areOpen && own && own.is !== "saved" ? (own.value as T) : saved;
    },
    failed: [...saves].flatMap(([key, save]) => (save.is === "failed" ? [{ key, ...save }] : [])),
  };
}

export type RatingAutosave = ReturnType<typeof useRatingAutosave>;
