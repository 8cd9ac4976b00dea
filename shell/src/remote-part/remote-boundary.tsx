import { Suspense, use, useEffect, useSyncExternalStore, type ReactNode } from "react";
import { flushSync } from "react-dom";
import { t } from "@conquest/shared/singletons/language";
import { Button } from "@conquest/shared/ui/button";
import { replayEarlyEvents, takeEarlyEvents } from "../hydration/event-replay";
import { endHydrationGuard, undoForeignChanges } from "../hydration/foreign-changes";
import { takeFormSnapshot, restoreFormSnapshot, restoreSavedSnapshot } from "../hydration/form-snapshot";
import type { PendingHydration } from "../hydration/hydration-state";
import { Loading } from "../frame/loading";
import { CONNECTION_FAILURES, useRetryOnline } from "./failure-card";
import { whenIdle } from "./preload";

interface Props {
  pending: PendingHydration | null;
  onOutdated: () => void;
  children: ReactNode;
}

/**
 * While its code loads, a server-rendered page is a dehydrated Suspense boundary inside the hydrated frame. Its events
 * are replayed afterwards; if loading fails, a note explains what does not work.
 */
export function RemoteBoundary({ pending, onOutdated, children }: Props) {
  useEffect(() => {
    if (!pending) return;
    const content = document.getElementById("content")!;
    let isReplayed = false;
    const replay = () => {
      if (!isReplayed) replayEarlyEvents(content);
      isReplayed = true;
    };
    const handleStatus = () => {
      const { phase } = pending.state();
      // Runs before React hydrates on its own, since later changes would break hydration.
      if (phase === "here" || phase === "outdated") undoForeignChanges(content);
      if (phase === "here") return replay();
      if (phase === "waiting") return void takeEarlyEvents(content);
      if (phase === "taken") {
        // A user event made React hydrate first, so replay after that event.
        queueMicrotask(() => {
          replay();
          restoreSavedSnapshot(content);
        });
        return whenIdle(endHydrationGuard);
      }
      // Hydration will not happen, so the frame need not wait and clicks have their native behavior.
      endHydrationGuard();
      const events = takeEarlyEvents();
      if (phase !== "outdated") return;
      const snapshot = takeFormSnapshot(content, events);
      flushSync(onOutdated);
      restoreFormSnapshot(snapshot, content);
    };
    // Deferred, since React is still committing this effect.
    if (pending.state().phase !== "waiting") queueMicrotask(handleStatus);
    const unsubscribe = pending.subscribe(handleStatus);
    return () => {
      pending.end("left");
      unsubscribe();
    };
  }, [pending, onOutdated]);

  // Always the same two children, since useId depends on the position in the tree.
  return (
    <>
      <Suspense fallback={<Loading />}>
        {pending ? <HydratedPage page={pending}>{children}</HydratedPage> : children}
      </Suspense>
      {pending && <HydrationNote page={pending} />}
    </>
  );
}

interface PageProps {
  page: PendingHydration;
}

function HydratedPage({ page, children }: PageProps & { children: ReactNode }) {
  use(page.isHere);
  useEffect(() => page.end("taken"), [page]);
  return children;
}

/** A sibling of the page, since an update of its parent would need the page's code to hydrate. */
function HydrationNote({ page }: PageProps) {
  const state = useSyncExternalStore(page.subscribe, page.state, () => null);
  const failure = state?.phase === "failed" ? state.failure : undefined;
  useRetryOnline(failure !== undefined && CONNECTION_FAILURES.includes(failure.reason), page.retry);

  if (!failure && !(state?.phase === "waiting" && state.isLate)) return null;
  return (
    <p className="sh-standing-note" role={failure ? "alert" : "status"}>
      {failure
        ? t("You can read this page and follow links, but buttons and forms don't work right now.")
        : t("This page is still loading. Anything you click or type will go through once it’s ready.")}
      {failure && (
        <>
          {" "}
          <code>{failure.incident}</code>
          <Button variant="secondary" size="sm" onClick={page.retry}>
            {t("Retry")}
          </Button>
        </>
      )}
    </p>
  );
}
