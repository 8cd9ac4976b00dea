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
