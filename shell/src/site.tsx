import { useEffect } from "react";
import { Navigate, ScrollRestoration, useLocation, useNavigate, type Location } from "react-router-dom";
import type { SitePage } from "@conquest/shared/contracts/match-route";
import { loginAddress } from "@conquest/shared/singletons/return-path";
import { useSession } from "@conquest/shared/singletons/session-store";
import { toast } from "@conquest/shared/singletons/toast";
import { Spinner } from "@conquest/shared/ui/spinner";
import { DashboardFrame } from "./frame/dashboard-frame";
import { NotFoundScreen } from "./frame/not-found-screen";
import { SiteFrame } from "./frame/site-frame";
import { usePageFocus } from "./frame/page-focus";
import { Toaster } from "./frame/toaster";
import { verdict } from "./guard";
import { RemotePart } from "./remote-part/remote-part";
import { useSite } from "./remote-part/site-context";

/** Every address of the site: what the remotes' data says about it decides frame, access and who draws it. */
export function Site() {
  const { pathname } = useLocation();
  const page = useSite().map.pageAt(pathname);
  const Frame = page?.route.layout === "dashboard" ? DashboardFrame : SiteFrame;
  useForcedSignOut();
  usePageFocus();
  return (
    <>
      <title>{`${page?.route.title ?? "Page not found"} | Conquest`}</title>
      <Frame>{page ? <GuardedPage page={page} /> : <NotFoundScreen />}</Frame>
      <Toaster />
      <ScrollRestoration getKey={placeOf} />
    </>
  );
}

/** The first page of every load has the key "default": without its address each would open where another was left. */
const placeOf = ({ key, pathname, search }: Location) => (key === "default" ? pathname + search : key);

function GuardedPage({ page: { part, route } }: { page: SitePage }) {
  const session = useSession();
  const from = useFrom();
  switch (verdict(route.access, session)) {
    case "wait":
      return (
        <div className="sh-loading">
          <Spinner size="lg" label="Checking who you are" />
        </div>
      );
    case "sign-in":
      return <Navigate to={loginAddress(from)} state={{ from }} replace />;
    case "wrong-role":
      return <WrongRole title={route.title} />;
    case "draw":
      return <RemotePart key={part} part={part} title={route.title} />;
  }
}

function WrongRole({ title }: { title: string }) {
  useEffect(() => {
    // The same id: a second look at the same refusal is no second message.
    toast.error(`“${title}” is not open to your role.`, { id: "wrong-role" });
  }, [title]);
  return <Navigate to="/dashboard" replace />;
}

function useFrom(): string {
  const { pathname, search, hash } = useLocation();
  return pathname + search + hash;
}

/** A session that the server ended leads to the login page, which says why and brings the person back. */
function useForcedSignOut(): void {
  const endedBecause = useSession((session) => session.endedBecause);
  const navigate = useNavigate();
  const from = useFrom();
  const isElsewhere = !from.startsWith("/login");
  useEffect(() => {
    if (endedBecause && isElsewhere) void navigate(loginAddress(from), { state: { from }, replace: true });
    // Only the end of a session leads there: somebody who then walks on is not called back.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [endedBecause]);
}
