import { useInfiniteQuery } from "@tanstack/react-query";
import { MessageCircleQuestion } from "lucide-react";
import { Suspense, useRef, useState } from "react";
import { useLocation } from "react-router-dom";
import type { ContestDetails } from "@conquest/shared/contracts/contests";
import { MAX_QUESTION_LENGTH, askQuestion, listQuestions } from "@conquest/shared/contracts/questions";
import { pages, useCall } from "@conquest/shared/singletons/api-hooks";
import { T, t } from "@conquest/shared/singletons/language";
import { loginUrl } from "@conquest/shared/singletons/return-path";
import { useSession } from "@conquest/shared/singletons/session-store";
import { toast } from "@conquest/shared/singletons/toast";
import { Button, ButtonLink } from "@conquest/shared/ui/button";
import { LoadMore } from "@conquest/shared/ui/list/load-more";
import { QueryView } from "@conquest/shared/ui/state/query-view";
import { Spinner } from "@conquest/shared/ui/state/spinner";
import { useStableOrder } from "@conquest/shared/ui/list/use-stable-order";
import { useFocusHashTarget } from "../use-focus-hash-target";
import { SkeletonQuestions } from "./questions-section";
import { LazyCommentForm, QuestionCard } from "./question-card";
import { usePreload } from "@conquest/shared/ui/page/use-dialog";

/** Few, because answers can be long. */
const PAGE_SIZE = 10;

export default function Questions({ contest }: { contest: ContestDetails }) {
  const { _id: contestId, questionCount, viewer, may } = contest;
  const [hasList, setHasList] = useState(questionCount > 0);
  // Keep the list when the last question is removed: it may be being answered.
  if (questionCount > 0 && !hasList) setHasList(true);
  const canWrite = viewer !== null && (viewer.isOwner || may.ask.isAllowed);
  useFocusHashTarget("#questions", "questions-heading");
  usePreload(canWrite, LazyCommentForm);
  return (
    <>
      <Ask contest={contest} />
      {hasList ? <QuestionList contest={contest} key={contestId} /> : <NothingAsked />}
    </>
  );
}

const NothingAsked = () => <p className="cq-running-text">{t("No questions yet.")}</p>;

function QuestionList({ contest }: { contest: ContestDetails }) {
  const questions = useInfiniteQuery(
    pages(listQuestions, { params: { contestId: contest._id }, query: { limit: PAGE_SIZE } }),
  );
  // For the owner, answered questions sort below open ones; keep them in place while the page is open.
  const stableQuestions = useStableOrder(questions.data, ({ _id }) => _id, "keep");
  return (
    <QueryView query={questions} skeleton={<SkeletonQuestions count={contest.questionCount} />}>
      {(data) => {
        const listed = data.pages.flatMap((page) => page.items);
        const ids = new Set(listed.map(({ _id }) => _id));
        return (
          <>
            {listed.length === 0 && <NothingAsked />}
            <ul className="pu:flex pu:flex-col pu:gap-4 pu:empty:hidden">
              {(contest.viewer?.isOwner ? stableQuestions : listed).map((question) => (
                <li key={question._id} className="pu:empty:hidden">
                  <QuestionCard question={question} isGone={!ids.has(question._id)} creator={contest.creator.name} />
                </li>
              ))}
            </ul>
            {(questions.hasNextPage || data.pages.length > 1) && (
              <LoadMore list={questions} shown={listed.length} failed={t("Couldn't load more questions")} />
            )}
          </>
        );
      }}
    </QueryView>
  );
}

function Ask({ contest: { _id: contestId, creator, may, phase: contestPhase, viewer } }: { contest: ContestDetails }) {
  const { pathname } = useLocation();
  const phase = useSession((session) => session.phase);
  const ask = useCall(askQuestion);
  const [isAsking, setIsAsking] = useState(false);
  const button = useRef<HTMLButtonElement>(null);

  function done() {
    setIsAsking(false);
    // The form that had the focus is gone.
    setTimeout(() => button.current?.focus());
  }

  if (viewer?.isOwner) {
    return (
      <p className="cq-hint">
        {t(
          contestPhase === "cancelled"
            ? "This contest was cancelled. Questions are closed and no longer public."
            : "Everyone who can see the contest can read questions and your answers. Unanswered questions come first.",
        )}
      </p>
    );
  }
  // Keep the form open if asking was just closed, so that the typed text is not lost.
  if (!may.ask.isAllowed && !isAsking) return <p className="cq-hint">{may.ask.because}</p>;
  if (!viewer) {
    // Reserve the space until the session is known, so that signed-in users are not asked to log in.
    if (phase !== "signed-out") return <div className="pu:min-h-9" />;
    return (
      <p className="pu:flex pu:flex-wrap pu:items-center pu:gap-3">
        <ButtonLink variant="secondary" size="sm" to={loginUrl(`${pathname}#questions`)} rel="nofollow">
          {t("Log in to ask")}
        </ButtonLink>
        <span className="cq-hint">
          <T
            text="{creator} answers here, for everyone to read."
            creator={<bdi>{creator.name || t("The creator")}</bdi>}
          />
        </span>
      </p>
    );
  }
  if (!isAsking) {
    return (
      <div>
        <Button ref={button} variant="secondary" size="sm" onClick={() => setIsAsking(true)}>
          <MessageCircleQuestion aria-hidden size={16} /> {t("Ask a question")}
        </Button>
      </div>
    );
  }
  return (
    <div className="cq-panel">
      <Suspense fallback={<Spinner label={t("Loading the form")} />}>
        <LazyCommentForm
          draft={`question:${contestId}`}
          label={t("Your question")}
          hint={
            <T
              text="Everyone who can see the contest sees your question and your name. We'll notify {creator}."
              creator={<bdi>{creator.name || t("the creator")}</bdi>}
            />
          }
          most={MAX_QUESTION_LENGTH}
          rows={3}
          action={t("Ask")}
          failed={t("Couldn't post your question")}
          onSend={async (text) => {
            await ask.mutateAsync({ params: { contestId }, body: { text } });
            toast.success(t("Question posted"));
          }}
          takesFocus
          onSent={done}
          onCancel={done}
        />
      </Suspense>
    </div>
  );
}
