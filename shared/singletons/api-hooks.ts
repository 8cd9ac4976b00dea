import {
  infiniteQueryOptions,
  queryOptions,
  useMutation,
  useQueryClient,
  type QueryClient,
} from "@tanstack/react-query";
import type { Endpoint, InputOf, ResponseOf } from "@conquest/shared/contracts/http/endpoint";
import { call, callPage } from "@conquest/shared/singletons/call";
import { PAGE_ACCOUNT_HEADER } from "@conquest/shared/contracts/http/errors";
import { ApiError } from "@conquest/shared/singletons/http";
import { useSession } from "@conquest/shared/singletons/session-store";

export function keyOf<E extends Endpoint>(endpoint: E, input?: InputOf<E>): readonly unknown[] {
  const name = endpoint.key ?? endpoint.path;
  return input && Object.keys(input).length > 0 ? [name, input] : [name];
}

/** Options for useQuery, prefetchQuery …: `useQuery(query(getUser, { params: { email } }))`. */
export const query = <E extends Endpoint>(endpoint: E, input: InputOf<E> = {} as InputOf<E>) =>
  queryOptions<ResponseOf<E>>({
    queryKey: keyOf(endpoint, input),
    queryFn: ({ signal }) => call(endpoint, input, { signal }),
  });

/** Each page is `{ items, nextCursor, total }`. `from` is the cursor of the first page. */
export const pages = <E extends Endpoint>(
  endpoint: E,
  input: InputOf<E> = {} as InputOf<E>,
  from: string | null = null,
) =>
  infiniteQueryOptions({
    queryKey: [...keyOf(endpoint, input), "pages", ...(from === null ? [] : [from])],
    queryFn: ({ signal, pageParam }) => callPage(endpoint, withCursor(input, pageParam), { signal }),
    initialPageParam: from,
    getNextPageParam: (last) => last.nextCursor,
  });

function withCursor<I>(input: I, cursor: string | null): I {
  if (!cursor) return input;
  const { query: filters } = input as { query?: object };
  return { ...input, query: { ...filters, cursor } };
}

let dialogObserver: MutationObserver | undefined;

/** Refetches at once, or after the open dialog closes: it shows the error and may belong to a row that is gone. */
function refetchWhenUncovered(cache: QueryClient): void {
  dialogObserver?.disconnect();
  dialogObserver = undefined;
  if (!document.querySelector("[aria-modal=true]")) return void cache.invalidateQueries();
  dialogObserver = new MutationObserver(() => refetchWhenUncovered(cache));
  dialogObserver.observe(document.body, { childList: true, subtree: true });
}

/**
 * Success refetches everything, since only the server knows what a change affects; so does a rejection because of
 * stale data. Sends the account of the render, so a retry after an account change is rejected.
 */
export function useCall<E extends Endpoint>(endpoint: E) {
  const cache = useQueryClient();
  // No subscription: the page is re-rendered when the account changes.
  const renderedFor = useSession.getState().account?._id;
  return useMutation<ResponseOf<E>, Error, InputOf<E>>({
    mutationFn: (input) =>
      call(endpoint, input, renderedFor === undefined ? {} : { headers: { [PAGE_ACCOUNT_HEADER]: renderedFor } }),
    onSuccess: () => cache.invalidateQueries(),
    onError: (error) => {
      if (error instanceof ApiError && [404, 409].includes(error.status)) refetchWhenUncovered(cache);
    },
  });
}
