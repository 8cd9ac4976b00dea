import { useInfiniteQuery } from "@tanstack/react-query";
import { Check, Inbox, Undo2 } from "lucide-react";
import type { ResponseOf } from "@conquest/shared/contracts/endpoint";
import { listContactMessages, markContactMessage } from "@conquest/shared/contracts/messages";
import { pages, useCall } from "@conquest/shared/singletons/api-hooks";
import { toast } from "@conquest/shared/singletons/toast";
import { Badge } from "@conquest/shared/ui/badge";
import { Button } from "@conquest/shared/ui/button";
import { SkeletonRows } from "@conquest/shared/ui/data-table";
import { EmptyState } from "@conquest/shared/ui/empty-state";
import { ListPage } from "@conquest/shared/ui/list-page";
import { RelativeTime } from "@conquest/shared/ui/time";
import { UserText } from "@conquest/shared/ui/user-text";
import { InboxFilter, useInboxFilter } from "./inbox-filter";
import { MessageReply } from "./message-reply";

type ContactMessage = ResponseOf<typeof listContactMessages>[number];

/** In milliseconds, while a reply waits to be sent. */
const ASK_AGAIN_MS = 20_000;
const hasQueued = ({ replies }: ContactMessage) => replies.some(({ state }) => state === "queued");

export default function InboxPage() {
  const { isHandled, isFiltered, clear } = useInboxFilter();
  const messages = useInfiniteQuery({
    ...pages(listContactMessages, { query: { isHandled } }),
    // Letters go out each minute.
    refetchInterval: ({ state }) => (state.data?.pages.some(({ items }) => items.some(hasQueued)) ? ASK_AGAIN_MS : false),
  });
  return (
    <ListPage
      title="Inbox"
      subtitle="What people wrote through the contact form."
      unit={["message", "messages"]}
      list={messages}
      rowKey={({ _id }) => _id}
      whenGone="keep"
      filter={{ bar: <InboxFilter />, isFiltered, clear, nothing: isHandled === "false" ? "Nothing waits for an answer" : "No messages match", all: "Show all messages" }}
      skeleton={<SkeletonRows label="Loading the messages" />}
      empty={
        <EmptyState title="No messages yet" icon={<Inbox aria-hidden="true" size={40} />}>
          <p>Messages from the contact form arrive here.</p>
        </EmptyState>
      }
    >
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

function MessageCard({ message: row }: { message: ContactMessage }) {
  const { _id, name, email, message, at } = row;
  const mark = useCall(markContactMessage);
  // A handled message may go beyond what the list has loaded, and is then known only as it was.
  const isHandled = mark.isSuccess ? mark.variables.body.isHandled : row.isHandled;
  return (
    <article className="cq-panel" aria-label={`Message from ${name}`}>
      <header className="da:flex da:flex-wrap da:items-start da:justify-between da:gap-3">
        <div className="da:min-w-0">
          <h2 className="da:text-lg da:font-semibold da:break-words" dir="auto">
            {name}
          </h2>
          <p className="cq-hint da:break-all">
            <a className="cq-link" href={`mailto:${encodeURIComponent(email)}`}>
              {email}
            </a>
            , <RelativeTime at={at} />
          </p>
        </div>
        <Badge tone={isHandled ? "success" : "warning"}>{isHandled ? "Handled" : "Open"}</Badge>
      </header>
      <div className="da:my-4">
        <UserText>{message}</UserText>
      </div>
      <MessageReply message={row}>
        <Button
          size="sm"
          variant={isHandled ? "ghost" : "primary"}
          isBusy={mark.isPending}
          onClick={() => mark.mutate({ params: { id: _id }, body: { isHandled: !isHandled } }, { onError: (error) => toast.error(error.message) })}
        >
          {isHandled ? (
            <>
              <Undo2 aria-hidden="true" size={16} /> Reopen
            </>
          ) : (
            <>
              <Check aria-hidden="true" size={16} /> Mark as handled
            </>
          )}
        </Button>
      </MessageReply>
    </article>
  );
}
