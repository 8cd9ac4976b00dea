import { useQueryClient } from "@tanstack/react-query";
import { memo, useCallback, useEffect, useInsertionEffect, useRef, useState, useSyncExternalStore } from "react";
import { ErrorBoundary } from "react-error-boundary";
import { useLocation } from "react-router-dom";
import { forgetEarlyAnswers } from "@conquest/shared/singletons/early-answers";
import { isOver } from "../hydration/hydration-state";
import { Loading } from "../frame/loading";
import { FailureCard } from "./failure-card";
import { dressFrom } from "./load-files";
import { RemoteBoundary } from "./remote-boundary";
import { crashFailure } from "./report";
import { useSite } from "./site-context";

interface Props {
  part: string;
  /** The page's title, for saying what is not available. */
  title: string;
}

/**
 * A page of a remote in its place. When the remote cannot be loaded or breaks, only this place says so. Drawn anew only when it
 * is another page: while the browser takes a drawn one over, news of the session would make React do all of it at a stretch.
 */
export const RemotePart = memo(function RemotePart({ part, title }: Props) {
  const { parts, standing } = useSite();
  const { pathname } = useLocation();
  const [goesOn, setGoesOn] = useState(standing?.path === pathname && !isOver(standing.state()));
  // Somebody walked on before the code was there: the drawn page goes, rather than waiting for what the next one does not need.
  if (goesOn && pathname !== standing?.path && standing?.state().phase !== "taken") setGoesOn(false);
  const drawAnew = useCallback(() => setGoesOn(false), []);

  useEffect(() => {
    // A failure that nobody saw was one of loading ahead; the person who comes now gets a new try. What stands drawn tells of its own.
    const stands = standing !== null && !isOver(standing.state());
    if (parts.state(part).phase === "failed" && !stands) parts.retry(part);
    else parts.load(part);
  }, [parts, part, standing]);

  return (
    <RemoteBoundary key={goesOn ? "drawn" : "anew"} standing={goesOn ? standing : null} onOutdated={drawAnew}>
      <PartPage part={part} title={title} />
    </RemoteBoundary>
  );
});

const PartPage = memo(function PartPage({ part, title }: Props) {
  const { parts } = useSite();
  const { pathname } = useLocation();
  const stateOf = () => parts.state(part);
  const state = useSyncExternalStore(parts.subscribe, stateOf, stateOf);
  const base = state.phase === "ready" ? state.base : null;
  // With what it draws and not before it.
  useInsertionEffect(() => {
    if (base !== null) dressFrom(base);
  }, [base]);
  const drawnAt = useRef(pathname);
  useEffect(() => {
    if (drawnAt.current === pathname) return;
    drawnAt.current = pathname;
    // What broke one page need not break the next.
    if (parts.state(part).phase === "failed") parts.retry(part);
  }, [parts, part, pathname]);

  if (state.phase === "failed")
    return <FailureCard title={title} failure={state.failure} onRetry={() => parts.retry(part)} />;
  if (state.phase === "loading") return <Loading />;
  const { Routes, version, turn } = state;
  // By its turn: what comes in place of one that broke may be here before React has drawn that there is none.
  return (
    <ErrorBoundary
      key={turn}
      onError={(error) => parts.failedInUse(part, version, crashFailure(error))}
      fallback={<AfterCrash />}>
      <Routes />
    </ErrorBoundary>
  );
});

/**
 * Removes unused cached answers, since one of them may have caused the crash. When this effect runs, the page is unmounted; the
 * fallback release and Retry then fetch again.
 */
function AfterCrash() {
  const cache = useQueryClient();
  useEffect(() => {
    forgetEarlyAnswers();
    cache.removeQueries({ type: "inactive" });
  }, [cache]);
  return <Loading />;
}
