import { useEffect, useState, useSyncExternalStore } from "react";
import { ErrorBoundary } from "react-error-boundary";
import { useLocation } from "react-router-dom";
import { Spinner } from "@conquest/shared/ui/spinner";
import { FailureCard } from "./failure-card";
import { crashFailure, report } from "./report";
import { useSite } from "./site-context";

interface Props {
  part: string;
  /** The page's title, for saying what is not available. */
  title: string;
}

/** A page of a remote in its place. When the remote cannot be loaded or breaks, only this place says so. */
export function RemotePart({ part, title }: Props) {
  const { parts } = useSite();
  const { pathname } = useLocation();
  const state = useSyncExternalStore(parts.subscribe, () => parts.state(part));

  useEffect(() => {
    // A failure that nobody saw was one of loading ahead; the person who comes now gets a new try.
    if (parts.state(part).phase === "failed") parts.retry(part);
    else parts.load(part);
  }, [parts, part]);

  if (state.phase === "failed") return <FailureCard title={title} failure={state.failure} onRetry={() => parts.retry(part)} />;
  if (state.phase === "loading") return <Loading />;
  const { Routes } = state;
  return (
    <ErrorBoundary
      resetKeys={[pathname]}
      onError={(error) => report(part, crashFailure(error))}
      fallbackRender={({ error, resetErrorBoundary }) => {
        const failure = crashFailure(error);
        const retry = () => {
          // The part keeps a chunk that failed for good: only a fresh copy of the part asks for it again.
          if (failure.reason === "missing") parts.retry(part);
          resetErrorBoundary();
        };
        return <FailureCard title={title} failure={failure} onRetry={retry} />;
      }}
    >
      <Routes />
    </ErrorBoundary>
  );
}

const SLOW_AFTER_MS = 3000;

function Loading() {
  const [isSlow, setSlow] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), SLOW_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div className="sh-loading">
      <Spinner size="lg" label="Loading the page" />
      {isSlow && <p role="status">Still loading. This takes longer than usual.</p>}
    </div>
  );
}
