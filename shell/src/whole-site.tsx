import { QueryClientProvider, type QueryClient } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { SiteBoundary } from "./frame/error-screen";
import { SiteProvider, type Site as SiteParts } from "./remote-part/site-context";
import { Site } from "./site";

interface Props {
  site: SiteParts;
  client: QueryClient;
  router: (content: ReactNode) => ReactNode;
}

/** The tree below #root. It must be identical on the server and in the browser for hydration. */
export const WholeSite = ({ site, client, router }: Props) => (
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
