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
import { msg } from "@conquest/shared/contracts/text/message";
import { useCall } from "@conquest/shared/singletons/api-hooks";
import { draftBasis } from "@conquest/shared/singletons/drafts";
import { T, t } from "@conquest/shared/singletons/language";
import { toast } from "@conquest/shared/singletons/toast";
import { ValueBadge, type BadgeContent } from "@conquest/shared/ui/badge";
import { Button } from "@conquest/shared/ui/button";
import { lazyComponent } from "@conquest/shared/ui/page/lazy-component";
import { whenLoaded } from "@conquest/shared/ui/page/when-loaded";
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
          toast.success(t("We'll send it again within a minute."));
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
          aria-label={t("Replies to {name}", { name })}
          className="da:mb-4 da:flex da:flex-col da:gap-4 da:border-l-2 da:border-line da:pl-4">
          {replies.map((each) => (
            <li key={each._id}>
              <p className="cq-hint da:mb-1.5 da:flex da:flex-wrap da:items-center da:gap-x-3 da:gap-y-1">
                <span>
                  <T
                    text="Reply by {name}, {time}"
                    name={<bdi>{each.by || t("an admin")}</bdi>}
                    time={<RelativeTime at={each.at} />}
                  />
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
                  {t("Send again")}
                </Button>
              )}
            </li>
          ))}
        </ol>
      )}
      <div className="da:flex da:flex-wrap da:gap-3">
        <Button ref={opener} size="sm" variant="secondary" aria-expanded={isOpen} onClick={isOpen ? close : open}>
          <Reply aria-hidden="true" size={16} /> {t(replies.length > 0 ? "Reply again" : "Reply")}
        </Button>
        {children}
      </div>
      {isOpen && (
        <Suspense fallback={null}>
          <div className="da:mt-4">
            <ReplyForm
              name={t("Reply to {name}", { name })}
              draft={draftKey(id)}
              basis={replyBasis}
              label={t("Your reply")}
              hint={t(
                "The email greets them by name, quotes their message and is signed “The Conquest team”. Only admins see your name.",
              )}
              most={MAX_MESSAGE_LENGTH}
              rows={6}
              action={t("Send reply")}
              failed={t("Couldn't send your reply")}
              takesFocus
              onSend={(text) => reply.mutateAsync({ params: { id }, body: { text } })}
              onSent={() => {
                toast.success(t("Reply saved. We'll email it within a minute."));
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
  queued: { label: msg("Waiting to be sent"), tone: "warning" },
  sent: { label: msg("Sent"), tone: "success" },
  given_up: { label: msg("Not sent"), tone: "danger" },
};

const ReplyState = ({ reply: { state, stateAt, tries, because } }: { reply: ContactReply }) => (
  <>
    <ValueBadge of={STATES} value={state} />
    {state === "sent" && <RelativeTime at={stateAt} />}
    {state === "queued" && tries > 0 && (
      <span>{t("Tried {n, plural, one {# time} other {# times}} so far.", { n: tries })}</span>
    )}
    {state === "given_up" && (
      <span>
        {because} {t("Email them yourself at the address above.")}
      </span>
    )}
  </>
);
