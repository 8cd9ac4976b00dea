import { useQueryClient } from "@tanstack/react-query";
import { Suspense, useRef, useState, type ReactNode } from "react";
import type { ContestDetails } from "@conquest/shared/contracts/contests";
import { getContestDetails } from "@conquest/shared/contracts/listing";
import { SIMULATED } from "@conquest/shared/contracts/text/simulated";
import { joinContest } from "@conquest/shared/contracts/participation";
import { query, useCall } from "@conquest/shared/singletons/api-hooks";
import { ApiError } from "@conquest/shared/singletons/http";
import { msg, t } from "@conquest/shared/singletons/language";
import { session, useAccount } from "@conquest/shared/singletons/session-store";
import { toast } from "@conquest/shared/singletons/toast";
import { langOf } from "@conquest/shared/ui/format/lang-of";
import { Button, ButtonLink } from "@conquest/shared/ui/button";
import { EmptyState } from "@conquest/shared/ui/state/empty-state";
import { formatTaka } from "@conquest/shared/ui/format/money";
import { useDateTimeFormat } from "@conquest/shared/ui/format/time";
import { Note } from "@conquest/shared/ui/note";
import { focusHeadingIfLost } from "@conquest/shared/ui/page/focus-heading";
import { lazyComponent } from "@conquest/shared/ui/page/lazy-component";
import { PageHeading } from "@conquest/shared/ui/page/page-heading";
import { usePreload } from "@conquest/shared/ui/page/use-dialog";
import { Picture } from "@conquest/shared/ui/picture/picture";
import { Spinner } from "@conquest/shared/ui/state/spinner";
import { CostNote, formatCost } from "@conquest/shared/ui/contest/cost";
import { DeadlineText } from "@conquest/shared/ui/contest/deadline-text";
import { HelpLink } from "@conquest/shared/ui/help-link";
import { ContestFrame } from "../contest-frame";
import { LeavingTerms } from "./leaving-terms";
import { PAYMENT_TOAST, PaymentForm } from "./payment-form";

/** Loaded separately: not needed before the payment. */
const Receipt = lazyComponent(() => import("./receipt"));

const AcceptRules = lazyComponent(() => import(/* webpackChunkName: "contest-rules" */ "../rules/accept-rules"));

export default function PaymentPage() {
  return (
    <ContestFrame heading={<PageHeading title={t("Payment")} />} backTo={(id) => `/contest-details/${id}`}>
      {(contest) => <Payment contest={contest} />}
    </ContestFrame>
  );
}

function Payment({ contest }: { contest: ContestDetails }) {
  const { email, takesPart } = useAccount();
  const cache = useQueryClient();
  const join = useCall(joinContest);
  usePreload(true, Receipt);
  const texts = contest.amountDue === 0 ? JOINING : PAYING;

  const showFailureToast = () => void (texts.failureToast && toast.error(t(texts.failureToast), PAYMENT_TOAST));

  const { rules } = contest;
  // The version, not only a mark: rules that have changed must be accepted again.
  const [acceptedVersion, setAcceptedVersion] = useState<number | null>(null);
  const isAccepted = !rules || acceptedVersion === rules.version;
  const [isTried, setIsTried] = useState(false);
  const acceptance = useRef<HTMLInputElement>(null);
  const isOutdated = acceptedVersion !== null && !isAccepted;
  const acceptanceProblem = isOutdated
    ? t("The rules have changed. Read and accept them again.")
    : isTried && !isAccepted
      ? t("Accept the rules to join")
      : "";

  async function pay() {
    if (!isAccepted) {
      setIsTried(true);
      acceptance.current?.focus();
      return;
    }
    try {
      await join.mutateAsync({
        body: { contestId: contest._id, email, amount: contest.amountDue, rulesVersion: rules?.version },
      });
      toast.success(t(texts.success), PAYMENT_TOAST);
      // The first participation adds items to the dashboard menu.
      if (!takesPart) session.refreshAccount().catch(() => undefined);
    } catch (error) {
      const hasFailed = isRejected(error) && !isAlreadyJoined(error);
      if (hasFailed) showFailureToast();
      // The contest may have closed, or the payment may have arrived although its response was lost.
      await cache.invalidateQueries();
      const latest = cache.getQueryData(query(getContestDetails, { params: { id: contest._id } }).queryKey);
      if (!isRejected(error) && !latest?.viewer?.hasJoined) showFailureToast();
      focusHeadingIfLost();
    }
  }

  // While joining, a refetch may already show the participation.
  if (join.data || (!join.isPending && (contest.viewer?.hasJoined || isAlreadyJoined(join.error))))
    return (
      <Suspense fallback={<Spinner label={t("Loading your receipt")} />}>
        <Receipt
          contest={contest}
          title={t(texts.success)}
          receipt={join.data}
          isRepeated={isAlreadyJoined(join.error)}
        />
      </Suspense>
    );

  const failure = join.error && (
    <Note tone="danger" role="alert" title={t(areTermsChanged(join.error) ? JOINING.failure : texts.failure)}>
      {join.error.message} {contest.amountDue > 0 && chargeText(join.error)}
    </Note>
  );
  const { isAllowed, because } = contest.may.join;
  return (
    <div>
      <PageHeading title={t(texts.title)} />
      {isAllowed || join.isPending ? (
        <div className="pu:grid pu:grid-cols-1 pu:gap-6 pu:md:grid-cols-2 pu:lg:gap-10">
          <Summary contest={contest} />
          <div className="pu:flex pu:flex-col pu:gap-4">
            {contest.amountDue > 0 && (
              <Note tone="info" title={t("Test mode: don't use a real card")}>
                {t(SIMULATED)} {t("You won't be charged, and card details never leave this page.")}
              </Note>
            )}
            <div className="cq-panel pu:flex pu:flex-col pu:gap-6">
              {rules && (
                <Suspense fallback={<div aria-hidden="true" className="cq-bone pu:h-24" />}>
                  <AcceptRules
                    rules={rules}
                    isAccepted={isAccepted}
                    problem={acceptanceProblem}
                    onChange={(isChecked) => setAcceptedVersion(isChecked ? rules.version : null)}
                    control={acceptance}
                  />
                </Suspense>
              )}
              {contest.amountDue === 0 ? (
                <FreeJoin failure={failure} isBusy={join.isPending} onJoin={pay} />
              ) : (
                <PaymentForm amount={contest.amountDue} failure={failure} onPay={pay} />
              )}
            </div>
          </div>
        </div>
      ) : (
        <div className="pu:flex pu:flex-col pu:gap-6">
          {failure}
          <EmptyState
            title={t("You can't join this contest")}
            action={<ButtonLink to={`/contest-details/${contest._id}`}>{t("View contest")}</ButtonLink>}>
            {because}
          </EmptyState>
        </div>
      )}
    </div>
  );
}

