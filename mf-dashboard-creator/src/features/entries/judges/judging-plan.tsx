import type { ContestDetails } from "@conquest/shared/contracts/contests";
import type { JudgingPlan as Plan } from "@conquest/shared/contracts/judging/planning";
import { T, t } from "@conquest/shared/singletons/language";
import { Button } from "@conquest/shared/ui/button";
import { formatDateTime } from "@conquest/shared/ui/format/time";
import { Note } from "@conquest/shared/ui/note";
import { lazyComponent } from "@conquest/shared/ui/page/lazy-component";
import { useDialog } from "@conquest/shared/ui/page/use-dialog";

const AssignmentDialog = lazyComponent(() => import(/* webpackChunkName: "planning-dialogs" */ "./assignment-dialog"));
const RatingsDateDialog = lazyComponent(
  () => import(/* webpackChunkName: "planning-dialogs" */ "./ratings-date-dialog"),
);
const RecusalsDialog = lazyComponent(() => import(/* webpackChunkName: "planning-dialogs" */ "./recusals-dialog"));

export interface Props {
  contest: ContestDetails;
  plan: Plan;
}

export default function JudgingPlan({ contest, plan }: Props) {
  const { judgesPerEntry, ratingsDueAt, shortCount, recusalCount, judges, may } = plan;
  const canPlan = may.plan.isAllowed;
  const assignment = useDialog(AssignmentDialog, canPlan);
  const date = useDialog(RatingsDateDialog, canPlan && contest.phase !== "overdue");
  const recusals = useDialog(RecusalsDialog, recusalCount > 0);
  return (
    <div className="dc:mt-2 dc:flex dc:flex-col dc:gap-3 dc:border-t dc:border-line dc:pt-3">
      <div className="dc:flex dc:flex-wrap dc:items-center dc:justify-between dc:gap-3">
        <p>
          {judgesPerEntry === null
            ? t("All judges rate every entry.")
            : t("{n, plural, one {Each entry is assigned to # judge.} other {Each entry is assigned to # judges.}}", {
                n: judgesPerEntry,
              })}
        </p>
        {canPlan && (
          <Button
            variant="secondary"
            size="sm"
            onClick={() => assignment.open({ contestId: contest._id, judgesPerEntry, judgeCount: judges.length })}>
            {t("Assign entries")}
          </Button>
        )}
      </div>
      {shortCount > 0 && (
        <Note tone="warning">
          {t(
            "{n, plural, one {# entry has fewer judges, because not enough can judge it.} other {# entries have fewer judges, because not enough can judge them.}}",
            { n: shortCount },
          )}
        </Note>
      )}
      <div className="dc:flex dc:flex-wrap dc:items-center dc:justify-between dc:gap-3">
        <p>
          {ratingsDueAt === null ? (
            t("No date for ratings.")
          ) : (
            <T
              text="Ratings are due {date}."
              date={<time dateTime={ratingsDueAt}>{formatDateTime(ratingsDueAt)}</time>}
            />
          )}
        </p>
        {/* An overdue winner leaves no date to choose. */}
        {canPlan && contest.phase !== "overdue" && (
          <Button variant="secondary" size="sm" onClick={() => date.open({ contest, ratingsDueAt })}>
            {t(ratingsDueAt === null ? "Set a date" : "Change the date")}
          </Button>
        )}
      </div>
      {recusalCount > 0 && (
        <div className="dc:flex dc:flex-wrap dc:items-center dc:justify-between dc:gap-3">
          <p>
            {t(
              "{n, plural, one {A judge recused themselves from # entry.} other {Judges recused themselves # times.}}",
              { n: recusalCount },
            )}
          </p>
          <Button
            variant="secondary"
            size="sm"
            onClick={() => recusals.open({ contestId: contest._id, canEnd: canPlan })}>
            {t("View reasons")}
          </Button>
        </div>
      )}
      {assignment.element}
      {date.element}
      {recusals.element}
    </div>
  );
}
