import { useEffect, useState, type ReactNode } from "react";
import { FailedState } from "@conquest/shared/ui/state/failed-state";

interface Props {
  code: { load(): Promise<void> };
  /** Until true, the skeleton is shown and nothing is loaded. */
  isWanted?: boolean;
  failed: string;
  skeleton: ReactNode;
  children: ReactNode;
}

/** Renders a section whose code is loaded after the rest of the page. */
export function LazySection({ code, isWanted = true, failed, skeleton, children }: Props) {
  const [isLoaded, setIsLoaded] = useState(false);
  const [failure, setFailure] = useState<Error | null>(null);
  const [tries, setTries] = useState(1);

  useEffect(() => {
    if (!isWanted) return;
    let isCancelled = false;
    const settle = (error: Error | null) => {
      if (isCancelled) return;
      setIsLoaded(error === null);
      setFailure(error);
    };
    code.load().then(
      () => settle(null),
      () => settle(new Error(failed)),
    );
    return () => {
      isCancelled = true;
    };
  }, [code, failed, isWanted, tries]);

  const retry = () => {
    setFailure(null);
    setTries(tries + 1);
  };
  // Retry when the connection is back, as queries do.
  useEffect(() => {
    if (!failure) return;
    addEventListener("online", retry);
    return () => removeEventListener("online", retry);
  });

  if (isLoaded) return children;
  if (!failure) return skeleton;
  return <FailedState error={failure} onRetry={retry} />;
}
