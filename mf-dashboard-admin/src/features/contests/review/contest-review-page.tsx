import { useQuery, useQueryClient } from "@tanstack/react-query";
import { ArrowLeft } from "lucide-react";
import { startTransition, useEffect, useOptimistic, useRef, useState } from "react";
import { Link, useLocation, useNavigate, useParams } from "react-router-dom";
import { getContestReview, getReviewQueue, type ContestReview } from "@conquest/shared/contracts/review";
import { query } from "@conquest/shared/singletons/api-hooks";
import { ApiError } from "@conquest/shared/singletons/http";
import { T, t } from "@conquest/shared/singletons/language";
import { toast } from "@conquest/shared/singletons/toast";
import { langOf } from "@conquest/shared/ui/format/lang-of";
import { Button, ButtonLink } from "@conquest/shared/ui/button";
import { StatusBadges } from "@conquest/shared/ui/contest/badges";
import { SkeletonRows } from "@conquest/shared/ui/list/data-table";
import { EmailAddress } from "@conquest/shared/ui/format/email-address";
import { EmptyState } from "@conquest/shared/ui/state/empty-state";
import { Note } from "@conquest/shared/ui/note";
import { focusHeadingIfLost } from "@conquest/shared/ui/page/focus-heading";
import { PageHeading } from "@conquest/shared/ui/page/page-heading";
import { QueryView } from "@conquest/shared/ui/state/query-view";
import { RelativeTime } from "@conquest/shared/ui/format/time";
import { HelpLink } from "@conquest/shared/ui/help-link";
import { AdviceAsReviewed, VisitorsView } from "./visitors-view";
import { Decisions, ReviewKeys } from "./decisions";
import { previousPictureUrl, RoundComparison, SinceLastRound, changedFields } from "./comparison/round-comparison";
import { QueueBar, REVIEW_PATH, queueNavigation, queuePosition, useQueueAnnouncement } from "./queue-bar";
import { ReviewHistory } from "./review-history";

export default function ContestReviewPage() {
  const { id: renderedId = "" } = useParams();
  // The router renders navigation as a transition; keys pressed before that apply to the optimistic id.
  const [id, setOptimisticId] = useOptimistic(renderedId);
  const navigate = useNavigate();
  const cache = useQueryClient();
  const review = useQuery(query(getContestReview, { params: { id } }));
  const queue = useQuery(query(getReviewQueue, { query: { at: id } }));
  const { key } = useLocation();
  const navigationMessage = useQueueAnnouncement();
  const [local, setLocal] = useState({ key, message: "" });
  if (local.key !== key) setLocal({ key, message: "" });
  // Counts decisions. As a key, it resets the read revision to the one after the decision.
  const [decisions, setDecisions] = useState(0);
  const { nextId = null } = queue.data ?? {};
  useEffect(() => {
    if (nextId === null) return;
    void cache.prefetchQuery(query(getContestReview, { params: { id: nextId } }));
    void cache.prefetchQuery(query(getReviewQueue, { query: { at: nextId } }));
  }, [cache, nextId]);
  /** The current contest. If it has changed when a decision's response arrives, the page does not navigate. */
  const currentId = useRef<string>(undefined);
  useEffect(() => {
    currentId.current = id;
    return () => {
      currentId.current = undefined;
    };
  }, [id]);

  const goTo = (to: string) =>
    startTransition(() => {
      setOptimisticId(to);
      void navigate(`${REVIEW_PATH}/${to}`, queueNavigation());
    });
  const stay = (decision: string) => {
    if (currentId.current !== id) return;
    setLocal({ key, message: t("{decision}.", { decision }) });
    setDecisions((count) => count + 1);
    focusHeadingIfLost();
  };
  const goToNext = async (decision: string) => {
    const current = await cache.fetchQuery({ ...query(getReviewQueue, { query: { at: id } }), staleTime: 0 });
    const to = current.nextId ?? current.firstId;
    const nextQueue =
      to === null ? current : await cache.fetchQuery({ ...query(getReviewQueue, { query: { at: to } }), staleTime: 0 });
    if (currentId.current !== id) return;
    if (to === null) return void navigate(REVIEW_PATH, queueNavigation(decision));
    void navigate(
      `${REVIEW_PATH}/${to}`,
      queueNavigation(t("{decision}. Next: {position}.", { decision, position: queuePosition(nextQueue) })),
    );
  };
  const isGone = review.error instanceof ApiError && review.error.status === 404;
  return (
    <>
      <div className="da:mb-4 da:flex da:flex-wrap da:items-center da:justify-between da:gap-3">
        <Link to="/dashboard/manage_contests" className="cq-link da:inline-flex da:items-center da:gap-1">
          <ArrowLeft aria-hidden="true" size={16} /> {t("Manage Contests")}
        </Link>
        <QueueBar queue={queue.data} onOpen={goTo} />
      </div>
      <p role="status" className="cq-visually-hidden">
        {local.message || navigationMessage}
      </p>
      {isGone ? (
        <>
          <PageHeading title={t("Review")} />
          <EmptyState
            title={t("We couldn't find that contest")}
            action={<ButtonLink to={REVIEW_PATH}>{t("Review the queue")}</ButtonLink>}>
            {t("It may have been deleted.")}
          </EmptyState>
        </>
      ) : (
        <QueryView
          query={review}
          skeleton={
            <>
              <PageHeading title={t("Review")} />
              <SkeletonRows label={t("Loading the contest")} />
            </>
          }>
          {(data) => (
            <Review
              key={`${id} ${decisions}`}
              review={data}
              onDecided={async (decision) => {
                if (data.contest.phase !== "in_review") return stay(decision);
                await goToNext(decision).catch((error: unknown) => {
                  toast.error((error as Error).message);
                  stay(decision);
                });
              }}
            />
          )}
        </QueryView>
      )}
    </>
  );
}

