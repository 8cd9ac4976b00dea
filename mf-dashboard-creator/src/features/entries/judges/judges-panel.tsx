import { useQuery } from "@tanstack/react-query";
import { UserPlus, X } from "lucide-react";
import { Suspense } from "react";
import type { ContestDetails } from "@conquest/shared/contracts/contests";
import {
  MAX_JUDGES,
  listJudges,
  type ContestJudge,
  type ContestJudges,
} from "@conquest/shared/contracts/judging/judges";
import { getJudgingPlan, type JudgingPlan as Plan } from "@conquest/shared/contracts/judging/planning";
import { query } from "@conquest/shared/singletons/api-hooks";
import { msg, t } from "@conquest/shared/singletons/language";
import { langOf } from "@conquest/shared/ui/format/lang-of";
import { ValueBadge, type BadgeContent } from "@conquest/shared/ui/badge";
import { Button, IconButton } from "@conquest/shared/ui/button";
import { SkeletonRows } from "@conquest/shared/ui/list/data-table";
import { lazyComponent } from "@conquest/shared/ui/page/lazy-component";
import { QueryView } from "@conquest/shared/ui/state/query-view";
import { RelativeTime } from "@conquest/shared/ui/format/time";
import { useDialog } from "@conquest/shared/ui/page/use-dialog";
import { HelpLink } from "@conquest/shared/ui/help-link";
import type { Props as JudgingPlanProps } from "./judging-plan";

const JudgingPlan = lazyComponent<JudgingPlanProps>(
  () => import(/* webpackChunkName: "judging-plan" */ "./judging-plan"),
);

const InviteJudgeDialog = lazyComponent(
  () => import(/* webpackChunkName: "invite-judge-dialog" */ "./invite-judge-dialog"),
);
const WithdrawJudgeDialog = lazyComponent(
  () => import(/* webpackChunkName: "withdraw-judge-dialog" */ "./withdraw-judge-dialog"),
);

const STATES: Record<ContestJudge["state"], BadgeContent> = {
  invited: { label: msg("Invited"), tone: "info" },
  accepted: { label: msg("Accepted"), tone: "success" },
  declined: { label: msg("Declined"), tone: "neutral" },
  withdrawn: { label: msg("Withdrawn"), tone: "neutral" },
  stepped_down: { label: msg("Stepped down"), tone: "neutral" },
};

interface Props {
  contest: ContestDetails;
  /** The contest closed without participants, so there is nothing to judge. */
  isUnjoined: boolean;
}

export function JudgesPanel({ contest, isUnjoined }: Props) {
  const { _id: contestId, phase, may } = contest;
  const judges = useQuery(query(listJudges, { params: { contestId } }));
  const hasJudges = judges.data?.judges.some(({ state }) => state === "accepted") ?? false;
  // Older servers have no plans.
  const isPlanned = hasJudges && !isUnjoined && may.planJudging !== undefined;
  const plan = useQuery({ ...query(getJudgingPlan, { params: { contestId } }), enabled: isPlanned });
  const canInvite = !isUnjoined && (judges.data?.may.invite.isAllowed ?? false);
  const invitation = useDialog(InviteJudgeDialog, canInvite);
  const withdrawal = useDialog(WithdrawJudgeDialog, canInvite);
  // There are no invitations, and none can usefully be sent any more.
  const isHidden = (isUnjoined || phase === "completed" || phase === "cancelled") && judges.data?.judges.length === 0;
  if (isHidden) return null;
  return (
    <section aria-labelledby="judges" className="cq-panel">
      <div className="dc:flex dc:flex-wrap dc:items-center dc:justify-between dc:gap-3">
        <h2 id="judges" className="dc:font-semibold">
          {t("Judges")}
        </h2>
        {canInvite && (
          <Button variant="secondary" size="sm" onClick={() => invitation.open({ contestId })}>
            <UserPlus aria-hidden="true" size={16} /> {t("Invite a judge")}
          </Button>
        )}
      </div>
      <QueryView query={judges} skeleton={<SkeletonRows label={t("Loading the judges")} count={1} />}>
        {(data) => <Judges {...data} plan={plan.data} onLeave={(judge) => withdrawal.open({ judge })} />}
      </QueryView>
      {canInvite && !hasJudges && (
        <p className="cq-hint dc:mt-2">
          {t("Once a judge has accepted, you can assign entries and set a date for ratings.")}
        </p>
      )}
      {isPlanned && plan.data && (
        <Suspense>
          <JudgingPlan contest={contest} plan={plan.data} />
        </Suspense>
      )}
      {invitation.element}
      {withdrawal.element}
    </section>
  );
}

interface JudgesProps extends ContestJudges {
  plan: Plan | undefined;
  onLeave: (judge: ContestJudge) => void;
}

function Judges({ judges, may, plan, onLeave }: JudgesProps) {
  return (
    <>
      {judges.length === 0 ? (
        <p className="cq-hint dc:mt-2">
          {t("You're the only judge. Invite up to {n} people to rate entries with you. You still pick the winner.", {
            n: MAX_JUDGES,
          })}
        </p>
      ) : (
        <ul className="dc:mt-2">
          {judges.map((judge) => (
            <li key={judge._id} className="dc:flex dc:items-center dc:gap-3 dc:border-t dc:border-line dc:py-2">
              <div className="dc:flex dc:min-w-0 dc:flex-1 dc:flex-wrap dc:items-center dc:gap-x-4 dc:gap-y-1">
                <span className="dc:min-w-0 dc:flex-1 dc:basis-60">
                  <span className="dc:block dc:font-medium dc:wrap-anywhere" dir="auto" lang={langOf(judge.name)}>
                    {judge.name || judge.email || t("Deleted user")}
                  </span>
                  {judge.name && judge.email && (
                    <span className="cq-hint dc:block dc:wrap-anywhere">{judge.email}</span>
                  )}
                </span>
                <span className="dc:flex dc:flex-wrap dc:items-center dc:gap-x-3 dc:gap-y-1">
                  <ValueBadge of={STATES} value={judge.state} />
                  <span className="cq-hint">
                    {judge.state === "accepted" ? (
                      progressOf(
                        judge,
                        plan?.judges.find(({ _id }) => _id === judge._id),
                      )
                    ) : (
                      <RelativeTime at={judge.at} />
                    )}
                  </span>
                </span>
              </div>
              {judge.may.withdraw.isAllowed && (
                <IconButton
                  label={removalLabel(judge)}
                  variant="danger"
                  icon={<X aria-hidden="true" size={18} />}
                  onClick={() => onLeave(judge)}
                />
              )}
            </li>
          ))}
        </ul>
      )}
      {!may.invite.isAllowed && <p className="cq-hint dc:mt-2">{may.invite.because}</p>}
      <p className="dc:mt-2">
        <HelpLink to="creators#judges">{t("Many entries and many judges")}</HelpLink>
      </p>
    </>
  );
}

/** Before the deadline, and with older servers, only what the judge rated is known. */
function progressOf({ ratedCount }: ContestJudge, planned: Plan["judges"][number] | undefined): string {
  if (!planned || planned.assignedCount + planned.recusedCount === 0) return t("{n} rated", { n: ratedCount });
  const { ratedCount: rated, assignedCount: all, recusedCount } = planned;
  const progress = t("{rated} of {all} rated", { rated, all });
  return recusedCount === 0 ? progress : t("{progress}, {n} recused", { progress, n: recusedCount });
}

function removalLabel({ name, email, state }: ContestJudge): string {
  const who = name || email || t("a deleted user");
  return t(state === "accepted" ? "Remove {who} as a judge" : "Withdraw the invitation for {who}", { who });
}
