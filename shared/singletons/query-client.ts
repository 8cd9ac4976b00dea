import { QueryClient, notifyManager, onlineManager } from "@tanstack/react-query";
import { ApiError } from "@conquest/shared/singletons/http";
import { assertSingleCopy } from "@conquest/shared/singletons/single-copy";

if (process.env.NODE_ENV !== "test") assertSingleCopy("query-client");

// Told at once that a call is under way, a button is busy before the second half of a double click reaches it.
notifyManager.setScheduler(queueMicrotask);

// It believes in a connection until one is lost: a page that was opened without one would not hear of its return.
onlineManager.setOnline(globalThis.navigator?.onLine ?? true);

/** A refusal stays a refusal however often one asks, and one long wait is enough; other failures are worth another try. */
const isWorthRetrying = (error: Error) =>
  !(error instanceof ApiError) || (error.code !== "timeout" && (error.status === 0 || error.status >= 500));

export const createQueryClient = () =>
  new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 30_000,
        retry: (failures, error) => failures < 2 && isWorthRetrying(error),
        // Asked without a connection too: a call that fails can be told and tried again, one that waits for ever cannot.
        networkMode: "always",
        refetchOnReconnect: true,
      },
      mutations: { networkMode: "always" },
    },
  });

/** The one query cache of the page. */
export const queryClient = createQueryClient();

/** Refetches all queries after a login. A visitor's answers are public, so they stay on the screen until replaced. */
export function askAgain(): void {
  // Requests in flight would still be answered as for a visitor.
  void queryClient.cancelQueries();
  void queryClient.invalidateQueries();
}

/** Removes all answers that belong to one account. */
export function forgetAnswers(): void {
  queryClient.removeQueries({ type: "inactive" });
  queryClient.getMutationCache().clear();
  const shown = queryClient.getQueryCache().getAll();
  shown.forEach((question) => question.reset());
  // In a timeout: pages that the new account may not see are unmounted first and don't refetch.
  setTimeout(
    () =>
      void queryClient.refetchQueries(
        { type: "active", predicate: (question) => shown.includes(question) },
        { cancelRefetch: false },
      ),
  );
}
