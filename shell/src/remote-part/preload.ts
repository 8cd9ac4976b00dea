import { askEarly } from "@conquest/shared/singletons/early-answers";
import { useSession } from "@conquest/shared/singletons/session-store";
import { effectiveRole } from "../registry/site-map";
import { ROLES } from "@conquest/shared/contracts/endpoint";
import type { Site } from "./site-context";

const LAST_ROLE = "conquest.role";

const savesData = () => (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true;

/** Begins to load what the page at the visitor's address needs: its part, and beside it the data of its first paint. */
export function loadFirstPage({ map, parts }: Site, path: string): void {
  const page = map.pageAt(path);
  if (!page) return;
  parts.load(page.part);
  // What only somebody signed in may see waits for the session.
  if (page.route.access !== "everyone") return;
  for (const pattern of page.route.data) askEarly(pattern.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(page.params[name] ?? "")));
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
      const role = ROLES.find((known) => known === localStorage.getItem(LAST_ROLE));
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
