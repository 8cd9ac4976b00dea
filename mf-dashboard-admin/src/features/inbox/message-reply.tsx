import { Reply } from "lucide-react";
import { Suspense, useRef, useState, type ReactNode } from "react";
import type { ResponseOf } from "@conquest/shared/contracts/http/endpoint";
import {
  MAX_MESSAGE_LENGTH,
  replyToContactMessage,
  sendReplyAgain,
  type ContactReply,
  type listContactMessages,
} from "@conquest/shared/contracts/messages";
import { useCall } from "@conquest/shared/singletons/api-hooks";
import { draftBasis } from "@conquest/shared/singletons/drafts";
import { toast } from "@conquest/shared/singletons/toast";
import { ValueBadge, type BadgeContent } from "@conquest/shared/ui/badge";
import { Button } from "@conquest/shared/ui/button";
import { lazyComponent } from "@conquest/shared/ui/page/lazy-component";
import { whenLoaded } from "@conquest/shared/ui/page/when-loaded";
import { pluralize } from "@conquest/shared/ui/format/text";
import { RelativeTime } from "@conquest/shared/ui/format/time";
import { UserText } from "@conquest/shared/ui/format/user-text";
import type { CommentFormProps } from "@conquest/shared/ui/form/comment-form";

const ReplyForm = lazyComponent<CommentFormProps>(
  () => import(/* webpackChunkName: "words-form" */ "@conquest/shared/ui/form/comment-form"),
);

const draftKey = (id: string) => `contact-reply:${id}`;
/** A constant basis: only the existence of a draft matters. */
const replyBasis = () => "reply";

interface Props {
  message: ResponseOf<typeof listContactMessages>[number];
  children: ReactNode;
}

export function MessageReply({ message, children }: Props) {
  const { _id: id, name } = message;
  const reply = useCall(replyToContactMessage);
  // The list may no longer contain the message; our own response is then newer. Replies are only added.
  const sent = reply.data?.replies ?? [];
  const listed = sent.length > message.replies.length ? sent : message.replies;
  const resend = useCall(sendReplyAgain);
  // The newer state of each reply, from the list or our own response.
  const replies = listed.map(
    (each) => resend.data?.replies.find(({ _id, stateAt }) => _id === each._id && stateAt > each.stateAt) ?? each,
  );
  const [isOpen, setOpen] = useState(() => draftBasis(draftKey(id)) !== undefined);
  const opener = useRef<HTMLButtonElement>(null);

  const open = () => whenLoaded(ReplyForm, () => setOpen(true));
  const close = () => {
    setOpen(false);
    opener.current?.focus();
  };
  const sendAgain = (replyId: string) =>
    resend.mutate(
      { params: { id: replyId } },
      {
        onSuccess: () => {
          toast.success("We'll send it again within a minute.");
          // The pressed button was removed.
          opener.current?.focus();
        },
        onError: ({ message: errorMessage }) => toast.error(errorMessage),
      },
    );
  return (
    <div className="da:border-t da:border-line da:pt-4 da:xl:col-start-2 da:xl:self-start">
      {replies.length > 0 && (
        <ol
          aria-label={`Replies to ${name}`}
          className="da:mb-4 da:flex da:flex-col da:gap-4 da:border-l-2 da:border-line da:pl-4">
          {replies.map((each) => (
            <li key={each._id}>
              <p className="cq-hint da:mb-1.5 da:flex da:flex-wrap da:items-center da:gap-x-3 da:gap-y-1">
                <span>
                  Reply by <bdi>{each.by || "an admin"}</bdi>, <RelativeTime at={each.at} />
                </span>
                <ReplyState reply={each} />
              </p>
              <UserText>{each.text}</UserText>
              {each.may.sendAgain.isAllowed && (
                <Button
                  size="sm"
                  variant="secondary"
                  className="da:mt-2"
                  isBusy={resend.isPending && resend.variables.params.id === each._id}
                  onClick={() => sendAgain(each._id)}>
                  Send again
                </Button>
              )}
            </li>
          ))}
        </ol>
      )}
      <div className="da:flex da:flex-wrap da:gap-3">
        <Button ref={opener} size="sm" variant="secondary" aria-expanded={isOpen} onClick={isOpen ? close : open}>
          <Reply aria-hidden="true" size={16} /> {replies.length > 0 ? "Reply again" : "Reply"}
        </Button>
        {children}
      </div>
      {isOpen && (
        <Suspense fallback={null}>
          <div className="da:mt-4">
            <ReplyForm
              name={`Reply to ${name}`}
              draft={draftKey(id)}
              basis={replyBasis}
              label="Your reply"
              hint="The email greets them by name, quotes their message and is signed “The Conquest team”. Only admins see your name."
              most={MAX_MESSAGE_LENGTH}
              rows={6}
              action="Send reply"
              failed="Couldn't send your reply"
              takesFocus
              onSend={(text) => reply.mutateAsync({ params: { id }, body: { text } })}
              onSent={() => {
                toast.success("Reply saved. We'll email it within a minute.");
                close();
              }}
            />
          </div>
        </Suspense>
      )}
    </div>
  );
}

const STATES: Record<ContactReply["state"], BadgeContent> = {
  queued: { label: "Waiting to be sent", tone: "warning" },
  sent: { label: "Sent", tone: "success" },
  given_up: { label: "Not sent", tone: "danger" },
};

const ReplyState = ({ reply: { state, stateAt, tries, because } }: { reply: ContactReply }) => (
  <>
    <ValueBadge of={STATES} value={state} />
    {state === "sent" && <RelativeTime at={stateAt} />}
    {state === "queued" && tries > 0 && <span>Tried {pluralize(tries, "time", "times")} so far.</span>}
    {state === "given_up" && <span>{because} Email them yourself at the address above.</span>}
  </>
);
