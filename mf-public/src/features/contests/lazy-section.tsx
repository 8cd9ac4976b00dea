import { useEffect, type ReactNode } from "react";
import { FailedState } from "@conquest/shared/ui/state/failed-state";
import { useLoaded } from "@conquest/shared/ui/page/use-loaded";

interface Props {
  code: { load(): Promise<void> };
  /** Until true, the skeleton is shown and nothing is loaded. */
  isWanted?: boolean;
  failed: string;
  skeleton: ReactNode;
  children: ReactNode;
}

export function LazySection({ code, isWanted = true, failed, skeleton, children }: Props) {
  const loading = useLoaded(code.load, isWanted);
  const retry = loading.is === "failed" ? loading.retry : undefined;
  // Retry when the connection is back, as queries do.
  useEffect(() => {
    if (!retry) return;
    addEventListener("online", retry);
    return () => removeEventListener("online", retry);
  }, [retry]);
  if (loading.is === "here") return children;
  return retry ? <FailedState error={new Error(failed)} onRetry={retry} /> : skeleton;
}
