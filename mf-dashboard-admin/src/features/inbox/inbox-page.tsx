import { useInfiniteQuery } from "@tanstack/react-query";
import { Check, Inbox, Undo2 } from "lucide-react";
import type { ResponseOf } from "@conquest/shared/contracts/http/endpoint";
import { listContactMessages, markContactMessage } from "@conquest/shared/contracts/messages";
import { pages, useCall } from "@conquest/shared/singletons/api-hooks";
import { t } from "@conquest/shared/singletons/language";
import { toast } from "@conquest/shared/singletons/toast";
import { langOf } from "@conquest/shared/ui/format/lang-of";
import { Badge } from "@conquest/shared/ui/badge";
import { Button } from "@conquest/shared/ui/button";
import { EmptyState } from "@conquest/shared/ui/state/empty-state";
import { ListPage } from "@conquest/shared/ui/list/list-page";
import { RelativeTime } from "@conquest/shared/ui/format/time";
import { UserText } from "@conquest/shared/ui/format/user-text";
import { MessageReply } from "./message-reply";
import { useSearchParams } from "react-router-dom";
import { SelectField } from "@conquest/shared/ui/form/select-field";
import { useOptimisticSearchParams } from "@conquest/shared/ui/page/use-optimistic-search-params";

type ContactMessage = ResponseOf<typeof listContactMessages>[number];

const REFETCH_INTERVAL_MS = 20_000;
const hasQueued = ({ replies }: ContactMessage) => replies.some(({ state }) => state === "queued");

export default function InboxPage() {
  const { isHandled, isFiltered, clear } = useInboxFilter();
  const messages = useInfiniteQuery({
    ...pages(listContactMessages, { query: { isHandled } }),
    // Emails are sent every minute.
    refetchInterval: ({ state }) =>
      state.data?.pages.some(({ items }) => items.some(hasQueued)) ? REFETCH_INTERVAL_MS : false,
  });
  return (
    <ListPage
      title={t("Inbox")}
      subtitle={t("Messages sent through the contact form.")}
      unit={[t("message"), t("messages")]}
      list={messages}
      rowKey={({ _id }) => _id}
      whenGone="keep"
      filter={{
        bar: <InboxFilter />,
        isFiltered,
        clear,
        nothing: t(isHandled === "false" ? "No open messages" : "No messages match"),
        all: t("Show all messages"),
      }}
      skeleton={<SkeletonMessages />}
      empty={
        <EmptyState title={t("No messages yet")} icon={<Inbox aria-hidden="true" size={40} />}>
          <p>{t("Messages from the contact form arrive here.")}</p>
        </EmptyState>
      }>
      {(rows) => (
        <ul className="da:flex da:flex-col da:gap-4">
          {rows.map((message) => (
            <li key={message._id}>
              <MessageCard message={message} />
            </li>
          ))}
        </ul>
      )}
    </ListPage>
  );
}

const MESSAGE_CLASS =
  "cq-panel da:grid da:gap-x-8 da:gap-y-4 da:xl:grid-cols-[14rem_minmax(0,1fr)] da:xl:grid-rows-[auto_1fr]";

const SkeletonMessages = () => (
  <div role="status" aria-busy="true" className="da:flex da:flex-col da:gap-4">
    <span className="cq-visually-hidden">{t("Loading the messages")}</span>
    {["first", "second", "third"].map((each) => (
      <div key={each} aria-hidden="true" className={`${MESSAGE_CLASS} da:min-h-44`}>
        <div className="da:flex da:flex-col da:gap-3">
          <div className="cq-bone cq-bone-line cq-bone-short" />
          <div className="cq-bone cq-bone-line" />
        </div>
        <div className="da:flex da:flex-col da:gap-3">
          <div className="cq-bone cq-bone-line cq-bone-long" />
          <div className="cq-bone cq-bone-line" />
        </div>
      </div>
    ))}
  </div>
);

function MessageCard({ message: row }: { message: ContactMessage }) {
  const { _id, name, email, message, at } = row;
  const mark = useCall(markContactMessage);
  // The list may no longer contain a handled message, and `row` is then outdated.
  const isHandled = mark.isSuccess ? mark.variables.body.isHandled : row.isHandled;
  const wasAnswered = row.replies.some(({ state }) => state !== "given_up");
  return (
    <article
      className={`${MESSAGE_CLASS} ${isHandled ? "da:bg-canvas da:shadow-none" : ""}`}
      aria-label={t("Message from {name}", { name })}>
      <header className="da:flex da:items-start da:justify-between da:gap-3 da:xl:row-span-2 da:xl:flex-col da:xl:justify-start">
        <div className="da:min-w-0">
          <h2
            className="da:text-left da:text-lg da:leading-snug da:font-bold da:wrap-anywhere"
            dir="auto"
            lang={langOf(name)}>
            {name}
          </h2>
          <p className="cq-hint da:wrap-anywhere">
            <a className="cq-link" href={`mailto:${encodeURIComponent(email)}`}>
              {email}
            </a>
          </p>
          <p className="cq-hint">
            <RelativeTime at={at} />
          </p>
        </div>
        <Badge tone={isHandled ? "success" : wasAnswered ? "info" : "warning"}>
          {t(isHandled ? "Handled" : wasAnswered ? "Replied" : "Unanswered")}
        </Badge>
      </header>
      <div className="da:max-w-3xl">
        <UserText>{message}</UserText>
      </div>
      <MessageReply message={row}>
        <Button
          size="sm"
          variant="ghost"
          isBusy={mark.isPending}
          onClick={() =>
            mark.mutate(
              { params: { id: _id }, body: { isHandled: !isHandled } },
              { onError: (error) => toast.error(error.message) },
            )
          }>
          {isHandled ? (
            <>
              <Undo2 aria-hidden="true" size={16} /> {t("Reopen")}
            </>
          ) : (
            <>
              <Check aria-hidden="true" size={16} /> {t("Mark as handled")}
            </>
          )}
        </Button>
      </MessageReply>
    </article>
  );
}

const states = () => [
  { value: "", label: t("Open first") },
  { value: "open", label: t("Only open") },
  { value: "handled", label: t("Only handled") },
];

const HANDLED_BY_STATE: Readonly<Record<string, "true" | "false" | undefined>> = { open: "false", handled: "true" };

function useInboxFilter() {
  const [searchParams, setSearchParams] = useSearchParams();
  const isHandled = HANDLED_BY_STATE[searchParams.get("state") ?? ""];
  return { isHandled, isFiltered: isHandled !== undefined, clear: () => setSearchParams({}, { replace: true }) };
}

function InboxFilter() {
  const [searchParams, setSearchParams] = useOptimisticSearchParams();
  return (
    <div role="search" aria-label={t("Filters")} className="cq-filter-bar">
      <SelectField
        label={t("Status")}
        name="state"
        options={states()}
        value={searchParams.get("state") ?? ""}
        onChange={({ target }) => setSearchParams({ state: target.value })}
      />
    </div>
  );
}
