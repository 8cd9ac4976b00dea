import { QueryClient, notifyManager, onlineManager } from "@tanstack/react-query";
import { ApiError } from "@conquest/shared/singletons/http";
import { assertSingleCopy } from "@conquest/shared/singletons/single-copy";

if (process.env.NODE_ENV !== "test") assertSingleCopy("query-client");

// Notifies in a microtask, so that a button is disabled before the second click of a double click.
notifyManager.setScheduler(queueMicrotask);

// The online manager assumes a connection until one is lost: a page opened offline would not notice its return.
onlineManager.setOnline(globalThis.navigator?.onLine ?? true);

/** Errors like 404 don't change on retry, and one timeout is long enough; other failures are worth retrying. */
const isWorthRetrying = (error: Error) =>
  !(error instanceof ApiError) || (error.code !== "timeout" && (error.status === 0 || error.status >= 500));

export const createQueryClient = () =>
  new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 30_000,
        retry: (failures, error) => failures < 2 && isWorthRetrying(error),
        // Also when offline: a failed call can be reported and retried, a paused one can't.
        networkMode: "always",
        refetchOnReconnect: true,
      },
      mutations: { networkMode: "always" },
    },
  });

export const queryClient = createQueryClient();

/** Refetches all queries after a login. A visitor's data is public, so it stays on the screen until replaced. */
export function refetchAllQueries(): void {
  // Requests in flight would still return a visitor's data.
  void queryClient.cancelQueries();
  void queryClient.invalidateQueries();
}

export function clearQueryCache(): void {
  queryClient.removeQueries({ type: "inactive" });
  queryClient.getMutationCache().clear();
  const shown = queryClient.getQueryCache().getAll();
  shown.forEach((question) => question.reset());
  // Deferred: pages that the new account can't see are unmounted first and don't refetch.
  setTimeout(
    () =>
      void queryClient.refetchQueries(
        { type: "active", predicate: (question) => shown.includes(question) },
        { cancelRefetch: false },
      ),
  );
}

// Names before contract 1.9.0, for remotes that were built with them. Deprecated.
export { refetchAllQueries as askAgain, clearQueryCache as forgetAnswers };
