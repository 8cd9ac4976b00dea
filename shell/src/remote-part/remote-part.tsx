import { useQueryClient } from "@tanstack/react-query";
import { memo, useCallback, useEffect, useInsertionEffect, useRef, useState, useSyncExternalStore } from "react";
import { ErrorBoundary } from "react-error-boundary";
import { useLocation } from "react-router-dom";
import { clearPrefetchedResponses } from "@conquest/shared/singletons/early-answers";
import { isSettled } from "../hydration/hydration-state";
import { Loading } from "../frame/loading";
import { FailureCard } from "./failure-card";
import { activateStylesheets } from "./load-files";
import { RemoteBoundary } from "./remote-boundary";
import { crashFailure } from "./report";
import { useSite } from "./site-context";

interface Props {
  part: string;
  title: string;
}

/** Memoized: a session update during hydration would make React hydrate the whole page synchronously. */
export const RemotePart = memo(function RemotePart({ part, title }: Props) {
  const { parts, pendingHydration } = useSite();
  const { pathname } = useLocation();
  const [isHydrating, setHydrating] = useState(
    pendingHydration?.path === pathname && !isSettled(pendingHydration.state()),
  );
  if (isHydrating && pathname !== pendingHydration?.path && pendingHydration?.state().phase !== "taken")
    setHydrating(false);
  const renderAgain = useCallback(() => setHydrating(false), []);

  useEffect(() => {
    // Retries a failure of preloading. A server-rendered page handles its own failures.
    const isPending = pendingHydration !== null && !isSettled(pendingHydration.state());
    if (parts.state(part).phase === "failed" && !isPending) parts.retry(part);
    else parts.load(part);
  }, [parts, part, pendingHydration]);

  return (
    <RemoteBoundary
      key={isHydrating ? "hydrated" : "rendered"}
      pending={isHydrating ? pendingHydration : null}
      onOutdated={renderAgain}>
      <PartPage part={part} title={title} />
    </RemoteBoundary>
  );
});

const PartPage = memo(function PartPage({ part, title }: Props) {
  const { parts } = useSite();
  const { pathname, search } = useLocation();
  const address = pathname + search;
  const stateOf = () => parts.state(part);
  const state = useSyncExternalStore(parts.subscribe, stateOf, stateOf);
  const base = state.phase === "ready" ? state.base : null;
  // Activates the styles in the same commit as the new release's markup.
  useInsertionEffect(() => {
    if (base !== null) activateStylesheets(base);
  }, [base]);
  const rendered = useRef(address);
  useEffect(() => {
    if (rendered.current === address) return;
    rendered.current = address;
    if (parts.state(part).phase === "failed") parts.retry(part);
  }, [parts, part, address]);

  if (state.phase === "failed")
    return <FailureCard title={title} failure={state.failure} onRetry={() => parts.retry(part)} />;
  if (state.phase === "loading") return <Loading />;
  const { Routes, version, turn } = state;
  // Keyed by load, since the fallback may be ready before React has rendered the loading state.
  return (
    <ErrorBoundary
      key={turn}
      onError={(error) => parts.reportRuntimeFailure(part, version, crashFailure(error))}
      fallback={<AfterCrash />}>
      <Routes />
    </ErrorBoundary>
  );
});

/** Removes unused cached responses after the page is unmounted, since one of them may have caused the crash. */
function AfterCrash() {
  const cache = useQueryClient();
  useEffect(() => {
    clearPrefetchedResponses();
    cache.removeQueries({ type: "inactive" });
  }, [cache]);
  return <Loading />;
}
