import { useQuery } from "@tanstack/react-query";
import { useRef } from "react";
import { Link } from "react-router-dom";
import { listNotices, markNoticesRead, type Notice } from "@conquest/shared/contracts/messages";
import { isolateQuotedText, QUOTED_TEXT } from "@conquest/shared/contracts/text/reading-order";
import { query, useCall } from "@conquest/shared/singletons/api-hooks";
import { t } from "@conquest/shared/singletons/language";
import { toast } from "@conquest/shared/singletons/toast";
import { langOf } from "@conquest/shared/ui/format/lang-of";
import { QueryView } from "@conquest/shared/ui/state/query-view";
import { Spinner } from "@conquest/shared/ui/state/spinner";
import { RelativeTime } from "@conquest/shared/ui/format/time";

const MAX_SHOWN = 6;

export default function NoticePanel({ onLeave }: { onLeave: () => void }) {
  const notices = useQuery(query(listNotices, { query: { limit: MAX_SHOWN } }));
  const markRead = useCall(markNoticesRead);
  const heading = useRef<HTMLHeadingElement>(null);
  const read = (ids?: string[]) =>
    markRead.mutate(
      // Excludes notices that arrived after this list was loaded.
      {
        body: ids
          ? { ids }
          : {
              until: notices.data
                ?.map(({ at }) => at)
                .sort()
                .at(-1),
            },
      },
      // The pressed button is removed, so the focus moves to the heading.
      {
        onSuccess: () => ids === undefined && heading.current?.focus(),
        onError: (error) => toast.error(error.message),
      },
    );
  const hasUnread = notices.data?.some(({ isRead }) => !isRead) ?? false;
  return (
    <>
      <header className="sh-bell-head">
        <h2 ref={heading} tabIndex={-1}>
          {t("Notifications")}
        </h2>
        {hasUnread && (
          <button
            type="button"
            className="sh-bell-act"
            aria-disabled={markRead.isPending || undefined}
            onClick={() => !markRead.isPending && read()}>
            {t("Mark all as read")}
          </button>
        )}
      </header>
      <QueryView query={notices} skeleton={<Spinner label={t("Loading your notifications")} />}>
        {(list) =>
          list.length === 0 ? (
            <p className="sh-bell-note">
              {t("No notifications yet. Updates about your contests, entries and requests appear here.")}
            </p>
          ) : (
            <ul className="sh-bell-list">
              {list.map((notice) => (
                <NoticeLine
                  key={notice._id}
                  notice={notice}
                  onOpen={() => {
                    if (!notice.isRead) read([notice._id]);
                    onLeave();
                  }}
                />
              ))}
            </ul>
          )
        }
      </QueryView>
      <Link to="/dashboard" className="sh-bell-all" onClick={onLeave}>
        {t("All notifications")}
      </Link>
    </>
  );
}

const NoticeLine = ({ notice: { text, href, at, isRead }, onOpen }: { notice: Notice; onOpen: () => void }) => (
  <li>
    <Link to={href} onClick={onOpen} data-unread={!isRead}>
      <span>
        {!isRead && <span className="cq-visually-hidden">{t("Unread:")} </span>}
        <span lang={langOf(text.replace(QUOTED_TEXT, ""))}>{isolateQuotedText(text)}</span>
      </span>
      <span className="cq-hint">
        <RelativeTime at={at} />
      </span>
    </Link>
  </li>
);
