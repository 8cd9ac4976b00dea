import { QueryClientProvider, type QueryClient } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { SiteBoundary } from "./frame/error-screen";
import { SiteProvider, type Site as SiteParts } from "./remote-part/site-context";
import { Site } from "./site";

interface Props {
  site: SiteParts;
  client: QueryClient;
  /** Where the address comes from: the browser's history, or what the server was asked for. */
  router: (content: ReactNode) => ReactNode;
}

/** The whole tree below #root. The server draws it and the browser takes it over: it must be the same in both. */
export function WholeSite({ site, client, router }: Props) {
  return (
    <QueryClientProvider client={client}>
      <SiteProvider value={site}>
        {router(
          <SiteBoundary>
            <Site />
          </SiteBoundary>,
        )}
      </SiteProvider>
    </QueryClientProvider>
  );
}
