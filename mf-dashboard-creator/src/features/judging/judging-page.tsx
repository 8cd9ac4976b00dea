import { useInfiniteQuery } from "@tanstack/react-query";
import {
  listJudgingInvitations,
  answerInvitation,
  type JudgingInvitation,
} from "@conquest/shared/contracts/judging/judges";
import { pages, useCall } from "@conquest/shared/singletons/api-hooks";
import { T, t } from "@conquest/shared/singletons/language";
import { langOf } from "@conquest/shared/ui/format/lang-of";
import { SkeletonRows } from "@conquest/shared/ui/list/data-table";
import { EmptyState } from "@conquest/shared/ui/state/empty-state";
import { ListPage } from "@conquest/shared/ui/list/list-page";
import { lazyComponent } from "@conquest/shared/ui/page/lazy-component";
import { ArrowRight } from "lucide-react";
import { Link } from "react-router-dom";
import { toast } from "@conquest/shared/singletons/toast";
import { VerificationLink } from "@conquest/shared/ui/account/verification-link";
import { Badge } from "@conquest/shared/ui/badge";
import { Button, ButtonLink } from "@conquest/shared/ui/button";
import { PhaseBadge } from "@conquest/shared/ui/contest/badges";
import { DeadlineText } from "@conquest/shared/ui/contest/deadline-text";
import { formatTaka } from "@conquest/shared/ui/format/money";
import { Note, ErrorNote } from "@conquest/shared/ui/note";
import { focusHeadingIfLost } from "@conquest/shared/ui/page/focus-heading";
import { RelativeTime } from "@conquest/shared/ui/format/time";
import { useDialog } from "@conquest/shared/ui/page/use-dialog";
import { HelpLink } from "@conquest/shared/ui/help-link";

const StepDownDialog = lazyComponent(() => import(/* webpackChunkName: "step-down-dialog" */ "./step-down-dialog"));

export default function JudgingPage() {
  const invitations = useInfiniteQuery(pages(listJudgingInvitations));
  const leaving = useDialog(StepDownDialog);
  return (
    <>
      <ListPage
        title={t("Judging")}
        subtitle={
          <>
            {t("Contests you're invited to judge. You rate the entries, and their creators pick the winners.")}{" "}
            <HelpLink to="judges#rate">{t("Rate entries")}</HelpLink>
          </>
        }
        list={invitations}
        rowKey={({ _id }) => _id}
        skeleton={<SkeletonRows label={t("Loading contests to judge")} count={3} />}
        empty={
          <EmptyState title={t("No contests to judge")}>
            <p>
              {t("When a creator invites you to judge a contest, it appears here.")}{" "}
              {t("Withdrawn invitations disappear, and hidden contests come back if they're restored.")}
            </p>
          </EmptyState>
        }>
        {(rows) => (
          <ul className="dc:flex dc:flex-col dc:gap-5">
            {rows.map((invitation) => (
              <li key={invitation._id}>
                <InvitationCard invitation={invitation} onStepDown={() => leaving.open({ invitation })} />
              </li>
            ))}
          </ul>
        )}
      </ListPage>
      {leaving.element}
    </>
  );
}

