import { useEffect, useRef, useState } from "react";
import { Link } from "react-router-dom";
import { REPORT_REASON_LABELS, decideReport, type AdminReportCase } from "@conquest/shared/contracts/reports";
import { msg } from "@conquest/shared/contracts/text/message";
import { Badge, ValueBadge, type BadgeContent } from "@conquest/shared/ui/badge";
import { Answers } from "@conquest/shared/ui/entry/answers";
import { EmailAddress } from "@conquest/shared/ui/format/email-address";
import { focusHeadingIfLost } from "@conquest/shared/ui/page/focus-heading";
import { badgeOf, labelOf, lookUp } from "@conquest/shared/ui/format/labels";
import { langOf } from "@conquest/shared/ui/format/lang-of";
import { formatNumber } from "@conquest/shared/ui/format/text";
import { RelativeTime, useDateTimeFormat } from "@conquest/shared/ui/format/time";
import { UserText } from "@conquest/shared/ui/format/user-text";
import { ChangedNote } from "./changed-note";
import { Eye, EyeOff } from "lucide-react";
import { useCall } from "@conquest/shared/singletons/api-hooks";
import { T, t } from "@conquest/shared/singletons/language";
import { toast } from "@conquest/shared/singletons/toast";
import { Button } from "@conquest/shared/ui/button";
import { lazyComponent } from "@conquest/shared/ui/page/lazy-component";
import { whenLoaded } from "@conquest/shared/ui/page/when-loaded";
import type { DecisionDialogProps } from "./decision-dialog";

interface Props {
  report: AdminReportCase;
}

const KINDS: Record<AdminReportCase["kind"], string> = {
  contest: msg("Contest {name}"),
  entry: msg("Entry to {name}"),
};

const OUTCOMES: Record<NonNullable<AdminReportCase["end"]>["outcome"], BadgeContent> = {
  dismissed: { label: msg("Dismissed"), tone: "success" },
  upheld: { label: msg("Action taken"), tone: "danger" },
};

export function ReportCard({ report }: Props) {
  const { _id, kind, contest, text, author, end, isHidden, changedAt, reasons, reportCount } = report;
  const card = useRef<HTMLElement>(null);
  const decision = `${end?.at} ${end?.shownAgain?.at}`;
  const lastDecision = useRef(decision);
  useEffect(() => {
    // The focused button is removed after the decision.
    if (decision !== lastDecision.current) focusHeadingIfLost(card.current);
    lastDecision.current = decision;
  }, [decision]);
  return (
    <article ref={card} aria-labelledby={_id} className="cq-panel da:flex da:flex-col da:gap-5">
      <header className="da:flex da:flex-wrap da:items-start da:justify-between da:gap-3">
        <div className="da:min-w-0">
          <h2 id={_id} tabIndex={-1} className="da:text-lg da:font-semibold da:wrap-anywhere">
            <T
              text={lookUp(KINDS, kind, (words) => `${words} {name}`)}
              name={
                <Link to={`/contest-details/${contest._id}`} className="cq-link" dir="auto" lang={langOf(contest.name)}>
                  {contest.name}
                </Link>
              }
            />
          </h2>
          <p className="cq-hint da:wrap-anywhere">
            <T text="by {person}" person={<Person {...author} />} />
          </p>
        </div>
        <div className="cq-badges">
          {isHidden && <Badge tone="danger">{t("Hidden")}</Badge>}
          {end?.shownAgain && <Badge tone="info">{t("Restored")}</Badge>}
          {end ? <ValueBadge of={OUTCOMES} value={end.outcome} /> : <Badge tone="warning">{t("To be decided")}</Badge>}
        </div>
      </header>
      {changedAt && <ChangedNote at={changedAt} />}
      {text !== null && (
        <blockquote className="da:rounded-md da:bg-sunk da:p-3">
          <UserText>{text}</UserText>
        </blockquote>
      )}
      <Answers answers={report.answers} />
      <div className="da:grid da:gap-5 da:lg:grid-cols-2">
        <div className="da:flex da:min-w-0 da:flex-col da:gap-3">
          <h3 className="cq-label">
            {t("{n, plural, one {# person} other {# people}} reported it", { n: reportCount })}
          </h3>
          <ul className="da:flex da:flex-wrap da:gap-2">
            {reasons.map(({ reason, count }) => (
              <li key={reason}>
                <Badge tone="neutral">
                  {t(labelOf(REPORT_REASON_LABELS, reason))}
                  {count > 1 && ` × ${formatNumber(count)}`}
                </Badge>
              </li>
            ))}
          </ul>
          <ReportList report={report} />
        </div>
        <div className="da:flex da:min-w-0 da:flex-col da:gap-3">
          <h3 className="cq-label">{t("Author's response")}</h3>
          <Answer report={report} />
        </div>
      </div>
      <CaseActions report={report} />
    </article>
  );
}

const MAX_VISIBLE = 3;

