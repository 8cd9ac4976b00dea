import { T, t } from "@conquest/shared/singletons/language";
import { useAccount } from "@conquest/shared/singletons/session-store";
import { langOf } from "@conquest/shared/ui/format/lang-of";
import { PageHeading } from "@conquest/shared/ui/page/page-heading";
import { TilesSkeleton, type ViewProps } from "./tiles";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { Bell, CheckCheck } from "lucide-react";
import { useId, useRef, useState, type ComponentType } from "react";
import { Link } from "react-router-dom";
import type { Endpoint, InputOf } from "@conquest/shared/contracts/http/endpoint";
import { countUnreadNotices, listNotices, markNoticesRead, type Notice } from "@conquest/shared/contracts/messages";
import { listNextSteps } from "@conquest/shared/contracts/next-steps";
import { getCreatorOverview, getMyOverview, getSiteOverview } from "@conquest/shared/contracts/overview";
import { isolateQuotedText, QUOTED_TEXT } from "@conquest/shared/contracts/text/reading-order";
import { pages, query, useCall } from "@conquest/shared/singletons/api-hooks";
import { toast } from "@conquest/shared/singletons/toast";
import { CountBadge } from "@conquest/shared/ui/badge";
import { Button } from "@conquest/shared/ui/button";
import { Note } from "@conquest/shared/ui/note";
import { SkeletonRows } from "@conquest/shared/ui/list/data-table";
import { EmptyState } from "@conquest/shared/ui/state/empty-state";
import { LoadMore } from "@conquest/shared/ui/list/load-more";
import { focusHeadingIfLost } from "@conquest/shared/ui/page/focus-heading";
import { FailedState } from "@conquest/shared/ui/state/failed-state";
import { useLoaded } from "@conquest/shared/ui/page/use-loaded";
import { QueryView } from "@conquest/shared/ui/state/query-view";
import { RelativeTime } from "@conquest/shared/ui/format/time";

export default function OverviewPage() {
  const { name, role, requestedAt } = useAccount();
  return (
    <>
      <PageHeading
        title={name ? <T text="Welcome, {name}" name={<bdi>{name}</bdi>} /> : t("Welcome")}
        subtitle={t("Compete. Create. Conquer.")}
        note={
          requestedAt && (
            <Note title={t("Your request to become a creator is pending")}>
              <T text="Sent {time}. We'll notify you when an admin decides." time={<RelativeTime at={requestedAt} />} />
            </Note>
          )
        }
      />
      {role === "admin" ? (
        <Overview key={role} endpoint={getSiteOverview} load={loadAdmin} />
      ) : role === "creator" ? (
        <Overview key={role} endpoint={getCreatorOverview} load={loadCreator} />
      ) : (
        <Overview key={role} endpoint={getMyOverview} load={loadUser} />
      )}
    </>
  );
}

const loadUser = () => import(/* webpackChunkName: "overview-user" */ "./user-overview");
const loadCreator = () => import(/* webpackChunkName: "overview-creator" */ "./creator-overview");
const loadAdmin = () => import(/* webpackChunkName: "overview-admin" */ "./admin-overview");

const loadNextSteps = () => import(/* webpackChunkName: "next-steps" */ "./next-steps");

interface OverviewProps<E extends Endpoint> {
  endpoint: E;
  load: () => Promise<Record<"Figures" | "Sections", ComponentType<ViewProps<E>>>>;
}

/** Requests the code of a role together with its data. Hides what is below content of unknown height until that is loaded. */
function Overview<E extends Endpoint>({ endpoint, load }: OverviewProps<E>) {
  const [input, setInput] = useState({} as InputOf<E>);
  // Data for the previous input stays until the new data is loaded.
  const overview = useQuery({ ...query(endpoint, input), placeholderData: (previous) => previous });
  const steps = useQuery(query(listNextSteps, { query: { kinds: "all" } }));
  const code = useLoaded(() => Promise.all([load(), loadNextSteps()]));
  const { Figures, Sections, NextSteps } = code.is === "here" ? { ...code.value[0], ...code.value[1] } : {};
  const isPending = code.is === "loading" || (Figures && overview.isPending);
  const props = { overview: overview.data!, input, onInput: setInput };
  return (
    <>
      {isPending && <TilesSkeleton />}
      {code.is === "failed" && <FailedState error={code.error} onRetry={code.retry} />}
      {!isPending && Figures && (
        <QueryView query={overview} skeleton={null}>
          {() => <Figures {...props} />}
        </QueryView>
      )}
      <div
        hidden={isPending}
        className="du:xl:grid du:xl:grid-cols-[minmax(0,1fr)_22rem] du:xl:items-start du:xl:gap-8">
        <div className="du:min-w-0">
          {NextSteps && <NextSteps steps={steps} />}
          {!steps.isPending && Sections && overview.data !== undefined && <Sections {...props} />}
        </div>
        <div className={steps.isPending ? "du:max-xl:hidden" : undefined}>
          <Notices />
        </div>
      </div>
    </>
  );
}

