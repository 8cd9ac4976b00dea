import { useQuery } from "@tanstack/react-query";
import { Flag } from "lucide-react";
import { Suspense } from "react";
import { Link, useParams } from "react-router-dom";
import {
  MAX_REPORT_ANSWER_LENGTH,
  REPORT_REASON_LABELS,
  answerReport,
  getReported,
  type OwnReportCase,
} from "@conquest/shared/contracts/reports";
import { query, useCall } from "@conquest/shared/singletons/api-hooks";
import { ApiError } from "@conquest/shared/singletons/http";
import { toast } from "@conquest/shared/singletons/toast";
import { Badge } from "@conquest/shared/ui/badge";
import { ButtonLink } from "@conquest/shared/ui/button";
import { EmptyState } from "@conquest/shared/ui/state/empty-state";
import { Note } from "@conquest/shared/ui/note";
import { lazyComponent } from "@conquest/shared/ui/page/lazy-component";
import { PageHeading } from "@conquest/shared/ui/page/page-heading";
import { QueryView } from "@conquest/shared/ui/state/query-view";
import { Spinner } from "@conquest/shared/ui/state/spinner";
import { labelOf } from "@conquest/shared/ui/format/labels";
import { RelativeTime, useDateTimeFormat } from "@conquest/shared/ui/format/time";
import { UserText } from "@conquest/shared/ui/format/user-text";
import type { CommentFormProps } from "@conquest/shared/ui/form/comment-form";
import { Section } from "@conquest/shared/ui/page/section";

/** Loaded only if an answer is possible, since it includes the form library. */
const AnswerForm = lazyComponent<CommentFormProps>(
  () => import(/* webpackChunkName: "words-form" */ "@conquest/shared/ui/form/comment-form"),
);

export default function ReportedPage() {
  const { id = "" } = useParams();
  const reportQuery = useQuery(query(getReported, { params: { id } }));
  return (
    <>
      <PageHeading
        title="Reported"
        subtitle="Somebody told the admins that something is wrong with what you put here. Who it was stays with them."
      />
      {reportQuery.error instanceof ApiError && reportQuery.error.status === 404 ? (
        <EmptyState
          title="Nothing of yours was reported here"
          icon={<Flag aria-hidden="true" size={40} />}
          action={<ButtonLink to="/dashboard">To your dashboard</ButtonLink>}>
          <p>The contest may have been removed, or this is about somebody else.</p>
        </EmptyState>
      ) : (
        <QueryView
          query={reportQuery}
          skeleton={<span className="cq-bone du:block du:h-64 du:rounded-md" aria-label="Loading" role="status" />}>
          {(report) => <Reported report={report} key={report._id} />}
        </QueryView>
      )}
    </>
  );
}

function Reported({ report }: { report: OwnReportCase }) {
  const { _id: id, kind, contest, text, reasons, isHidden, end, answer, may } = report;
  const send = useCall(answerReport);
  return (
    <div className="du:flex du:max-w-3xl du:flex-col du:gap-6">
      <State report={report} />
      <section aria-labelledby="what" className="cq-panel du:flex du:flex-col du:gap-4">
        <header className="du:flex du:flex-wrap du:items-start du:justify-between du:gap-3">
          <h2 id="what" className="du:min-w-0 du:text-lg du:font-semibold du:wrap-anywhere">
            {kind === "contest" ? "Your contest " : "Your entry to "}
            <Link to={`/contest-details/${contest._id}`} className="cq-link" dir="auto">
              {contest.name}
            </Link>
          </h2>
          {isHidden && !end && <Badge tone="danger">Hidden</Badge>}
        </header>
        {text !== null && (
          <blockquote className="du:rounded-md du:bg-sunk du:p-3">
            <UserText>{text}</UserText>
          </blockquote>
        )}
        <div>
          <h3 className="cq-label du:mb-2">What was reported</h3>
          <ul className="du:flex du:flex-wrap du:gap-2">
            {reasons.map((reason) => (
              <li key={reason}>
                <Badge tone="warning">{labelOf(REPORT_REASON_LABELS, reason)}</Badge>
              </li>
            ))}
          </ul>
        </div>
      </section>
      <Section
        headingId="answer"
        title="Your answer"
        isFocusable
        className="cq-panel du:flex du:flex-col du:gap-4"
        titleClass="du:text-lg du:font-semibold">
        {/* The form stays after an error, so that the text is not lost when the report was decided. */}
        {may.answer.isAllowed || send.isError ? (
          <Suspense fallback={<Spinner label="Loading the form" />}>
            <AnswerForm
              draft={`report-answer:${id}`}
              label="What you say to it"
              hint="Only admins read it."
              most={MAX_REPORT_ANSWER_LENGTH}
              rows={6}
              text={answer?.text}
              action={answer ? "Send another answer" : "Send your answer"}
              failed="Your answer was not sent"
              onSend={(answerText) => send.mutateAsync({ params: { id }, body: { text: answerText } })}
              onSent={() => toast.success("Your answer is with the admins.")}>
              {answer && (
                <span className="cq-hint" role="status">
                  Sent <RelativeTime at={answer.at} />
                </span>
              )}
            </AnswerForm>
          </Suspense>
        ) : answer ? (
          <>
            <UserText>{answer.text}</UserText>
            <p className="cq-hint">
              <RelativeTime at={answer.at} />
            </p>
          </>
        ) : (
          <p className="cq-running-text">You gave none. {may.answer.because}</p>
        )}
      </Section>
    </div>
  );
}

function State({ report: { kind, isHidden, answer, answerUntil, end } }: { report: OwnReportCase }) {
  const format = useDateTimeFormat();
  if (end) {
    const isDismissed = end.outcome === "dismissed";
    if (end.shownAgain) {
      return (
        <Note tone="success" title="It was put back on show">
          <p>
            It was taken down <RelativeTime at={end.at} />; an admin took that back{" "}
            <RelativeTime at={end.shownAgain.at} />. Their word:
          </p>
          <UserText>{end.shownAgain.note}</UserText>
        </Note>
      );
    }
    return (
      <Note
        tone={isDismissed ? "success" : "danger"}
        title={
          isDismissed
            ? "Nothing is wrong with it"
            : kind === "contest"
              ? "Your contest was taken down"
              : "Your entry was taken down"
        }>
        <p>
          An admin decided that <RelativeTime at={end.at} />.{end.note && " Their word:"}
        </p>
        {end.note && <UserText>{end.note}</UserText>}
      </Note>
    );
  }
  return (
    <Note tone="warning" title={answer ? "An admin reads your answer" : "You can answer"}>
      <p>
        {isHidden ? "It is hidden from the public while admins look at it. " : "Admins look at it. "}
        {answer ? (
          "You may write another one in its place until they have decided."
        ) : (
          <>
            Until <time dateTime={answerUntil}>{format(answerUntil)}</time> nothing more than hiding it happens without
            your answer.
          </>
        )}
      </p>
    </Note>
  );
}
