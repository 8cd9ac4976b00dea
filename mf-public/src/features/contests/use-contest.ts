import { useEffect } from "react";
import { useQuery } from "@tanstack/react-query";
import { getContestDetails } from "@conquest/shared/contracts/listing";
import type { ContestDetails } from "@conquest/shared/contracts/contests";
import { query } from "@conquest/shared/singletons/api-hooks";
import { useSession } from "@conquest/shared/singletons/session-store";

/** What the person who looks is to the contest; null while nobody is signed in. */
export type Viewer = ContestDetails["viewer"];

/**
 * A contest as the person who looks may see it. An answer from before they signed in says nothing about them
 * and is asked for again; once they have signed out it would say too much.
 */
export function useContest(id: string) {
  const phase = useSession((state) => state.phase);
  const contest = useQuery(query(getContestDetails, { params: { id } }));
  const isAnonymous = contest.data?.viewer === null;
  const { refetch } = contest;

  useEffect(() => {
    if (phase === "signed-in" && isAnonymous) void refetch();
  }, [phase, isAnonymous, refetch]);

  const viewer: Viewer = phase === "signed-out" ? null : (contest.data?.viewer ?? null);
  return { contest, viewer };
}