/** `failure` is the title of the note that says why. Only a payment also has a toast, as specified. */
const PAYING = {
  title: msg("Payment"),
  success: msg("Payment successful"),
  failure: msg("Couldn't complete your payment"),
  failureToast: msg("Payment failed"),
};
const JOINING = {
  title: msg("Join"),
  success: msg("You've joined"),
  failure: msg("Couldn't join the contest"),
  failureToast: null,
};

/** Joined before, in another tab or by an attempt whose response was lost. */
const isAlreadyJoined = (error: unknown) => error instanceof ApiError && error.code === "already_joined";

/** The cost or the rules changed since they were shown, so the page's current wording may not fit what failed. */
const areTermsChanged = (error: unknown) => error instanceof ApiError && /^(amount|rules)_/.test(String(error.code));

/** The server rejected the request, so nothing happened. */
const isRejected = (error: unknown) => error instanceof ApiError && error.status >= 400 && error.status < 500;

function chargeText(error: Error): string {
  return t(
    isRejected(error)
      ? "You weren't charged."
      : "If the payment did go through, the contest is in My Participated Contests. Trying again won't charge you twice.",
  );
}

function Summary({ contest }: { contest: ContestDetails }) {
  const format = useDateTimeFormat();
  const until = contest.viewer?.waiting?.offerEndsAt;
  return (
    <aside aria-label={t("Summary")} className="pu:flex pu:flex-col pu:gap-4 pu:self-start">
      <div className="pu:flex pu:flex-wrap pu:items-center pu:gap-x-4 pu:gap-y-2">
        <Picture src={contest.image} alt="" sizes="9rem" className="pu:w-24 pu:shrink-0 pu:rounded-md pu:sm:w-36" />
        <div className="pu:min-w-0 pu:flex-[1_1_8rem]">
          <h2 className="pu:text-lg pu:font-semibold" dir="auto" lang={langOf(contest.name)}>
            {contest.name}
          </h2>
          <p className="cq-hint">{t("Prize {amount}", { amount: formatTaka(contest.prize) })}</p>
        </div>
      </div>
      <dl className="pu:flex pu:flex-wrap pu:justify-between pu:gap-x-4 pu:text-xl pu:font-bold">
        <dt>{t("Entry fee")}</dt>
        <dd className="cq-money">{formatCost(contest.amountDue)}</dd>
      </dl>
      {contest.amountDue > 0 && <CostNote />}
      <p>
        {until ? (
          t("A spot is held for you until {time}.", { time: format(until) })
        ) : (
          <DeadlineText at={contest.deadline} />
        )}
      </p>
      <LeavingTerms contest={contest} />
      <p>
        <HelpLink to="participants#refunds">{t("How refunds work")}</HelpLink>
      </p>
    </aside>
  );
}

interface FreeJoinProps {
  failure: ReactNode;
  isBusy: boolean;
  onJoin: () => Promise<void>;
}

const FreeJoin = ({ failure, isBusy, onJoin }: FreeJoinProps) => (
  <>
    <Note tone="success" title={t("This contest is free")}>
      {t("No payment or card needed.")}
    </Note>
    {failure}
    <Button size="lg" isBusy={isBusy} onClick={() => void onJoin()} className="pu:self-start">
      {t(isBusy ? "Joining…" : "Join for free")}
    </Button>
  </>
);
