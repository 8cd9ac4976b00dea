import { useEffect, useReducer, useRef, useState } from "react";
import { Navigate, useLocation, useNavigate } from "react-router-dom";
import type { SitePage } from "@conquest/shared/contracts/parts/match-route";
import { loadMessages, t } from "@conquest/shared/singletons/language";
import { loginUrl } from "@conquest/shared/singletons/return-path";
import { useSession } from "@conquest/shared/singletons/session-store";
import { toast } from "@conquest/shared/singletons/toast";
import { LazyDashboardFrame } from "./frame/dashboard/lazy-dashboard-frame";
import { NotFoundScreen } from "./frame/not-found-screen";
import { RestoredPage } from "./frame/person/restored-page";
import { SessionPending } from "./frame/session-pending";
import { SiteFrame } from "./frame/site-frame";
import { usePageFocus } from "./frame/scrolling/page-focus";
import { useScrollMemory } from "./frame/scrolling/scroll-memory";
import { Toaster } from "./frame/toaster";
import { guardRoute } from "./route-guard";
import { withMessages } from "./language/page-messages";
import { RemotePart } from "./remote-part/remote-part";
import { useKnowsAllParts, useSite } from "./remote-part/site-context";
import { UnknownPage } from "./remote-part/unknown-page";

export function Site() {
  const { pathname } = useLocation();
  const { map, firstPath } = useSite();
  const isKnown = useKnowsAllParts() || pathname === firstPath;
  const page = map.pageAt(pathname);
  const Frame = page?.route.layout === "dashboard" ? LazyDashboardFrame : SiteFrame;
  const accountChanges = useAccountChanges(!NEEDS_NO_SESSION.test(pathname));
  useForcedSignOut();
  usePageFocus();
  usePageHead();
  useScrollMemory();
  useTitleMessages(page?.route.path);
  return (
    <>
      {(page || isKnown) && <title>{`${page ? t(page.route.title) : t("Page not found")} | Conquest`}</title>}
      <Frame key={accountChanges}>
        {page && <GuardedPage page={page} />}
        {!page && (isKnown ? <NotFoundScreen /> : <UnknownPage />)}
      </Frame>
      <Toaster />
      <RestoredPage />
    </>
  );
}

function GuardedPage({ page: { part, route } }: { page: SitePage }) {
  const session = useSession();
  const from = useReturnPath();
  switch (guardRoute(route, session)) {
    case "wait":
      return <SessionPending />;
    case "sign-in":
      return <Navigate to={loginUrl(from)} state={{ from }} replace />;
    case "wrong-role":
      return <WrongRole title={route.title} />;
    case "render":
      return <RemotePart key={part} part={part} title={route.title} />;
  }
}

function WrongRole({ title }: { title: string }) {
  useEffect(() => {
    toast.error(t("Your role doesn't have access to “{title}”.", { title: t(title) }), { id: "wrong-role" });
  }, [title]);
  return <Navigate to="/dashboard" replace />;
}

function useReturnPath(): string {
  const { pathname, search, hash } = useLocation();
  return pathname + search + hash;
}

/**
 * Login; email actions, where a new password ends the old session and the page signs in itself; and the account-deleted page,
 * where pending requests may be rejected before its code is loaded to sign out.
 */
const NEEDS_NO_SESSION = /^\/(login|account_(action|deleted))\b/;

/** Redirects to the login page when the server ends the session; it shows the reason and returns afterwards. */
function useForcedSignOut(): void {
  const endedBecause = useSession((session) => session.endedBecause);
  const navigate = useNavigate();
  const from = useReturnPath();
  const isElsewhere = !NEEDS_NO_SESSION.test(from);
  useEffect(() => {
    if (endedBecause && isElsewhere) void navigate(loginUrl(from), { state: { from }, replace: true });
    // Only when the session ends, not on later navigation.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [endedBecause]);
}

/**
 * Counts changes of account. As a React key, it clears fields, dialogs and uploads for the next account; a login keeps what a visitor
 * typed. `isCounted`: false on pages that need no session.
 */
function useAccountChanges(isCounted: boolean): number {
  const account = useSession((state) => state.account);
  const id = account?._id;
  const [seen, setSeen] = useState({ id, changes: 0 });
  if (seen.id !== id) setSeen({ id, changes: seen.changes + (seen.id !== undefined && isCounted ? 1 : 0) });

  const last = useRef(id);
  useEffect(() => {
    if (!account) return;
    const isOther = last.current !== undefined && last.current !== account._id;
    last.current = account._id;
    // Another tab changed the account, so the change of this page may be unexpected.
    if (isOther && isCounted)
      toast(t("You're now logged in as {name}.", { name: account.name || account.email }), { id: "other-account" });
  }, [account, isCounted]);
  return seen.changes;
}

/** Renders the title again if the messages of its page arrive later. */
function useTitleMessages(path: string | undefined): void {
  const [, rerender] = useReducer((count: number) => count + 1, 0);
  useEffect(() => void (path && loadMessages(path)?.then(rerender)), [path]);
}

/** Updates the head after client-side navigation; the server writes only that of the first page. */
function usePageHead(): void {
  const { pathname } = useLocation();
  const {
    map: { pageAt },
    registry,
  } = useSite();
  const servedPath = useRef(pathname);
  useEffect(() => {
    if (servedPath.current === pathname) return;
    servedPath.current = "";
    // Retried on the next navigation if it fails.
    withMessages(import(/* webpackChunkName: "late" */ "./frame/head/write-head")).then(
      ({ writeHead }) => writeHead(pathname, pageAt(pathname), registry),
      () => undefined,
    );
  }, [pathname, pageAt, registry]);
}
