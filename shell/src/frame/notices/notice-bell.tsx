import { Suspense } from "react";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Bell } from "lucide-react";
import { ErrorBoundary } from "react-error-boundary";
import { Link } from "react-router-dom";
import { countUnreadNotices } from "@conquest/shared/contracts/messages";
import { query } from "@conquest/shared/singletons/api-hooks";
import { digits, T, t } from "@conquest/shared/singletons/language";
import { lazyComponent } from "@conquest/shared/ui/page/lazy-component";
import { Spinner } from "@conquest/shared/ui/state/spinner";
import { useDisclosure } from "../use-disclosure";

const NoticePanel = lazyComponent(() => import(/* webpackChunkName: "notice-panel" */ "./notice-panel"));

const REFETCH_INTERVAL_MS = 60_000;

/** The first count comes with the session, so the query only refetches. */
const useUnread = () =>
  useQuery({
    ...query(countUnreadNotices),
    enabled: ({ state }) => state.data !== undefined,
    refetchInterval: REFETCH_INTERVAL_MS,
  }).data?.unread ?? 0;

export default function NoticeBell() {
  const unread = useUnread();
  const cache = useQueryClient();
  const { isOpen, close, place, buttonProps, panelId } = useDisclosure();
  const shown = digits(unread > 99 ? "99+" : String(unread));
  return (
    <div className="sh-bell" ref={place}>
      <button
        type="button"
        className="sh-icon-button"
        aria-label={unread === 0 ? t("Notifications, none unread") : t("Notifications, {n} unread", { n: shown })}
        onPointerEnter={() => void NoticePanel.load().catch(() => undefined)}
        {...buttonProps}>
        <Bell aria-hidden="true" />
        {unread > 0 && (
          <span className="sh-bell-count" aria-hidden="true">
            {shown}
          </span>
        )}
      </button>
      {isOpen && (
        <section className="sh-bell-panel" id={panelId} aria-label={t("Latest notifications")}>
          <ErrorBoundary
            fallbackRender={({ resetErrorBoundary }) => (
              <div className="sh-bell-note" role="alert">
                <p>
                  <T
                    text="Couldn't load your notifications. Find them on <a>your dashboard</a>."
                    a={<Link to="/dashboard" />}
                  />
                </p>
                <button
                  type="button"
                  className="sh-bell-act"
                  onClick={() => {
                    // A cached response may have caused the crash.
                    cache.removeQueries({ type: "inactive" });
                    void NoticePanel.load().then(resetErrorBoundary, () => undefined);
                  }}>
                  {t("Retry")}
                </button>
              </div>
            )}>
            <Suspense fallback={<Spinner label={t("Loading your notifications")} />}>
              <NoticePanel onLeave={close} />
            </Suspense>
          </ErrorBoundary>
        </section>
      )}
    </div>
  );
}
