import { useEffect, useState } from "react";
import { FailedState } from "@conquest/shared/ui/failed-state";
import { onDemand } from "@conquest/shared/ui/on-demand";
import { SkeletonEntries } from "./skeleton-entries";

/** Below all else of the page: it comes when that is there. */
const PublishedEntries = onDemand(() => import(/* webpackChunkName: "published-entries" */ "./published-entries"));

/** Where everybody reads the entries of a contest that is over. Should their code not come, the page stays as it is without them. */
export function GalleryPlace({ contestId }: { contestId: string }) {
  const [isHere, setIsHere] = useState(false);
  const [failure, setFailure] = useState<Error | null>(null);
  const [tries, setTries] = useState(1);

  useEffect(() => {
    let isLeft = false;
    const settle = (error: Error | null) => {
      if (isLeft) return;
      setIsHere(error === null);
      setFailure(error);
    };
    PublishedEntries.load().then(
      () => settle(null),
      () => settle(new Error("The published entries could not be loaded. Please check your connection and try again.")),
    );
    return () => {
      isLeft = true;
    };
  }, [tries]);

  if (isHere) return <PublishedEntries contestId={contestId} />;
  if (failure) {
    return (
      <FailedState
        error={failure}
        onRetry={() => {
          setFailure(null);
          setTries(tries + 1);
        }}
      />
    );
  }
  return (
    <>
      <noscript>
        <p className="cq-hint">The published entries need JavaScript, which is off in this browser.</p>
      </noscript>
      <SkeletonEntries />
    </>
  );
}
