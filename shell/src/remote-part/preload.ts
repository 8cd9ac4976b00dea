import { ROLES, type Role } from "@conquest/shared/contracts/http/endpoint";
import { fillPath, type SitePage } from "@conquest/shared/contracts/parts/match-route";
import { askEarly } from "@conquest/shared/singletons/early-answers";
import { useSession } from "@conquest/shared/singletons/session-store";
import { loadDashboardFrame } from "../frame/dashboard/lazy-dashboard-frame";
import { effectiveRole } from "../registry/site-map";
import type { Site } from "./site-context";

const LAST_ROLE = "conquest.role";

const savesData = () => (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true;

/** The role of who was signed in here last and has not signed out since. */
function lastRole(): Role | undefined {
  try {
    return ROLES.find((known) => known === localStorage.getItem(LAST_ROLE));
  } catch {
    return undefined;
  }
}

/**
 * Begins to load what the page at the visitor's address needs: its part, and beside it the data of its first paint. A page
 * that is not for everyone waits for the session, unless who was here last could enter.
 */
export function loadFirstPage({ map, parts }: Pick<Site, "map" | "parts">, path: string, isDrawn: boolean): void {
  const page = map.pageAt(path);
  if (!page) return;
  loadFrame(page.route);
  const { access, data } = page.route;
  const role = lastRole();
  if (access === "everyone" || (role && (access === "signed-in" || access.includes(role))))
    void parts.loadPage(page.part, path);
  // What the server drew came with its answers.
  if (access === "everyone" && !isDrawn) for (const pattern of data) askEarly(fillPath(pattern, page.params));
}

/** A frame that cannot be had says so where it is drawn. */
const loadFrame = ({ layout }: Pick<SitePage["route"], "layout">) => {
  if (layout === "dashboard") loadDashboardFrame().catch(() => undefined);
};

/** Who only passes over a link has left it by then, in milliseconds. */
const INTENT_MS = 80;

/**
 * Loads the part of a link's page as soon as somebody points at the link, touches it or reaches it by keyboard; and when they
 * stay, what the page shows at first.
 */
export function preloadOnIntent({ map, parts, registry }: Pick<Site, "map" | "parts" | "registry">): void {
  let pointedAt: Element | null = null;
  let staying: ReturnType<typeof setTimeout>;

  const intend = ({ target, type }: Event) => {
    if (!(target instanceof Element) || savesData()) return;
    const link = target.closest<HTMLAnchorElement>("a[href]");
    if (link === pointedAt && type !== "pointerdown") return;
    pointedAt = link;
    clearTimeout(staying);
    if (!link || link.origin !== location.origin) return;
    const { pathname, search } = link;
    void registry.complete().then(() => {
      const page = map.pageAt(pathname);
      if (!page) return;
      loadFrame(page.route);
      void parts.loadPage(page.part, pathname);
      // With a query the page shows something else; without one it may be where the person is.
      if (page.route.access !== "everyone" || search || pathname === location.pathname || pointedAt !== link) return;
      const askAll = () => page.route.data.forEach((pattern) => askEarly(fillPath(pattern, page.params)));
      staying = setTimeout(askAll, type === "pointerdown" ? 0 : INTENT_MS);
    });
  };
  document.addEventListener("pointerover", intend, { passive: true });
  document.addEventListener("pointerdown", intend, { passive: true });
  document.addEventListener("focusin", intend);
}

/** While a session opens, loads what somebody of the role that this browser saw last will need. */
export function preloadForLastRole({ map, parts, registry }: Pick<Site, "map" | "parts" | "registry">): void {
  const follow = (session: ReturnType<typeof useSession.getState>) => {
    try {
      if (session.account) localStorage.setItem(LAST_ROLE, effectiveRole(session.account));
      if (session.phase === "signed-out") localStorage.removeItem(LAST_ROLE);
      const role = lastRole();
      if (session.phase !== "loading" || !role || savesData()) return;
      // A part that hangs would hold back the load event of a page that does without it.
      whenLoaded(() => void registry.complete().then(() => map.partsFor(role).forEach(parts.load)));
      whenLoaded(() => loadFrame({ layout: "dashboard" }));
    } catch {
      // Without storage nobody is remembered.
    }
  };
  follow(useSession.getState());
  useSession.subscribe(follow);
}

/** The first page goes first. Safari has no requestIdleCallback. */
export function whenIdle(work: () => void): void {
  if ("requestIdleCallback" in globalThis) requestIdleCallback(work, { timeout: 2000 });
  else setTimeout(work, 500);
}

/** {@link whenIdle}, once everything that the page's HTML asked for is here. */
export function whenLoaded(work: () => void): void {
  if (document.readyState === "complete") whenIdle(work);
  else addEventListener("load", () => whenIdle(work));
}
