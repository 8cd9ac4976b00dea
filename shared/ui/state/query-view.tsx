import type { ReactNode } from "react";
import { FailedState } from "@conquest/shared/ui/state/failed-state";

interface Props<T> {
  query: {
    data: T | undefined;
    error: Error | null;
    isError: boolean;
    isFetching: boolean;
    refetch: () => Promise<unknown>;
  };
  skeleton: ReactNode;
  children: (data: T) => ReactNode;
}

export function QueryView<T>({ query, skeleton, children }: Props<T>) {
  if (query.data !== undefined) return <>{children(query.data)}</>;
  if (query.isError)
    return <FailedState error={query.error} isRetrying={query.isFetching} onRetry={() => void query.refetch()} />;
  return <>{skeleton}</>;
}
