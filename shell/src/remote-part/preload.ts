import { ROLES, type Role } from "@conquest/shared/contracts/endpoint";
import { fillPath } from "@conquest/shared/contracts/match-route";
import { askEarly } from "@conquest/shared/singletons/early-answers";
import { useSession } from "@conquest/shared/singletons/session-store";
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
export function loadFirstPage({ map, parts }: Site, path: string): void {
  const page = map.pageAt(path);
  if (!page) return;
  const { access, data } = page.route;
  const role = lastRole();
  if (access === "everyone" || (role && (access === "signed-in" || access.includes(role)))) parts.load(page.part);
  if (access === "everyone") for (const pattern of data) askEarly(fillPath(pattern, page.params));
}

/** Loads the part of a link's page as soon as somebody points at the link or reaches it by keyboard. */
export function preloadOnIntent({ map, parts }: Site): void {
  const intend = ({ target }: Event) => {
    if (!(target instanceof Element) || savesData()) return;
    const link = target.closest<HTMLAnchorElement>("a[href]");
    if (!link || link.origin !== location.origin) return;
    const page = map.pageAt(link.pathname);
    if (page) parts.load(page.part);
  };
  document.addEventListener("pointerover", intend, { passive: true });
  document.addEventListener("focusin", intend);
}

/** While a session opens, loads what somebody of the role that this browser saw last will need. */
export function preloadForLastRole({ map, parts }: Site): void {
  const follow = (session: ReturnType<typeof useSession.getState>) => {
    try {
      if (session.account) localStorage.setItem(LAST_ROLE, effectiveRole(session.account));
      if (session.phase === "signed-out") localStorage.removeItem(LAST_ROLE);
      const role = lastRole();
      if (session.phase !== "loading" || !role || savesData()) return;
      whenIdle(() => map.partsFor(role).forEach(parts.load));
    } catch {
      // Without storage nobody is remembered.
    }
  };
  follow(useSession.getState());
  useSession.subscribe(follow);
}

/** The first page goes first. Safari has no requestIdleCallback. */
function whenIdle(work: () => void): void {
  if ("requestIdleCallback" in globalThis) requestIdleCallback(work, { timeout: 2000 });
  else setTimeout(work, 500);
}
