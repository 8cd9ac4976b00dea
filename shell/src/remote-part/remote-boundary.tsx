import { Suspense, use, useEffect, useSyncExternalStore, type ReactNode } from "react";
import { flushSync } from "react-dom";
import { Button } from "@conquest/shared/ui/button";
import { replayEarlyEvents, takeEarlyEvents } from "../hydration/event-replay";
import { endHydrationGuard, undoForeignChanges } from "../hydration/foreign-changes";
import { takeFormSnapshot, restoreFormSnapshot, restoreSavedSnapshot } from "../hydration/form-snapshot";
import type { PendingHydration } from "../hydration/hydration-state";
import { Loading } from "../frame/loading";
import { WITHOUT_CONNECTION, useRetryOnline } from "./failure-card";
import { whenIdle } from "./preload";

interface Props {
  /** The page as it was drawn, until it is React's; null where there is none. */
  standing: PendingHydration | null;
  /** Another release is here: it has to draw the page anew. */
  onOutdated: () => void;
  /** The page itself, of the code that drew it. */
  children: ReactNode;
}

/**
 * Where a part's page stands. One that was drawn while its code is on its way: the frame around it is React's already; to React
 * the page is a boundary that has not been hydrated, and stays as it was drawn. What is done in it meanwhile is done when its
 * code is here; when that is not to be, a line says what does not work.
 */
export function RemoteBoundary({ standing, onOutdated, children }: Props) {
  useEffect(() => {
    if (!standing) return;
    const content = document.getElementById("content")!;
    let isRepeated = false;
    const repeat = () => {
      if (!isRepeated) replayEarlyEvents(content);
      isRepeated = true;
    };
    const follow = () => {
      const { phase } = standing.state();
      // Before React gets there by itself: with the first of them it does, and each finds the page as the one before left it.
      if (phase === "here" || phase === "outdated") undoForeignChanges(content);
      if (phase === "here") return repeat();
      if (phase === "waiting") return void takeEarlyEvents(content);
      if (phase === "taken") {
        // It got there first, by what somebody did: when it is done with that.
        queueMicrotask(() => {
          repeat();
          restoreSavedSnapshot(content);
        });
        return whenIdle(endHydrationGuard);
      }
      // The frame need not wait for it any longer, and what is pressed now does what it does without scripts.
      endHydrationGuard();
      const early = takeEarlyEvents();
      if (phase !== "outdated") return;
      const acts = takeFormSnapshot(content, early);
      flushSync(onOutdated);
      restoreFormSnapshot(acts, content);
    };
    // What has come before this was there is not React's to be told of while it is still at it.
    if (standing.state().phase !== "waiting") queueMicrotask(follow);
    const unsubscribe = standing.subscribe(follow);
    return () => {
      standing.end("left");
      unsubscribe();
    };
  }, [standing, onOutdated]);

  // The same two in every case, of which one may be nothing: the ids that React gives go by the places in the tree.
  return (
    <>
      <Suspense fallback={<Loading />}>{standing ? <Held page={standing}>{children}</Held> : children}</Suspense>
      {standing && <StandingNote page={standing} />}
    </>
  );
}

interface StandingProps {
  page: PendingHydration;
}

function Held({ page, children }: StandingProps & { children: ReactNode }) {
  use(page.isHere);
  useEffect(() => page.end("taken"), [page]);
  return children;
}

/** Beside the page and not around it: to be drawn again with it, React would have to have the page's code. */
function StandingNote({ page }: StandingProps) {
  const state = useSyncExternalStore(page.subscribe, page.state, () => null);
  const failure = state?.phase === "failed" ? state.failure : undefined;
  useRetryOnline(failure !== undefined && WITHOUT_CONNECTION.includes(failure.reason), page.retry);

  if (!failure && !(state?.phase === "waiting" && state.isLate)) return null;
  return (
    <p className="sh-standing-note" role={failure ? "alert" : "status"}>
      {failure
        ? "You can read this page and follow its links; its buttons and forms do not work right now. "
        : "Some of this page’s files are late. What you do here is done when they have come."}
      {failure && (
        <>
          <code>{failure.incident}</code>
          <Button variant="secondary" size="sm" onClick={page.retry}>
            Retry
          </Button>
        </>
      )}
    </p>
  );
}
