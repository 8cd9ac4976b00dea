import { CircleCheck, Lock } from "lucide-react";
import { Suspense, useState, type ComponentProps, type ReactNode } from "react";
import { Link } from "react-router-dom";
import type { ContestDetails } from "@conquest/shared/contracts/contests";
import { T, t } from "@conquest/shared/singletons/language";
import { useSession } from "@conquest/shared/singletons/session-store";
import { Button, ButtonLink } from "@conquest/shared/ui/button";
import { CertificateLink } from "@conquest/shared/ui/contest/certificate-link";
import { lazyComponent } from "@conquest/shared/ui/page/lazy-component";
import { formatTaka } from "@conquest/shared/ui/format/money";
import { useDateTimeFormat } from "@conquest/shared/ui/format/time";
import { hasWaitingList, LazyWaitingList } from "./lazy-waiting-list";
import { LeavingTerms } from "./leaving-terms";
import { entryAction, hasWinnerToPick, judgingAction, manageAction, registerAction } from "./main-action";
import { usePreload } from "@conquest/shared/ui/page/use-dialog";

const LeaveDialog = lazyComponent(() => import(/* webpackChunkName: "leave-dialog" */ "./leave-dialog"));

type Leaving = NonNullable<NonNullable<ContestDetails["viewer"]>["left"]>;

interface Props {
  contest: ContestDetails;
}

export function NextStep({ contest }: Props) {
  // Rendered for visitors until the session is known, so that for most people nothing moves.
  const isVisitor = useSession(({ phase }) => phase !== "signed-in");
  const { may, viewer } = contest;

  if (viewer?.isOwner) {
    return (
      <>
        <Status>{t("This is your contest.")}</Status>
        <Cancelled contest={contest} />
        <ActionLink {...manageAction(contest)} variant={hasWinnerToPick(contest) ? "secondary" : "primary"} />
      </>
    );
  }
  if (viewer?.isJudge) {
    return (
      <>
        <Status>{t("You're a judge of this contest.")}</Status>
        <Cancelled contest={contest} />
        <Link to="/dashboard/judging" className="cq-link">
          {t("Go to judging")}
        </Link>
      </>
    );
  }
  if (viewer?.hasJoined) return <Joined contest={contest} hasSubmitted={viewer.hasSubmitted} />;
  const left = viewer?.left && <Left left={viewer.left} />;
  if (hasWaitingList(contest))
    return (
      <>
        {left}
        <LazyWaitingList contest={contest} />
      </>
    );
  if (!may.join.isAllowed)
    return (
      <>
        {left}
        <NotOpen contest={contest} />
      </>
    );
  return (
    <>
      {left}
      <ActionLink {...registerAction(contest)} size="lg" />
      {contest.rules && (
        <Link to="#rules" className="cq-link">
          {t("Read the rules first")}
        </Link>
      )}
      {isVisitor && <p className="cq-hint">{t("You'll be asked to log in first.")}</p>}
      <LeavingTerms contest={contest} />
    </>
  );
}

function Joined({ contest, hasSubmitted }: Props & { hasSubmitted: boolean }) {
  const [isLeaving, setIsLeaving] = useState(false);
  usePreload(true, LeaveDialog);
  const format = useDateTimeFormat();
  const { submit, leave } = contest.may;
  const leavesUntil = contest.viewer?.leavesUntil;
  // After the deadline both are denied with the same sentence.
  const refusals = new Set([submit, leave].flatMap(({ isAllowed, because }) => (isAllowed ? [] : [because])));

  return (
    <>
      <Status>{t(hasSubmitted ? "You've joined and submitted your entry." : "You've joined this contest.")}</Status>
      {submit.isAllowed && <ActionLink {...entryAction(contest)} />}
      {!contest.winner && [...refusals].map((because) => <p key={because}>{because}</p>)}
      {contest.winner && hasSubmitted && (
        <CertificateLink contestId={contest._id} label={t("Your certificate")} variant="secondary" />
      )}
      <Link to="/dashboard/my_participated_contests" className="cq-link">
        {t("My Participated Contests")}
      </Link>
      {leavesUntil && hasSubmitted && !contest.viewer?.hasTeammates && (
        <p>
          <T
            text="The deadline was extended after you joined, so you can leave until {time}. Leaving withdraws your entry."
            time={<time dateTime={leavesUntil}>{format(leavesUntil)}</time>}
          />
        </p>
      )}
      {leave.isAllowed && (
        <Button variant="ghost" onClick={() => setIsLeaving(true)}>
          {t(contest.viewer?.paidAmount ? "Leave and get a refund" : "Leave")}
        </Button>
      )}
      <Suspense>{isLeaving && <LeaveDialog contest={contest} onClose={() => setIsLeaving(false)} />}</Suspense>
    </>
  );
}

function Left({ left: { at, amount, receiptNumber } }: { left: Leaving }) {
  const format = useDateTimeFormat();
  return (
    <p>
      <T text="You left on {time}." time={<time dateTime={at}>{format(at)}</time>} />
      {amount > 0 && ` ${t("{amount} was refunded.", { amount: formatTaka(amount) })}`}{" "}
      {receiptNumber && (
        <Link to={`/dashboard/payments/${receiptNumber}`} className="cq-link">
          {t("View receipt")}
        </Link>
      )}
    </p>
  );
}

const Status = ({ children }: { children: ReactNode }) => (
  <p className="pu:flex pu:items-center pu:gap-2 pu:font-semibold">
    <CircleCheck aria-hidden size={20} className="pu:shrink-0 pu:text-success" />
    {children}
  </p>
);

function closedLabel({ phase, isPublic, spotsLeft }: ContestDetails): string {
  if (phase === "in_review" || phase === "changes_requested" || phase === "rejected") return t("Not open yet");
  if (phase === "open" && !isPublic) return t("Hidden");
  return t(phase === "open" && spotsLeft === 0 ? "Full" : "Closed");
}

function NotOpen({ contest }: Props) {
  const { phase, may } = contest;
  if (phase === "cancelled") return <Cancelled contest={contest} />;
  return (
    <>
      {phase !== "completed" && (
        <Button disabled size="lg">
          <Lock aria-hidden size={18} /> {closedLabel(contest)}
        </Button>
      )}
      <p>{may.join.because}</p>
    </>
  );
}

function Cancelled({ contest: { cancelledAt, cancelReason, amountDue } }: Props) {
  const format = useDateTimeFormat();
  if (!cancelledAt) return null;
  return (
    <>
      <p>
        <T
          text="This contest was cancelled on {time}."
          time={<time dateTime={cancelledAt}>{format(cancelledAt)}</time>}
        />{" "}
        {t(amountDue > 0 ? "Everyone who paid got a full refund." : "It ended without a winner.")}
      </p>
      {cancelReason && (
        <p>
          <T text="Reason: {reason}" reason={<bdi>{cancelReason}</bdi>} />
        </p>
      )}
    </>
  );
}

export function Judging({ contest }: Props) {
  const judging = judgingAction(contest);
  if (!judging) return null;
  const { to, label, isDue } = judging;
  return <ActionLink to={to} label={label} variant={isDue ? "primary" : "secondary"} />;
}

const ActionLink = ({ label, ...rest }: ComponentProps<typeof ButtonLink> & { label: string }) => (
  <ButtonLink {...rest}>{label}</ButtonLink>
);
