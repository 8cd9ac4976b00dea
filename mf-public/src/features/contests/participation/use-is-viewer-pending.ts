import { useQuery } from "@tanstack/react-query";
import type { ContestDetails } from "@conquest/shared/contracts/contests";
import { getContestDetails } from "@conquest/shared/contracts/listing";
import { query } from "@conquest/shared/singletons/api-hooks";
import { useIsHydrated } from "@conquest/shared/singletons/first-render";
import { useSession } from "@conquest/shared/singletons/session-store";
import { readSignInMark } from "@conquest/shared/singletons/sign-in-mark";

/** True while a browser that was logged in before learns what its user may do; false for visitors. */
export function useIsViewerPending({ _id, viewer }: ContestDetails): boolean {
  const isHydrated = useIsHydrated();
  const isOpening = useSession(({ phase, delayedBecause }) => phase === "loading" && delayedBecause === null);
  const { isFetching } = useQuery({ ...query(getContestDetails, { params: { id: _id } }), enabled: false });
  return viewer === null && (isOpening || isFetching) && isHydrated && readSignInMark() !== null;
}
