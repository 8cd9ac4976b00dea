import { startTransition, type ReactNode } from "react";
import { flushSync } from "react-dom";
import { createRoot, hydrateRoot } from "react-dom/client";
import { BrowserRouter } from "react-router-dom";
import { provideConfig } from "@conquest/shared/singletons/config";
import { fallAsleep } from "@conquest/shared/singletons/first-render";
import { queryClient } from "@conquest/shared/singletons/query-client";
import { provideIdentity } from "@conquest/shared/singletons/session-store";
import { readSsrPayload } from "./hydration/ssr-payload";
import { replayEarlyEvents, takeEarlyEvents } from "./hydration/event-replay";
import { endHydrationGuard, isChangedByOthers, undoForeignChanges } from "./hydration/foreign-changes";
import { saveStylesheetCookie } from "./hydration/stylesheet-cookie";
import { createPendingHydration } from "./hydration/hydration-state";
import { BrokenSite } from "./frame/error-screen";
import { loadDashboardFrame } from "./frame/dashboard/lazy-dashboard-frame";
import { CHOOSER_PATH } from "./identity/chooser-window";
import { createIdentity } from "./identity/create-identity";
import { knownRegistry, type Known, type RegistrySource } from "./registry/known-registry";
import { fetchedRegistry, inlinedRegistry, newestRegistry } from "./registry/load-registry";
import { pageData } from "./registry/page-data";
import { siteMapOf } from "./registry/site-map";
import { takeFormSnapshot, restoreFormSnapshot, restoreSavedSnapshot } from "./hydration/form-snapshot";
import { guardNodes } from "./hydration/node-guard";
import { expectDigests, expectShellDigests } from "./remote-part/integrity";
import { loadRelease } from "./remote-part/load-release";
import { createParts } from "./remote-part/parts";
import { loadFirstPage, preloadForLastRole, preloadOnIntent, whenIdle, whenLoaded } from "./remote-part/preload";
import { report } from "./remote-part/report";
import type { Site } from "./remote-part/site-context";
import { awaitTelemetry, observePage, told } from "./telemetry/telemetry-buffer";
import { WholeSite } from "./whole-site";

// What was caught was reported where it was caught; React's own line would say it twice.
const quietly = { onCaughtError: () => undefined };

/** What was done in what stood there before is done again where the same stands now. */
function drawAnew(root: Element, content: ReactNode): void {
  undoForeignChanges(root);
  endHydrationGuard();
  const acts = takeFormSnapshot(root, takeEarlyEvents());
  flushSync(() => createRoot(root, quietly).render(content));
  restoreFormSnapshot(acts, root);
}

/** `ownScript`: the address of the shell's script. */
export async function start(ownScript: string): Promise<void> {
  const root = document.getElementById("root")!;
  observePage();
  guardNodes();
  try {
    await draw(root, ownScript);
  } catch (error) {
    drawAnew(root, <BrokenSite error={error} />);
  }
}

/** Whoever has just come has the newest, and should not be asked anything, in milliseconds. */
const FIRST_WHILE_MS = 60_000;

function offerNewerReleases(site: Site, newest: RegistrySource["newest"]): void {
  const edited = new Set<EventTarget | null>();
  document.addEventListener("input", ({ target }) => edited.add(target), true);
  const begin = () =>
    import(/* webpackChunkName: "late" */ "./registry/newer-releases").then(({ watchReleases }) =>
      watchReleases(site, edited, newest),
    );
  // A tab that cannot have it goes on with what there is.
  setTimeout(() => void begin().catch(() => undefined), FIRST_WHILE_MS);
}

async function draw(root: Element, ownScript: string): Promise<void> {
  const { identity, developer } = provideConfig(pageData("conquest-config"));
  expectShellDigests(ownScript, pageData("conquest-digests"));

  if (identity.kind === "emulator" && location.pathname === CHOOSER_PATH) {
    const { AccountChooserPage } = await import(
      /* webpackChunkName: "account-chooser" */ "./identity/account-chooser-page"
    );
    drawAnew(root, <AccountChooserPage />);
    return;
  }

  const inlined = inlinedRegistry();
  const hasAll = inlined?.unreadable.length === 0;
  const asReleased: Known = {
    first: { remotes: inlined?.remotes ?? {}, isWhole: hasAll ? inlined.isWhole : undefined },
    source: { rest: fetchedRegistry, newest: newestRegistry },
  };
  const panel = developer && (await import(/* webpackChunkName: "developer-panel" */ "./developer/open-panel"));
  const { first, source } = panel ? await panel.switched(asReleased, siteMapOf) : asReleased;
  const registry = knownRegistry(first, source);
  if (!hasAll) await registry.complete();
  const parts = createParts(registry, told(loadRelease), report);
  const shellVersion = /\/mf\/shell\/([^/]+)\//.exec(ownScript)?.[1];
  const site: Site = {
    shellVersion,
    registry,
    map: siteMapOf(registry),
    parts,
    firstPath: hasAll ? location.pathname : null,
    standing: null,
  };
  // A part loads more of its files when they are wanted.
  registry.subscribe(() =>
    Object.values(registry.remotes()).forEach(({ current }) => expectDigests(current.base, current.integrity)),
  );

  const drawn = readSsrPayload(queryClient);
  // Before anything else: files and data are then on their way while React gets ready.
  loadFirstPage(site, location.pathname, drawn !== null);

  provideIdentity(createIdentity(identity));
  preloadOnIntent(site);
  preloadForLastRole(site);
  // Every page but this one. It must not stand in the way of this one.
  whenIdle(() => void registry.complete());
  whenIdle(saveStylesheetCookie);
  const loadTelemetry = () =>
    import(/* webpackChunkName: "telemetry" */ "./telemetry/telemetry").then(({ startTelemetry }) =>
      startTelemetry(site, ownScript),
    );
  // What somebody has made to fail says nothing of how parts do.
  if (!panel) awaitTelemetry(() => void loadTelemetry().catch(() => undefined), whenLoaded);
  void panel?.showPanel(site);

  offerNewerReleases(site, source.newest);

  const content = (standing: Site["standing"]) => (
    <WholeSite
      site={{ ...site, standing }}
      client={queryClient}
      router={(inside) => <BrowserRouter>{inside}</BrowserRouter>}
    />
  );
  const page = site.map.pageAt(location.pathname);
  // Its absence is told where the frame should be.
  if (drawn && page?.route.layout === "dashboard") await loadDashboardFrame().catch(() => undefined);
  const isOfPart = drawn !== null && drawn.version !== null;
  if (!drawn || (isOfPart && !page)) return drawAnew(root, content(null));
  const standing = isOfPart
    ? createPendingHydration({ part: page!.part, path: location.pathname, version: drawn.version!, parts })
    : null;
  // In a microtask, after React has rendered again what it could not hydrate.
  const onRecoverableError = (error: unknown) => {
    queueMicrotask(() => restoreSavedSnapshot(root));
    if (!isChangedByOthers(root)) reportError(error);
  };
  undoForeignChanges(root);
  fallAsleep();
  // In pieces: the page is painted already and must go on scrolling and typing meanwhile.
  startTransition(() => void hydrateRoot(root, content(standing), { ...quietly, onRecoverableError }));
  replayEarlyEvents(root, standing && document.getElementById("content"));
  // A part's page says itself when it is done.
  if (!standing) whenIdle(endHydrationGuard);
}
