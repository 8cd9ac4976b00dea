import { QueryClientProvider } from "@tanstack/react-query";
import { createRoot, type Root } from "react-dom/client";
import { createBrowserRouter, RouterProvider } from "react-router-dom";
import { provideConfig } from "@conquest/shared/singletons/config";
import { queryClient } from "@conquest/shared/singletons/query-client";
import { provideIdentity } from "@conquest/shared/singletons/session-store";
import { BrokenSite, ErrorScreen } from "./frame/error-screen";
import { CHOOSER_PATH } from "./identity/account-chooser";
import { createIdentity } from "./identity/create-identity";
import { fetchedRegistry, inlinedRegistry } from "./registry/load-registry";
import { pageData } from "./registry/page-data";
import { siteMapOf } from "./registry/site-map";
import { expectShellDigests } from "./remote-part/integrity";
import { loadRelease } from "./remote-part/load-release";
import { createParts } from "./remote-part/parts";
import { loadFirstPage, preloadForLastRole, preloadOnIntent } from "./remote-part/preload";
import { report } from "./remote-part/report";
import { SiteProvider } from "./remote-part/site-context";
import { Site } from "./site";

/** The folder of this script is the folder of all files of the shell. Only known while the script runs. */
const ownScript = (document.currentScript as HTMLScriptElement | null)?.src ?? location.href;

export async function start(): Promise<void> {
  // What was caught was reported where it was caught; React's own line would say it twice.
  const root = createRoot(document.getElementById("root")!, { onCaughtError: () => undefined });
  try {
    await draw(root);
  } catch (error) {
    root.render(<BrokenSite error={error} />);
  }
}

async function draw(root: Root): Promise<void> {
  const { identity } = provideConfig(pageData("conquest-config"));
  expectShellDigests(ownScript, pageData("conquest-digests"));

  if (identity.kind === "emulator" && location.pathname === CHOOSER_PATH) {
    const { AccountChooserPage } = await import(/* webpackChunkName: "account-chooser" */ "./identity/account-chooser-page");
    root.render(<AccountChooserPage />);
    return;
  }

  const { remotes } = inlinedRegistry() ?? (await fetchedRegistry()) ?? { remotes: {} };
  const site = { map: siteMapOf({ remotes }), parts: createParts(remotes, loadRelease, report) };

  // Before anything is drawn: files and data are then on their way while React gets ready.
  loadFirstPage(site, location.pathname);

  provideIdentity(createIdentity(identity));
  preloadOnIntent(site);
  preloadForLastRole(site);

  const router = createBrowserRouter([{ path: "*", Component: Site, ErrorBoundary: ErrorScreen }]);
  root.render(
    <QueryClientProvider client={queryClient}>
      <SiteProvider value={site}>
        <RouterProvider router={router} />
      </SiteProvider>
    </QueryClientProvider>,
  );
}
