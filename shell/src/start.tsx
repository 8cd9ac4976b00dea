import { startTransition, type ReactNode } from "react";
import { flushSync } from "react-dom";
import { createRoot, hydrateRoot } from "react-dom/client";
import { BrowserRouter } from "react-router-dom";
import { languagePrefix } from "@conquest/shared/contracts/parts/languages";
import { provideConfig } from "@conquest/shared/singletons/config";
import { startHydration } from "@conquest/shared/singletons/first-render";
import { provideLanguage } from "@conquest/shared/singletons/language";
import { queryClient } from "@conquest/shared/singletons/query-client";
import { provideIdentity } from "@conquest/shared/singletons/session-store";
import { readSsrPayload, pageData } from "./hydration/ssr-payload";
import { replayEarlyEvents, takeEarlyEvents } from "./hydration/event-replay";
import { endHydrationGuard, hasForeignChanges, undoForeignChanges } from "./hydration/foreign-changes";
import { saveStylesheetCookie } from "./hydration/stylesheet-cookie";
import { createPendingHydration } from "./hydration/hydration-state";
import { BrokenSite } from "./frame/error-screen";
import { loadDashboardFrame } from "./frame/dashboard/lazy-dashboard-frame";
import { CHOOSER_PATH } from "./identity/chooser-window";
import { createIdentity } from "./identity/create-identity";
import { createPageRegistry, type RegistryInput, type RegistrySource } from "./registry/page-registry";
import { fetchRegistryWithFallback, readInlinedRegistry, fetchRegistry } from "./registry/load-registry";
import { createSiteMap } from "./registry/site-map";
import { takeFormSnapshot, restoreFormSnapshot, restoreSavedSnapshot } from "./hydration/form-snapshot";
import { guardNodes } from "./hydration/node-guard";
import { loadPreferences } from "./language/load-preferences";
import { splitPath } from "./language/page-path";
import { provideRegistryMessages, withMessages } from "./language/page-messages";
import { registerDigests, registerShellDigests } from "./remote-part/integrity";
import { loadRelease } from "./remote-part/load-release";
import { createParts } from "./remote-part/parts";
import { loadFirstPage, preloadForLastRole, preloadOnIntent, whenIdle, whenLoaded } from "./remote-part/preload";
import { report } from "./remote-part/report";
import type { Site } from "./remote-part/site-context";
import { scheduleTelemetry, observePage, withLoadTime } from "./telemetry/telemetry-buffer";
import { WholeSite } from "./whole-site";

// Error boundaries report errors themselves; React's log would duplicate them.
const ROOT_OPTIONS = { onCaughtError: () => undefined };

function renderFresh(root: Element, content: ReactNode): void {
  undoForeignChanges(root);
  endHydrationGuard();
  const snapshot = takeFormSnapshot(root, takeEarlyEvents());
  flushSync(() => createRoot(root, ROOT_OPTIONS).render(content));
  restoreFormSnapshot(snapshot, root);
}

export async function start(ownScript: string): Promise<void> {
  const root = document.getElementById("root")!;
  observePage();
  guardNodes();
  try {
    await render(root, ownScript);
  } catch (error) {
    renderFresh(root, <BrokenSite error={error} />);
  }
}

const FIRST_CHECK_AFTER_MS = 60_000;

function offerNewerReleases(site: Site, newest: RegistrySource["newest"]): void {
  const edited = new Set<EventTarget | null>();
  document.addEventListener("input", ({ target }) => edited.add(target), true);
  const startWatching = () =>
    withMessages(import(/* webpackChunkName: "late" */ "./registry/newer-releases")).then(({ watchReleases }) =>
      watchReleases(site, edited, newest),
    );
  setTimeout(() => void startWatching().catch(() => undefined), FIRST_CHECK_AFTER_MS);
}

