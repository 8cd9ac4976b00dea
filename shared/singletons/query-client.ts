import { QueryClient } from "@tanstack/react-query";
import { ApiError } from "@conquest/shared/singletons/http";
import { assertSingleCopy } from "@conquest/shared/singletons/single-copy";

if (process.env.NODE_ENV !== "test") assertSingleCopy("query-client");

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