function Notices() {
  const notices = useInfiniteQuery(pages(listNotices, { query: { limit: 5 } }));
  const markRead = useCall(markNoticesRead);
  const shown = notices.data?.pages.flatMap((page) => page.items) ?? [];
  const section = useRef<HTMLElement>(null);
  const read = (ids?: string[]) =>
    markRead.mutate(
      // Excludes notifications that arrived after this list was loaded.
      {
        body: ids
          ? { ids }
          : {
              until: shown
                .map(({ at }) => at)
                .sort()
                .at(-1),
            },
      },
      { onSuccess: () => focusHeadingIfLost(section.current), onError: (error) => toast.error(error.message) },
    );
  // The bell of the shell fetches the count; more notifications may be unread than are listed.
  const unreadCount = useQuery({ ...query(countUnreadNotices), enabled: false }).data?.unread;
  const listedUnread = shown.filter(({ isRead }) => !isRead).length;
  const unread = Math.max(unreadCount ?? 0, listedUnread);
  return (
    <section ref={section} aria-labelledby="notices">
      <header className="du:mb-4 du:flex du:flex-wrap du:items-center du:justify-between du:gap-3">
        <h2 id="notices" tabIndex={-1} className="cq-section-title du:flex du:items-center du:gap-2">
          {t("Notifications")}{" "}
          {unread > 0 && (
            <CountBadge
              count={unread}
              label={t("unread")}
              isAtLeast={
                unread > 99 || (unreadCount === undefined && listedUnread === shown.length && notices.hasNextPage)
              }
            />
          )}
        </h2>
        {unread > 0 && (
          <Button variant="ghost" size="sm" isBusy={markRead.isPending} onClick={() => read()}>
            <CheckCheck aria-hidden="true" size={16} /> {t("Mark all as read")}
          </Button>
        )}
      </header>
      <QueryView query={notices} skeleton={<SkeletonRows label={t("Loading your notifications")} />}>
        {() =>
          shown.length === 0 ? (
            <EmptyState title={t("No notifications yet")} icon={<Bell aria-hidden="true" size={40} />}>
              <p>{t("Updates about your contests, entries and requests appear here.")}</p>
            </EmptyState>
          ) : (
            <>
              <ul className="du:divide-y du:divide-line du:overflow-hidden du:rounded-lg du:border du:border-line du:bg-surface du:shadow-sm">
                {shown.map((notice) => (
                  <NoticeRow key={notice._id} notice={notice} onRead={() => read([notice._id])} />
                ))}
              </ul>
              <LoadMore list={notices} shown={shown.length} />
            </>
          )
        }
      </QueryView>
    </section>
  );
}

function NoticeRow({ notice: { text, href, at, isRead }, onRead }: { notice: Notice; onRead: () => void }) {
  const textId = useId();
  return (
    <li className="du:flex du:items-start du:gap-x-3 du:px-4 du:py-2.5 du:text-sm">
      <span
        className={`du:mt-1.5 du:size-2.5 du:shrink-0 du:rounded-full ${isRead ? "du:bg-line" : "du:bg-gold"}`}
        aria-hidden="true"
      />
      <div className="du:min-w-0 du:flex-1 du:wrap-anywhere">
        {!isRead && <span className="cq-visually-hidden">{t("Unread:")} </span>}
        <Link
          to={href}
          id={textId}
          lang={langOf(text.replace(QUOTED_TEXT, ""))}
          className={`du:hover:underline ${isRead ? "" : "du:font-semibold"}`}
          onClick={() => !isRead && onRead()}>
          {isolateQuotedText(text)}
        </Link>
        <div className="cq-hint du:flex du:min-h-9 du:flex-wrap du:items-center du:justify-between du:gap-x-3">
          <RelativeTime at={at} />
          {!isRead && (
            <Button variant="ghost" size="sm" onClick={onRead} aria-describedby={textId}>
              {t("Mark as read")}
            </Button>
          )}
        </div>
      </div>
    </li>
  );
}
