/**
 * What all parts share of TanStack Query, under the name @tanstack/react-query. A shared module is shipped whole, so the shell
 * would carry what nobody uses too. The eslint rule for the parts reads the names from here.
 */
export {
  infiniteQueryOptions,
  notifyManager,
  onlineManager,
  QueryClient,
  QueryClientProvider,
  queryOptions,
  useInfiniteQuery,
  useMutation,
  useQueries,
  useQuery,
  useQueryClient,
  // By its place: under its name this very file would be found.
} from "../../../node_modules/@tanstack/react-query/build/modern/index.js";