async function render(root: Element, ownScript: string): Promise<void> {
  const { identity, developer } = provideConfig(pageData("conquest-config"));
  const { language, path } = splitPath(location.pathname);
  provideLanguage(language, (globalThis.conquestMessages ??= []));
  registerShellDigests(ownScript, pageData("conquest-digests"));

  if (identity.kind === "emulator" && location.pathname === CHOOSER_PATH) {
    const { AccountChooserPage } = await import(
      /* webpackChunkName: "account-chooser" */ "./identity/account-chooser-page"
    );
    renderFresh(root, <AccountChooserPage />);
    return;
  }

  const inlined = readInlinedRegistry();
  const hasAll = inlined?.unreadable.length === 0;
  const released: RegistryInput = {
    first: { remotes: inlined?.remotes ?? {}, isWhole: hasAll ? inlined.isWhole : undefined },
    source: { rest: fetchRegistryWithFallback, newest: fetchRegistry },
  };
  const panel = developer && (await import(/* webpackChunkName: "developer-panel" */ "./developer/open-panel"));
  const { first, source } = panel ? await panel.applyDeveloperSwitches(released, createSiteMap) : released;
  const registry = createPageRegistry(first, source);
  if (!hasAll) await registry.complete();
  const parts = createParts(registry, withLoadTime(loadRelease), report);
  const shellVersion = /\/mf\/shell\/([^/]+)\//.exec(ownScript)?.[1];
  const site: Site = {
    shellVersion,
    registry,
    map: createSiteMap(registry),
    parts,
    firstPath: hasAll ? path : null,
    pendingHydration: null,
  };
  // Parts load more chunks later.
  registry.subscribe(() =>
    Object.values(registry.remotes()).forEach(({ current }) => registerDigests(current.base, current.integrity)),
  );

  if (language !== "en") provideRegistryMessages(registry, language, ownScript);
  const payload = readSsrPayload(queryClient);
  // First, so that files and data load while React starts.
  loadFirstPage(site, path, payload !== null);

  provideIdentity(createIdentity(identity));
  preloadOnIntent(site);
  preloadForLastRole(site);
  if (hasAll) whenIdle(() => void registry.complete());
  whenIdle(saveStylesheetCookie);
  const loadTelemetry = () =>
    import(/* webpackChunkName: "telemetry" */ "./telemetry/telemetry").then(({ startTelemetry }) =>
      startTelemetry(site, ownScript),
    );
  // Skipped with the developer panel, whose injected faults would distort the data.
  if (!panel) scheduleTelemetry(() => void loadTelemetry().catch(() => undefined), whenLoaded);
  void panel?.showPanel(site);

  offerNewerReleases(site, source.newest);
  loadPreferences();

  const content = (pending: Site["pendingHydration"]) => (
    <WholeSite
      site={{ ...site, pendingHydration: pending }}
      client={queryClient}
      router={(inside) => <BrowserRouter basename={languagePrefix(language)}>{inside}</BrowserRouter>}
    />
  );
  const page = site.map.pageAt(path);
  if (payload && page?.route.layout === "dashboard") await loadDashboardFrame().catch(() => undefined);
  const isPartPage = payload !== null && payload.version !== null;
  if (!payload || (isPartPage && !page)) return renderFresh(root, content(null));
  const pending = isPartPage
    ? createPendingHydration({ part: page!.part, path, version: payload.version!, parts })
    : null;
  // Runs in a microtask, after React has rendered the failed boundary again.
  const onRecoverableError = (error: unknown) => {
    queueMicrotask(() => restoreSavedSnapshot(root));
    if (!hasForeignChanges(root)) reportError(error);
  };
  undoForeignChanges(root);
  startHydration();
  // As a transition, so that scrolling and typing stay responsive during hydration.
  startTransition(() => void hydrateRoot(root, content(pending), { ...ROOT_OPTIONS, onRecoverableError }));
  replayEarlyEvents(root, pending && document.getElementById("content"));
  // For a part's page, RemoteBoundary does this.
  if (!pending) whenIdle(endHydrationGuard);
}
