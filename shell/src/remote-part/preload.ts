import { ROLES, type Role } from "@conquest/shared/contracts/http/endpoint";
import { fillPath, type SitePage } from "@conquest/shared/contracts/parts/match-route";
import { prefetchResponse } from "@conquest/shared/singletons/early-answers";
import { http } from "@conquest/shared/singletons/http";
import { useSession } from "@conquest/shared/singletons/session-store";
import { loadDashboardFrame } from "../frame/dashboard/lazy-dashboard-frame";
import { effectiveRole } from "../registry/site-map";
import { splitPath } from "../language/page-path";
import type { Site } from "./site-context";

const LAST_ROLE = "conquest.role";

const savesData = () => (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true;

function lastRole(): Role | undefined {
  try {
    return ROLES.find((known) => known === localStorage.getItem(LAST_ROLE));
  } catch {
    return undefined;
  }
}

/** Loads part and data in parallel. A restricted page waits for the session, unless the last role has access. */
export function loadFirstPage(
  { map, parts }: Pick<Site, "map" | "parts">,
  path: string,
  isServerRendered: boolean,
): void {
  const page = map.pageAt(path);
  if (!page) return;
  loadFrame(page.route);
  const { access, data } = page.route;
  const role = lastRole();
  if (role) preloadHttpClient();
  if (access === "everyone" || (role && (access === "signed-in" || access.includes(role))))
    void parts.loadPage(page.part, path);
  // A server-rendered page includes its data.
  if (access === "everyone" && !isServerRendered)
    for (const pattern of data) prefetchResponse(fillPath(pattern, page.params));
}

/** The first request reports a failure. */
const preloadHttpClient = () => void http.load().catch(() => undefined);

/** A failure is shown when the frame is rendered. */
const loadFrame = ({ layout }: Pick<SitePage["route"], "layout">) => {
  if (layout === "dashboard") loadDashboardFrame().catch(() => undefined);
};

/** Pointers that only pass over a link have left it by then. */
const INTENT_MS = 80;

/** Loads a link's page on hover, touch or focus, and prefetches its data if the pointer stays. */
export function preloadOnIntent({ map, parts, registry }: Pick<Site, "map" | "parts" | "registry">): void {
  let currentLink: Element | null = null;
  let intentTimer: ReturnType<typeof setTimeout>;

  const handleIntent = ({ target, type }: Event) => {
    if (!(target instanceof Element) || savesData()) return;
    const link = target.closest<HTMLAnchorElement>("a[href]");
    if (link === currentLink && type !== "pointerdown") return;
    currentLink = link;
    clearTimeout(intentTimer);
    if (!link || link.origin !== location.origin) return;
    const { pathname, search } = link;
    void registry.complete().then(() => {
      const { path } = splitPath(pathname);
      const page = map.pageAt(path);
      if (!page) return;
      loadFrame(page.route);
      preloadHttpClient();
      void parts.loadPage(page.part, path);
      // The prefetched data is that of the page without a query; the current page already has its data.
      if (page.route.access !== "everyone" || search || pathname === location.pathname || currentLink !== link) return;
      const prefetchAll = () => page.route.data.forEach((pattern) => prefetchResponse(fillPath(pattern, page.params)));
      intentTimer = setTimeout(prefetchAll, type === "pointerdown" ? 0 : INTENT_MS);
    });
  };
  document.addEventListener("pointerover", handleIntent, { passive: true });
  document.addEventListener("pointerdown", handleIntent, { passive: true });
  document.addEventListener("focusin", handleIntent);
}

export function preloadForLastRole({ map, parts, registry }: Pick<Site, "map" | "parts" | "registry">): void {
  const handleSession = (session: ReturnType<typeof useSession.getState>) => {
    try {
      if (session.account) localStorage.setItem(LAST_ROLE, effectiveRole(session.account));
      if (session.phase === "signed-out") localStorage.removeItem(LAST_ROLE);
      const role = lastRole();
      if (session.phase !== "loading" || !role || savesData()) return;
      // Before the load event, a hanging part would delay it.
      whenLoaded(() => void registry.complete().then(() => map.partsFor(role).forEach(parts.load)));
      whenLoaded(() => loadFrame({ layout: "dashboard" }));
    } catch {
      // Storage is blocked, so no role is remembered.
    }
  };
  handleSession(useSession.getState());
  useSession.subscribe(handleSession);
}

/** Defers work in favor of the first page. Safari has no requestIdleCallback. */
export function whenIdle(work: () => void): void {
  if ("requestIdleCallback" in globalThis) requestIdleCallback(work, { timeout: 2000 });
  else setTimeout(work, 500);
}

export function whenLoaded(work: () => void): void {
  if (document.readyState === "complete") whenIdle(work);
  else addEventListener("load", () => whenIdle(work));
}
