import { Suspense, useId, useRef, useState } from "react";
import { MAX_ANSWER_LENGTH, answerQuestion, type ContestQuestion } from "@conquest/shared/contracts/questions";
import { useCall } from "@conquest/shared/singletons/api-hooks";
import { T, t } from "@conquest/shared/singletons/language";
import { toast } from "@conquest/shared/singletons/toast";
import { langOf } from "@conquest/shared/ui/format/lang-of";
import { Avatar } from "@conquest/shared/ui/picture/avatar";
import { Button } from "@conquest/shared/ui/button";
import type { CommentFormProps } from "@conquest/shared/ui/form/comment-form";
import { lazyComponent } from "@conquest/shared/ui/page/lazy-component";
import { Spinner } from "@conquest/shared/ui/state/spinner";
import { RelativeTime } from "@conquest/shared/ui/format/time";
import { UserText } from "@conquest/shared/ui/format/user-text";
import type { RemoveQuestionProps } from "./remove-question-dialog";

/** Brings the form libraries; loaded only for users who may write. */
export const LazyCommentForm = lazyComponent<CommentFormProps>(
  () => import(/* webpackChunkName: "words-form" */ "@conquest/shared/ui/form/comment-form"),
);

export const RemoveQuestionDialog = lazyComponent<RemoveQuestionProps>(
  () => import(/* webpackChunkName: "remove-question-dialog" */ "./remove-question-dialog"),
);

interface Props {
  question: ContestQuestion;
  /** Removed on the server, but shown while an answer is being written. */
  isGone: boolean;
  creator: string;
}

export function QuestionCard({ question, isGone, creator }: Props) {
  const { text, name, photo, at, isOwn, answer, may } = question;
  const [isRemoving, setIsRemoving] = useState(false);
  const [isAnswering, setIsAnswering] = useState(false);
  // Keep the form open if answering was just closed, so that the typed text is not lost.
  const canAnswer = may.answer.isAllowed || isAnswering;
  const textId = useId();
  const asker = name || t("Unnamed user");
  if (isGone && !isAnswering) return null;
  return (
    <article aria-label={t("Question by {name}", { name: asker })} className="cq-panel pu:flex pu:flex-col pu:gap-4">
      <header className="pu:flex pu:min-w-0 pu:items-center pu:gap-3">
        <Avatar src={photo} name={name} size={36} alt="" />
        <div className="pu:min-w-0">
          <h3 className="pu:font-semibold pu:wrap-anywhere">
            <bdi>{asker}</bdi> {isOwn && <span className="cq-hint pu:font-normal">{t("(you)")}</span>}
          </h3>
          <p className="cq-hint">
            <T text="asked {time}" time={<RelativeTime at={at} />} />
          </p>
        </div>
      </header>
      <div id={textId}>
        <UserText>{text}</UserText>
      </div>
      {answer && !isAnswering && (
        <div className="pu:flex pu:flex-col pu:gap-2 pu:border-l-4 pu:border-brand pu:pl-4">
          <p className="pu:flex pu:flex-wrap pu:items-baseline pu:gap-x-2">
            <strong className="pu:wrap-anywhere" dir="auto" lang={langOf(creator)}>
              {creator || t("The creator")}
            </strong>
            <span className="cq-hint">
              <T
                text={answer.correctedAt ? "answered · edited {time}" : "answered {time}"}
                time={<RelativeTime at={answer.correctedAt ?? answer.at} />}
              />
            </span>
          </p>
          <UserText>{answer.text}</UserText>
        </div>
      )}
      {(canAnswer || may.remove.isAllowed) && (
        <div className={isAnswering ? undefined : "pu:flex pu:flex-wrap pu:items-center pu:gap-2"}>
          {canAnswer && <Answering {...{ question, textId, isAnswering, setIsAnswering }} />}
          {!isAnswering && may.remove.isAllowed && (
            <Button
              variant="ghost"
              size="sm"
              className={canAnswer ? undefined : "pu:-ml-3"}
              aria-describedby={textId}
              onClick={() => setIsRemoving(true)}>
              {t(isOwn ? "Delete" : "Remove")}
            </Button>
          )}
        </div>
      )}
      <Suspense>
        {isRemoving && <RemoveQuestionDialog question={question} onClose={() => setIsRemoving(false)} />}
      </Suspense>
    </article>
  );
}

interface AnsweringProps {
  question: ContestQuestion;
  textId: string;
  isAnswering: boolean;
  setIsAnswering: (isAnswering: boolean) => void;
}

function Answering({ question: { _id: id, answer: before }, textId, isAnswering, setIsAnswering }: AnsweringProps) {
  const answer = useCall(answerQuestion);
  const button = useRef<HTMLButtonElement>(null);
  function done() {
    setIsAnswering(false);
    // The form that had the focus is gone.
    setTimeout(() => button.current?.focus());
  }
  if (!isAnswering) {
    return (
      <Button
        ref={button}
        variant={before ? "ghost" : "secondary"}
        size="sm"
        className={before ? "pu:-ml-3" : undefined}
        aria-describedby={textId}
        onClick={() => setIsAnswering(true)}>
        {t(before ? "Edit answer" : "Answer")}
      </Button>
    );
  }
  return (
    <Suspense fallback={<Spinner label={t("Loading the form")} />}>
      <LazyCommentForm
        draft={`answer:${id}`}
        label={t("Your answer")}
        hint={t("Everyone who can see the contest can read your answer. We'll notify the person who asked.")}
        most={MAX_ANSWER_LENGTH}
        rows={5}
        text={before?.text}
        action={t(before ? "Save" : "Answer")}
        failed={t("Couldn't save your answer")}
        onSend={async (text) => {
          await answer.mutateAsync({ params: { id }, body: { text } });
          toast.success(t(before ? "Answer updated" : "Answer posted"));
        }}
        takesFocus
        onSent={done}
        onCancel={done}
      />
    </Suspense>
  );
}
