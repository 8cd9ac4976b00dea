import { useAccount } from "@conquest/shared/singletons/session-store";
import { PageHeading } from "@conquest/shared/ui/page/page-heading";
import { NextSteps } from "./next-steps";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { Bell, CheckCheck } from "lucide-react";
import { useId, useRef } from "react";
import { Link } from "react-router-dom";
import { countUnreadNotices, listNotices, markNoticesRead, type Notice } from "@conquest/shared/contracts/messages";
import { isolateQuotedText } from "@conquest/shared/contracts/text/reading-order";
import { pages, query, useCall } from "@conquest/shared/singletons/api-hooks";
import { toast } from "@conquest/shared/singletons/toast";
import { CountBadge } from "@conquest/shared/ui/badge";
import { Button } from "@conquest/shared/ui/button";
import { SkeletonRows } from "@conquest/shared/ui/list/data-table";
import { EmptyState } from "@conquest/shared/ui/state/empty-state";
import { LoadMore } from "@conquest/shared/ui/list/load-more";
import { focusHeadingIfLost } from "@conquest/shared/ui/page/focus-heading";
import { QueryView } from "@conquest/shared/ui/state/query-view";
import { RelativeTime } from "@conquest/shared/ui/format/time";

export default function OverviewPage() {
  const { name } = useAccount();
  return (
    <>
      <PageHeading
        title={
          name ? (
            <>
              Welcome, <bdi>{name}</bdi>
            </>
          ) : (
            "Welcome"
          )
        }
        subtitle="Compete. Create. Conquer."
      />
      <NextSteps>
        <Notices />
      </NextSteps>
    </>
  );
}

function Notices() {
  const notices = useInfiniteQuery(pages(listNotices, { query: { limit: 10 } }));
  const markRead = useCall(markNoticesRead);
  const shown = notices.data?.pages.flatMap((page) => page.items) ?? [];
  const section = useRef<HTMLElement>(null);
  const read = (ids?: string[]) =>
    markRead.mutate(
      // Excludes notices that arrived after this list was loaded.
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
  // The bell of the shell fetches the count; more notices may be unread than are listed.
  const unreadCount = useQuery({ ...query(countUnreadNotices), enabled: false }).data?.unread;
  const listedUnread = shown.filter(({ isRead }) => !isRead).length;
  const unread = Math.max(unreadCount ?? 0, listedUnread);
  return (
    <section ref={section} aria-labelledby="notices">
      <header className="du:mb-4 du:flex du:flex-wrap du:items-center du:justify-between du:gap-3">
        <h2 id="notices" tabIndex={-1} className="cq-section-title du:flex du:items-center du:gap-2">
          Notices{" "}
          {unread > 0 && (
            <CountBadge
              count={unread}
              label="unread"
              isAtLeast={
                unread > 99 || (unreadCount === undefined && listedUnread === shown.length && notices.hasNextPage)
              }
            />
          )}
        </h2>
        {unread > 0 && (
          <Button variant="ghost" size="sm" isBusy={markRead.isPending} onClick={() => read()}>
            <CheckCheck aria-hidden="true" size={16} /> Mark all as read
          </Button>
        )}
      </header>
      <QueryView query={notices} skeleton={<SkeletonRows label="Loading your notices" />}>
        {() =>
          shown.length === 0 ? (
            <EmptyState title="No notices yet" icon={<Bell aria-hidden="true" size={40} />}>
              <p>News about your contests, entries and requests appears here.</p>
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
    <li className="du:flex du:flex-wrap du:items-start du:gap-x-3 du:gap-y-1 du:px-5 du:py-4">
      <span
        className={`du:mt-2 du:size-2.5 du:shrink-0 du:rounded-full ${isRead ? "du:bg-line" : "du:bg-gold"}`}
        aria-hidden="true"
      />
      <div className="du:min-w-0 du:flex-1 du:basis-52 du:wrap-anywhere">
        {!isRead && <span className="cq-visually-hidden">Unread: </span>}
        <Link
          to={href}
          id={textId}
          className={`du:hover:underline ${isRead ? "" : "du:font-semibold"}`}
          onClick={() => !isRead && onRead()}>
          {isolateQuotedText(text)}
        </Link>
        <p className="cq-hint">
          <RelativeTime at={at} />
        </p>
      </div>
      {!isRead && (
        <Button variant="ghost" size="sm" className="du:ml-2" onClick={onRead} aria-describedby={textId}>
          Mark as read
        </Button>
      )}
    </li>
  );
}
