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
        title="Report about your content"
        subtitle="Someone reported this to our admins. We don't share who."
      />
      {reportQuery.error instanceof ApiError && reportQuery.error.status === 404 ? (
        <EmptyState
          title="We couldn't find that report"
          icon={<Flag aria-hidden="true" size={40} />}
          action={<ButtonLink to="/dashboard">Go to your dashboard</ButtonLink>}>
          <p>The contest may have been deleted, or the report is about someone else's content.</p>
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
          <h3 className="cq-label du:mb-2">Reasons</h3>
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
        title="Your response"
        isFocusable
        className="cq-panel du:flex du:flex-col du:gap-4"
        titleClass="du:text-lg du:font-semibold">
        {/* The form stays after an error, so that the text is not lost when the report was decided. */}
        {may.answer.isAllowed || send.isError ? (
          <Suspense fallback={<Spinner label="Loading the form" />}>
            <AnswerForm
              draft={`report-answer:${id}`}
              label="Your response"
              hint="Only admins can read it."
              most={MAX_REPORT_ANSWER_LENGTH}
              rows={6}
              text={answer?.text}
              action={answer ? "Update response" : "Send response"}
              failed="Couldn't send your response"
              onSend={(answerText) => send.mutateAsync({ params: { id }, body: { text: answerText } })}
              onSent={() => toast.success("Response sent")}>
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
          <p className="cq-running-text">You didn't respond. {may.answer.because}</p>
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
        <Note tone="success" title="Restored">
          <p>
            Taken down <RelativeTime at={end.at} />, restored <RelativeTime at={end.shownAgain.at} />. Admin's note:
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
            ? "Report dismissed"
            : kind === "contest"
              ? "Your contest was taken down"
              : "Your entry was taken down"
        }>
        <p>
          An admin decided this <RelativeTime at={end.at} />.{end.note && " Admin's note:"}
        </p>
        {end.note && <UserText>{end.note}</UserText>}
      </Note>
    );
  }
  return (
    <Note tone="warning" title={answer ? "An admin will read your response" : "You can respond"}>
      <p>
        {isHidden ? "It's hidden while admins review it. " : "Admins are reviewing it. "}
        {answer ? (
          "You can update your response until they decide."
        ) : (
          <>
            Until <time dateTime={answerUntil}>{format(answerUntil)}</time>, admins may hide it but won't decide without
            your response.
          </>
        )}
      </p>
    </Note>
  );
}
