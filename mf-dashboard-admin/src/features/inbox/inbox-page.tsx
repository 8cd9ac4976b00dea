import { useInfiniteQuery } from "@tanstack/react-query";
import { Check, Inbox, Reply, Undo2 } from "lucide-react";
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

type ContactMessage = ResponseOf<typeof listContactMessages>[number];

export default function InboxPage() {
  const messages = useInfiniteQuery(pages(listContactMessages));
  return (
    <ListPage
      title="Inbox"
      subtitle="What people wrote through the contact form."
      unit={["message", "messages"]}
      list={messages}
      rowKey={({ _id }) => _id}
      whenGone="keep"
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

function MessageCard({ message: { _id, name, email, message, at, ...last } }: { message: ContactMessage }) {
  const mark = useCall(markContactMessage);
  // A handled message may go beyond what the list has loaded, and is then known only as it was.
  const isHandled = mark.isSuccess ? mark.variables.body.isHandled : last.isHandled;
  return (
    <article className="cq-panel" aria-label={`Message from ${name}`}>
      <header className="da:flex da:flex-wrap da:items-start da:justify-between da:gap-3">
        <div className="da:min-w-0">
          <h2 className="da:text-lg da:font-semibold da:break-words" dir="auto">
            {name}
          </h2>
          <p className="cq-hint da:break-all">
            {email}, <RelativeTime at={at} />
          </p>
        </div>
        <Badge tone={isHandled ? "success" : "warning"}>{isHandled ? "Handled" : "Open"}</Badge>
      </header>
      <div className="da:my-4">
        <UserText>{message}</UserText>
      </div>
      <div className="da:flex da:flex-wrap da:gap-3">
        <a className="cq-button cq-button-secondary cq-button-sm" href={`mailto:${encodeURIComponent(email)}`}>
          <Reply aria-hidden="true" size={16} /> Reply
        </a>
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
      </div>
    </article>
  );
}
