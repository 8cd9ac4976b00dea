import { QueryClient, notifyManager } from "@tanstack/react-query";
import { ApiError } from "@conquest/shared/singletons/http";
import { assertSingleCopy } from "@conquest/shared/singletons/single-copy";

if (process.env.NODE_ENV !== "test") assertSingleCopy("query-client");

// Told at once that a call is under way, a button is busy before the second half of a double click reaches it.
notifyManager.setScheduler(queueMicrotask);

/** A refusal stays a refusal however often one asks; only failures to answer are worth another try. */
const isWorthRetrying = (error: Error) => !(error instanceof ApiError) || error.status === 0 || error.status >= 500;

export const createQueryClient = () =>
  new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 30_000,
        retry: (failures, error) => failures < 2 && isWorthRetrying(error),
      },
    },
  });

/** The one query cache of the page. */
export const queryClient = createQueryClient();