function ReportList({ report: { reports, reportCount } }: Props) {
  const renderReport = ({ _id, reason, word: text, at, by }: AdminReportCase["reports"][number]) => (
    <li key={_id} className="da:rounded-md da:bg-sunk da:p-3">
      <p className="cq-hint da:wrap-anywhere">
        <Person {...by} />, <RelativeTime at={at} />: {t(labelOf(REPORT_REASON_LABELS, reason))}
      </p>
      <UserText>{text}</UserText>
    </li>
  );
  const more = reports.slice(MAX_VISIBLE);
  return (
    <>
      <ul className="da:flex da:flex-col da:gap-3">{reports.slice(0, MAX_VISIBLE).map(renderReport)}</ul>
      {more.length > 0 && (
        <details>
          <summary className="cq-link da:cursor-pointer da:py-2">{t("{n} more", { n: more.length })}</summary>
          <ul className="da:mt-2 da:flex da:flex-col da:gap-3">{more.map(renderReport)}</ul>
          {reportCount > reports.length && (
            <p className="cq-hint da:mt-2">
              {t("The latest {n} of {all} reports.", { n: reports.length, all: reportCount })}
            </p>
          )}
        </details>
      )}
    </>
  );
}

function Answer({ report: { answer, answerUntil, toldAt, end, author } }: Props) {
  const format = useDateTimeFormat();
  if (!answer) {
    return (
      <p className="cq-running-text">
        {end ? (
          t("No response.")
        ) : author.isGone ? (
          t("No response possible: the account was removed. You can decide now.")
        ) : (
          <T
            text="No response yet. Notified {time}; they have until {end}."
            time={<RelativeTime at={toldAt} />}
            end={<time dateTime={answerUntil}>{format(answerUntil)}</time>}
          />
        )}
      </p>
    );
  }
  return (
    <div className="da:rounded-md da:bg-sunk da:p-3">
      <p className="cq-hint">
        <RelativeTime at={answer.at} />
      </p>
      <UserText>{answer.text}</UserText>
    </div>
  );
}

const Person = ({ name, email }: Pick<AdminReportCase["author"], "name" | "email">) => (
  <>
    <bdi>{name || t("Unnamed user")}</bdi>
    {email && (
      <>
        {" "}
        (<EmailAddress>{email}</EmailAddress>)
      </>
    )}
  </>
);

const DecisionDialog = lazyComponent<DecisionDialogProps>(
  () => import(/* webpackChunkName: "decision-dialog" */ "./decision-dialog"),
);

function CaseActions({ report }: { report: AdminReportCase }) {
  const { _id: id, may, end, contest } = report;
  const decide = useCall(decideReport);
  const [openDialog, setOpenDialog] = useState<DecisionDialogProps["decision"]>();
  const showDialog = (decision: DecisionDialogProps["decision"]) =>
    whenLoaded(DecisionDialog, () => setOpenDialog(decision));
  const dialog = (decision: DecisionDialogProps["decision"]) => (
    <DecisionDialog report={report} decision={decision} onClose={() => setOpenDialog(undefined)} />
  );
  if (end) {
    return (
      <footer className="da:flex da:flex-col da:gap-3 da:border-t da:border-line da:pt-4">
        <DecisionNote what={t(badgeOf(OUTCOMES, end.outcome).label)} {...end} />
        {end.shownAgain && <DecisionNote what={t("Restored")} {...end.shownAgain} />}
        {may.show.isAllowed && (
          <Button
            variant="secondary"
            size="sm"
            className="da:self-start"
            aria-haspopup="dialog"
            aria-describedby={id}
            onClick={() => showDialog("show")}>
            <Eye aria-hidden="true" size={16} /> {t("Restore")}
          </Button>
        )}
        {openDialog === "show" && dialog(openDialog)}
      </footer>
    );
  }
  const restore = () =>
    decide.mutate(
      { params: { id }, body: { decision: "show" } },
      {
        onSuccess: () => toast.success(t("Restored: {name}", { name: contest.name })),
        onError: ({ message }) => toast.error(message),
      },
    );
  return (
    <footer className="da:flex da:flex-col da:gap-3 da:border-t da:border-line da:pt-4">
      <div className="da:flex da:flex-wrap da:gap-3">
        {may.show.isAllowed ? (
          <Button variant="secondary" size="sm" isBusy={decide.isPending} aria-describedby={id} onClick={restore}>
            <Eye aria-hidden="true" size={16} /> {t("Restore")}
          </Button>
        ) : (
          may.hide.isAllowed && (
            <Button
              variant="secondary"
              size="sm"
              aria-haspopup="dialog"
              aria-describedby={id}
              onClick={() => showDialog("hide")}>
              <EyeOff aria-hidden="true" size={16} /> {t("Hide now")}
            </Button>
          )
        )}
        <Button
          variant="secondary"
          size="sm"
          aria-haspopup="dialog"
          aria-describedby={id}
          onClick={() => showDialog("dismiss")}>
          {t("Dismiss report")}
        </Button>
        <Button
          variant="danger"
          size="sm"
          aria-haspopup="dialog"
          aria-describedby={`${id} ${id}-uphold`}
          disabled={!may.uphold.isAllowed}
          onClick={() => showDialog("uphold")}>
          {t(may.uphold.how === "cancel" ? "Cancel contest" : "Take down")}
        </Button>
      </div>
      {!may.uphold.isAllowed && (
        <p id={`${id}-uphold`} className="cq-hint">
          {may.uphold.because}
        </p>
      )}
      {openDialog && dialog(openDialog)}
    </footer>
  );
}

const DecisionNote = ({ what, at, note }: { what: string; at: string; note: string }) => (
  <div>
    <p className="cq-hint">
      <T text="{what} {time}" what={what} time={<RelativeTime at={at} />} />
      {note && ":"}
    </p>
    {note && <UserText>{note}</UserText>}
  </div>
);
