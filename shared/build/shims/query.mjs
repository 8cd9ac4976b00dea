/** All parts share this subset, since shared modules aren't tree-shaken. ESLint reads the allowed names from here. */
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
  // Imported by path: its name resolves to this file.
} from "../../../node_modules/@tanstack/react-query/build/modern/index.js";
