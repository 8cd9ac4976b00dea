import { CircleCheck, Clock } from "lucide-react";
import type { ReactNode } from "react";
import { Link, useLocation } from "react-router-dom";
import type { ContestDetails } from "@conquest/shared/contracts/contests";
import { joinWaitingList, leaveWaitingList } from "@conquest/shared/contracts/waiting-list";
import { useCall } from "@conquest/shared/singletons/api-hooks";
import { T, t } from "@conquest/shared/singletons/language";
import { loginUrl } from "@conquest/shared/singletons/return-path";
import { session, useSession } from "@conquest/shared/singletons/session-store";
import { toast } from "@conquest/shared/singletons/toast";
import { Button, ButtonLink } from "@conquest/shared/ui/button";
import { Countdown } from "@conquest/shared/ui/contest/countdown";
import { useDateTimeFormat } from "@conquest/shared/ui/format/time";
import { ErrorNote } from "@conquest/shared/ui/note";
import { focusHeadingIfLost } from "@conquest/shared/ui/page/focus-heading";
import { HelpLink } from "@conquest/shared/ui/help-link";
import { LeavingTerms } from "./leaving-terms";
import { registerAction } from "./main-action";

interface Props {
  contest: ContestDetails;
}

export default function WaitingList({ contest }: Props) {
  const waiting = contest.viewer?.waiting;
  if (waiting?.offerEndsAt) return <Offer contest={contest} offerEndsAt={waiting.offerEndsAt} />;
  if (waiting) return <Waiting contest={contest} position={waiting.position ?? 1} />;
  return <Full contest={contest} />;
}

function Offer({ contest, offerEndsAt }: Props & { offerEndsAt: string }) {
  const format = useDateTimeFormat();
  const { to, label } = registerAction(contest);
  return (
    <>
      <Status icon={<CircleCheck aria-hidden size={20} className="pu:shrink-0 pu:text-success" />}>
        {t("A spot is held for you.")}
      </Status>
      <p>
        <T text="It's held for you until {time}." time={<time dateTime={offerEndsAt}>{format(offerEndsAt)}</time>} />
      </p>
      <Countdown to={offerEndsAt} role="group" label={t("Time left to join")} />
      {contest.may.join.isAllowed ? (
        <ButtonLink to={to} size="lg">
          {label}
        </ButtonLink>
      ) : (
        <p>{contest.may.join.because}</p>
      )}
      {contest.rules && (
        <Link to="#rules" className="cq-link">
          {t("Read the rules first")}
        </Link>
      )}
      <LeavingTerms contest={contest} />
      <LeaveButton contest={contest} label={t("Decline the spot")} />
    </>
  );
}

function Waiting({ contest, position }: Props & { position: number }) {
  return (
    <>
      <Status>
        {t("You're number {n} of {all} on the waiting list.", {
          n: position,
          all: Math.max(position, contest.waitingCount ?? 0),
        })}
      </Status>
      <p>
        {t("When a spot becomes free for you, it's held for 24 hours, but not past the deadline. We'll let you know.")}
      </p>
      <LeaveButton contest={contest} label={t("Leave the waiting list")} />
    </>
  );
}

function LeaveButton({ contest: { _id }, label }: Props & { label: string }) {
  const leave = useCall(leaveWaitingList);
  // Awaited instead of using a mutate callback: this button unmounts when the contest is refetched.
  const confirm = async () => {
    try {
      await leave.mutateAsync({ params: { contestId: _id } });
      toast.success(t("You left the waiting list"));
      focusHeadingIfLost();
    } catch {
      // Shown as `leave.error`.
    }
  };
  return (
    <>
      <ErrorNote title={t("Couldn't leave the waiting list")}>{leave.error?.message}</ErrorNote>
      <Button variant="ghost" isBusy={leave.isPending} onClick={() => void confirm()}>
        {label}
      </Button>
    </>
  );
}

function Full({ contest }: Props) {
  const { _id, may, waitingCount } = contest;
  const { pathname } = useLocation();
  const isVisitor = useSession(({ phase }) => phase !== "signed-in");
  const takesPart = useSession(({ account }) => account?.takesPart ?? false);
  const join = useCall(joinWaitingList);
  const confirm = async () => {
    try {
      await join.mutateAsync({ params: { contestId: _id } });
      toast.success(t("You're on the waiting list"));
      // It adds items to the dashboard menu.
      if (!takesPart) session.refreshAccount().catch(() => undefined);
      focusHeadingIfLost();
    } catch {
      // Shown as `join.error`.
    }
  };
  return (
    <>
      <Status>{t("This contest is full.")}</Status>
      <p>
        {t("If someone leaves, the spot is offered to the first person on the waiting list.")}{" "}
        {waitingCount
          ? t("{n, plural, one {# person is waiting.} other {# people are waiting.}}", { n: waitingCount })
          : ""}{" "}
        <HelpLink to="participants#waiting-list">{t("Full contests and the waiting list")}</HelpLink>
      </p>
      <ErrorNote title={t("Couldn't join the waiting list")}>{join.error?.message}</ErrorNote>
      {isVisitor ? (
        <>
          <ButtonLink to={loginUrl(pathname)} size="lg" rel="nofollow">
            {t("Join the waiting list")}
          </ButtonLink>
          <p className="cq-hint">{t("You'll be asked to log in first.")}</p>
        </>
      ) : (
        may.joinWaitingList?.isAllowed && (
          <Button size="lg" isBusy={join.isPending} onClick={() => void confirm()}>
            {t("Join the waiting list")}
          </Button>
        )
      )}
    </>
  );
}

const Status = ({
  icon = <Clock aria-hidden size={20} className="pu:shrink-0" />,
  children,
}: {
  icon?: ReactNode;
  children: ReactNode;
}) => (
  <p className="pu:flex pu:items-center pu:gap-2 pu:font-semibold">
    {icon}
    {children}
  </p>
);