function InvitationCard({ invitation, onStepDown }: { invitation: JudgingInvitation; onStepDown: () => void }) {
  const { _id, state, contest, ratedCount, needsProof, may } = invitation;
  const answer = useCall(answerInvitation);
  const respond = (accepts: boolean) =>
    answer.mutate(
      { params: { id: _id }, body: { accepts } },
      {
        onSuccess: () => {
          toast.success(t(accepts ? "Invitation accepted" : "Invitation declined"));
          focusHeadingIfLost();
        },
      },
    );
  const creator = <bdi>{contest.creator.name || t("Unnamed creator")}</bdi>;
  const isWaiting = contest.phase === "judging" || contest.phase === "overdue";
  return (
    <article className="cq-panel dc:flex dc:flex-col dc:gap-4" aria-labelledby={_id}>
      <header className="dc:flex dc:flex-wrap dc:items-start dc:justify-between dc:gap-3">
        <div className="dc:min-w-0">
          <h2 id={_id} className="cq-section-title dc:wrap-anywhere" dir="auto" lang={langOf(contest.name)}>
            <Link className="cq-link" to={`/contest-details/${contest._id}`}>
              {contest.name}
            </Link>
          </h2>
          <p className="cq-hint">
            <T
              text="by {creator} · Prize {prize} · {n, plural, one {# participant} other {# participants}}"
              creator={creator}
              prize={formatTaka(contest.prize)}
              n={contest.participantCount}
            />
          </p>
        </div>
        <span className="dc:flex dc:flex-wrap dc:gap-2">
          {state === "invited" && <Badge tone="info">{t("Invited")}</Badge>}
          {state === "declined" && <Badge>{t("Declined")}</Badge>}
          <PhaseBadge phase={contest.phase} participantCount={contest.participantCount} />
        </span>
      </header>
      <div className="dc:flex dc:flex-wrap dc:gap-x-8 dc:gap-y-2">
        <DeadlineText at={contest.deadline} phase={contest.phase} />
        {isWaiting && (
          <p className="dc:font-semibold">
            <T
              text={contest.phase === "overdue" ? "Winner was due {time}" : "Winner due {time}"}
              time={<RelativeTime at={contest.winnerDueAt} />}
            />
          </p>
        )}
        {isWaiting && contest.ratingsDueAt && (
          <p>
            <T text="Ratings due {time}" time={<RelativeTime at={contest.ratingsDueAt} />} />
          </p>
        )}
        {may.judge.isAllowed && (
          <p>
            {t("{rated} of {n, plural, one {# entry} other {# entries}} rated", {
              rated: ratedCount,
              n: contest.entryCount,
            })}
          </p>
        )}
      </div>
      {state === "invited" && (
        <p className="cq-running-text">
          <T
            text="If you accept, you can read and rate entries after the deadline. {creator} picks the winner."
            creator={creator}
          />{" "}
          {t("Your name appears on the contest page and next to your feedback.")}{" "}
          {t("You can't join this contest yourself.")}
          {contest.hidesNames && ` ${t("You won't see participants' names until there's a winner.")}`}
        </p>
      )}
      <ErrorNote>{answer.error?.message}</ErrorNote>
      {(state === "invited" || needsProof) && !may.accept.isAllowed && <Note tone="warning">{may.accept.because}</Note>}
      {state === "accepted" && !may.judge.isAllowed && <p>{may.judge.because}</p>}
      {needsProof && (
        <div className="dc:flex dc:flex-wrap dc:items-center dc:gap-3">
          <VerificationLink label={t("Send me a verification link")} aria-describedby={_id} />
        </div>
      )}
      <div className="dc:flex dc:flex-wrap dc:gap-3">
        {state === "invited" && may.accept.isAllowed && (
          <Button size="sm" isBusy={answer.isPending} aria-describedby={_id} onClick={() => respond(true)}>
            {t("Accept")}
          </Button>
        )}
        {state === "invited" && may.decline.isAllowed && (
          <Button
            size="sm"
            variant="secondary"
            isBusy={answer.isPending}
            aria-describedby={_id}
            onClick={() => respond(false)}>
            {t("Decline")}
          </Button>
        )}
        {state === "declined" && may.accept.isAllowed && (
          <Button
            size="sm"
            variant="secondary"
            isBusy={answer.isPending}
            aria-describedby={_id}
            onClick={() => respond(true)}>
            {t("Accept after all")}
          </Button>
        )}
        {may.judge.isAllowed && (
          <ButtonLink
            to={`/dashboard/judging/${contest._id}`}
            size="sm"
            variant={isWaiting ? "primary" : "secondary"}
            aria-describedby={_id}>
            {t(isWaiting ? "Rate the entries" : "View entries")} <ArrowRight aria-hidden="true" size={16} />
          </ButtonLink>
        )}
        {may.stepDown.isAllowed && (
          <Button size="sm" variant="ghost" aria-describedby={_id} onClick={onStepDown}>
            {t("Step down")}
          </Button>
        )}
      </div>
    </article>
  );
}
