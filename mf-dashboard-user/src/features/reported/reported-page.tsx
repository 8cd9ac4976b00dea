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
import { T, t } from "@conquest/shared/singletons/language";
import { toast } from "@conquest/shared/singletons/toast";
import { langOf } from "@conquest/shared/ui/format/lang-of";
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
        title={t("Report about your content")}
        subtitle={t("Someone reported this to our admins. We don't share who.")}
      />
      {reportQuery.error instanceof ApiError && reportQuery.error.status === 404 ? (
        <EmptyState
          title={t("We couldn't find that report")}
          icon={<Flag aria-hidden="true" size={40} />}
          action={<ButtonLink to="/dashboard">{t("Go to your dashboard")}</ButtonLink>}>
          <p>{t("The contest may have been deleted, or the report is about someone else's content.")}</p>
        </EmptyState>
      ) : (
        <QueryView
          query={reportQuery}
          skeleton={
            <span className="cq-bone du:block du:h-64 du:rounded-md" aria-label={t("Loading")} role="status" />
          }>
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
            <T
              text={kind === "contest" ? "Your contest {contest}" : "Your entry to {contest}"}
              contest={
                <Link to={`/contest-details/${contest._id}`} className="cq-link" dir="auto" lang={langOf(contest.name)}>
                  {contest.name}
                </Link>
              }
            />
          </h2>
          {isHidden && !end && <Badge tone="danger">{t("Hidden")}</Badge>}
        </header>
        {text !== null && (
          <blockquote className="du:rounded-md du:bg-sunk du:p-3">
            <UserText>{text}</UserText>
          </blockquote>
        )}
        <div>
          <h3 className="cq-label du:mb-2">{t("Reasons")}</h3>
          <ul className="du:flex du:flex-wrap du:gap-2">
            {reasons.map((reason) => (
              <li key={reason}>
                <Badge tone="warning">{t(labelOf(REPORT_REASON_LABELS, reason))}</Badge>
              </li>
            ))}
          </ul>
        </div>
      </section>
      <Section
        headingId="answer"
        title={t("Your response")}
        isFocusable
        className="cq-panel du:flex du:flex-col du:gap-4"
        titleClass="du:text-lg du:font-semibold">
        {/* The form stays after an error, so that the text is not lost when the report was decided. */}
        {may.answer.isAllowed || send.isError ? (
          <Suspense fallback={<Spinner label={t("Loading the form")} />}>
            <AnswerForm
              draft={`report-answer:${id}`}
              label={t("Your response")}
              hint={t("Only admins can read it.")}
              most={MAX_REPORT_ANSWER_LENGTH}
              rows={6}
              text={answer?.text}
              action={t(answer ? "Update response" : "Send response")}
              failed={t("Couldn't send your response")}
              onSend={(answerText) => send.mutateAsync({ params: { id }, body: { text: answerText } })}
              onSent={() => toast.success(t("Response sent"))}>
              {answer && (
                <span className="cq-hint" role="status">
                  <T text="Sent {time}" time={<RelativeTime at={answer.at} />} />
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
          <p className="cq-running-text">
            {t("You didn't respond.")} {may.answer.because}
          </p>
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
        <Note tone="success" title={t("Restored")}>
          <p>
            <T
              text="Taken down {time}, restored {restored}. Admin's note:"
              time={<RelativeTime at={end.at} />}
              restored={<RelativeTime at={end.shownAgain.at} />}
            />
          </p>
          <UserText>{end.shownAgain.note}</UserText>
        </Note>
      );
    }
    return (
      <Note
        tone={isDismissed ? "success" : "danger"}
        title={t(
          isDismissed
            ? "Report dismissed"
            : kind === "contest"
              ? "Your contest was taken down"
              : "Your entry was taken down",
        )}>
        <p>
          <T
            text={end.note ? "An admin decided this {time}. Admin's note:" : "An admin decided this {time}."}
            time={<RelativeTime at={end.at} />}
          />
        </p>
        {end.note && <UserText>{end.note}</UserText>}
      </Note>
    );
  }
  return (
    <Note tone="warning" title={t(answer ? "An admin will read your response" : "You can respond")}>
      <p>
        {t(isHidden ? "It's hidden while admins review it." : "Admins are reviewing it.")}{" "}
        {answer ? (
          t("You can update your response until they decide.")
        ) : (
          <T
            text="Until {time}, admins may hide it but won't decide without your response."
            time={<time dateTime={answerUntil}>{format(answerUntil)}</time>}
          />
        )}
      </p>
    </Note>
  );
}