function Review({ review, onDecided }: { review: ContestReview; onDecided: (what: string) => Promise<void> }) {
  const { contest, history } = review;
  // Later changes must be read before a decision.
  const [read, setRead] = useState(contest);
  const [isDeciding, setDeciding] = useState(false);
  // Contests older than the review history have no submission event.
  const submittedAt = history.findLast(({ what }) => what === "submitted")?.at ?? contest.createdAt;
  const isStale = !isDeciding && read.revision !== contest.revision;
  useFocusAlongQueue();
  return (
    <>
      <title>{`${t("Review: {name}", { name: contest.name })} | Conquest`}</title>
      <PageHeading
        title={
          <span dir="auto" lang={langOf(contest.name)}>
            {contest.name}
          </span>
        }
        badge={
          <StatusBadges status={contest.status} phase={contest.phase} participantCount={contest.participantCount} />
        }
        subtitle={
          <T
            text="{name}, {email} · submitted {time}"
            name={<bdi>{contest.creator.name || t("Unnamed creator")}</bdi>}
            email={<EmailAddress>{contest.creator.email}</EmailAddress>}
            time={<RelativeTime at={submittedAt} />}
          />
        }
        note={<AdviceAsReviewed name="name" contest={contest} />}
      />
      <div className="da:flex da:flex-col da:gap-8">
        <ReviewKeys may={contest.may} />
        {isStale && (
          <ConcurrentChanges
            read={read}
            contest={contest}
            pictureBefore={pictureOfRead(read, review)}
            onRead={() => setRead(contest)}
          />
        )}
        <div className="da:grid da:gap-8 da:xl:grid-cols-[minmax(0,1fr)_20rem]">
          <div className="da:flex da:min-w-0 da:flex-col da:gap-8">
            <SinceLastRound review={review} />
            <VisitorsView review={review} />
          </div>
          <div className="da:flex da:flex-col da:gap-6">
            <ReviewHistory history={history} />
            <HelpLink to="admins#review">{t("Review contests")}</HelpLink>
          </div>
        </div>
        <Decisions
          contest={contest}
          revision={read.revision}
          isStale={isStale}
          onDeciding={setDeciding}
          onDecided={onDecided}
        />
      </div>
    </>
  );
}

/** Only the picture of the last round is stored; one uploaded and replaced after it is lost. */
const pictureOfRead = (read: ContestReview["contest"], { base }: ContestReview) =>
  previousPictureUrl(read.image, base?.terms.image === read.image ? base.pictureId : null);

interface ConcurrentChangesProps {
  read: ContestReview["contest"];
  contest: ContestReview["contest"];
  pictureBefore: string | null;
  onRead: () => void;
}

function ConcurrentChanges({ read, contest, pictureBefore, onRead }: ConcurrentChangesProps) {
  const isChanged = changedFields(read, contest).length > 0;
  return (
    <Note
      tone="warning"
      role="alert"
      title={t(isChanged ? "This contest changed while you had it open" : "This contest has already been reviewed")}>
      <div className="da:flex da:flex-col da:items-start da:gap-3">
        <p>{t(isChanged ? "Review the changes before you decide." : "The history shows who reviewed it.")}</p>
        {isChanged && <RoundComparison before={read} after={contest} pictureBefore={pictureBefore} />}
        <Button
          size="sm"
          variant="secondary"
          onClick={() => {
            onRead();
            focusHeadingIfLost();
          }}>
          {t(isChanged ? "I've read the changes" : "Got it")}
        </Button>
      </div>
    </Note>
  );
}

/** Focuses the heading after navigation in the queue; the shell does so for other navigation. */
function useFocusAlongQueue(): void {
  const { state, key } = useLocation() as { state: { isAlongQueue?: boolean } | null; key: string };
  const isAlongQueue = state?.isAlongQueue ?? false;
  useEffect(() => {
    if (!isAlongQueue) return;
    // Runs after a closing dialog has restored the focus to its removed button. A dialog opened since then keeps the focus.
    const frame = requestAnimationFrame(() => {
      if (!document.activeElement?.closest("[role=dialog], [role=alertdialog]"))
        document.getElementById("page-heading")?.focus();
    });
    return () => cancelAnimationFrame(frame);
  }, [isAlongQueue, key]);
}
