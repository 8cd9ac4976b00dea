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

/** The cache key of a call: the endpoint's own key or its path, then the input when there is any. */
export function keyOf<E extends Endpoint>(endpoint: E, input?: InputOf<E>): readonly unknown[] {
  const name = endpoint.key ?? endpoint.path;
  return input && Object.keys(input).length > 0 ? [name, input] : [name];
}

/** Options for useQuery, useSuspenseQuery, prefetchQuery …: `useQuery(query(getUser, { params: { email } }))`. */
export const query = <E extends Endpoint>(endpoint: E, input: InputOf<E> = {} as InputOf<E>) =>
  queryOptions<ResponseOf<E>>({
    queryKey: keyOf(endpoint, input),
    queryFn: ({ signal }) => call(endpoint, input, { signal }),
  });

/**
 * Options for useInfiniteQuery over a list that pages; each page is `{ items, nextCursor, total }`. `from`: the cursor of the
 * first page that is wanted.
 */
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

let uncovering: MutationObserver | undefined;

/**
 * At once, or when the dialog that stands over the page is closed: it says why it was refused, and may belong to a row that is gone
 * once it is asked for again. However often something is refused in it, that is once.
 */
function askAgain(cache: QueryClient): void {
  uncovering?.disconnect();
  uncovering = undefined;
  if (!document.querySelector("[aria-modal=true]")) return void cache.invalidateQueries();
  uncovering = new MutationObserver(() => askAgain(cache));
  uncovering.observe(document.body, { childList: true, subtree: true });
}

/**
 * A mutation that makes the call. After it succeeded everything that is on the screen is asked for again:
 * what a change touches is the server's business, and a list of keys kept here would be wrong one day.
 * So it is after it was refused because what is on the screen is no longer so; nobody waits for that.
 * The call carries the account for which the component was rendered: a retry after a change of account is rejected.
 */
export function useCall<E extends Endpoint>(endpoint: E) {
  const cache = useQueryClient();
  // No subscription: the page is re-rendered when the account changes.
  const drawnFor = useSession.getState().account?._id;
  return useMutation<ResponseOf<E>, Error, InputOf<E>>({
    mutationFn: (input) =>
      call(endpoint, input, drawnFor === undefined ? {} : { headers: { [PAGE_ACCOUNT_HEADER]: drawnFor } }),
    onSuccess: () => cache.invalidateQueries(),
    onError: (error) => {
      if (error instanceof ApiError && [404, 409].includes(error.status)) askAgain(cache);
    },
  });
}
