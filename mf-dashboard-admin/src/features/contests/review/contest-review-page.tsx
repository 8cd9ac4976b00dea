import { useQuery, useQueryClient } from "@tanstack/react-query";
import { ArrowLeft } from "lucide-react";
import { startTransition, useEffect, useOptimistic, useRef, useState } from "react";
import { Link, useLocation, useNavigate, useParams } from "react-router-dom";
import { getContestReview, getReviewQueue, type ContestReview } from "@conquest/shared/contracts/review";
import { query } from "@conquest/shared/singletons/api-hooks";
import { ApiError } from "@conquest/shared/singletons/http";
import { toast } from "@conquest/shared/singletons/toast";
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
import { AdviceAsReviewed } from "./advice-as-reviewed";
import { Decisions } from "./decisions";
import { earlierPicture } from "./comparison/picture-difference";
import { QueueBar, REVIEW, alongTheQueue, placeIn, useSaidAlong } from "./queue-bar";
import { ReviewHistory } from "./review-history";
import { ReviewKeys } from "./review-keys";
import { RoundComparison, SinceLastRound, changedFields } from "./comparison/round-comparison";
import { VisitorsView } from "./visitors-view";

export default function ContestReviewPage() {
  const { id: drawnId = "" } = useParams();
  // The router draws a new address when there is time: a key pressed before that is meant for the contest turned to already.
  const [id, see] = useOptimistic(drawnId);
  const navigate = useNavigate();
  const cache = useQueryClient();
  const review = useQuery(query(getContestReview, { params: { id } }));
  const queue = useQuery(query(getReviewQueue, { query: { at: id } }));
  const { key } = useLocation();
  const along = useSaidAlong();
  const [stayed, setStayed] = useState({ key, said: "" });
  if (stayed.key !== key) setStayed({ key, said: "" });
  // Counts what was done here: what it made of the contest is what is read from then on.
  const [decided, setDecided] = useState(0);
  const { nextId = null } = queue.data ?? {};
  useEffect(() => {
    if (nextId === null) return;
    // Whoever decides goes on with it, or past it.
    void cache.prefetchQuery(query(getContestReview, { params: { id: nextId } }));
    void cache.prefetchQuery(query(getReviewQueue, { query: { at: nextId } }));
  }, [cache, nextId]);
  /** Which contest is before whoever decides. Who has turned from it by the time that its decision is answered is left where they are. */
  const here = useRef<string>(undefined);
  useEffect(() => {
    here.current = id;
    return () => {
      here.current = undefined;
    };
  }, [id]);

  const turn = (to: string) =>
    startTransition(() => {
      see(to);
      void navigate(`${REVIEW}/${to}`, alongTheQueue());
    });
  const stay = (what: string) => {
    if (here.current !== id) return;
    setStayed({ key, said: `${what}.` });
    setDecided((count) => count + 1);
    focusHeadingIfLost();
  };
  const goOn = async (what: string) => {
    const now = await cache.fetchQuery({ ...query(getReviewQueue, { query: { at: id } }), staleTime: 0 });
    const to = now.nextId ?? now.firstId;
    const then =
      to === null ? now : await cache.fetchQuery({ ...query(getReviewQueue, { query: { at: to } }), staleTime: 0 });
    if (here.current !== id) return;
    if (to === null) return void navigate(REVIEW, alongTheQueue(what));
    // What was done is said with what it leads to.
    void navigate(`${REVIEW}/${to}`, alongTheQueue(`${what}. The next one: ${placeIn(then)}.`));
  };
  const isGone = review.error instanceof ApiError && review.error.status === 404;
  return (
    <>
      <div className="da:mb-4 da:flex da:flex-wrap da:items-center da:justify-between da:gap-3">
        <Link to="/dashboard/manage_contests" className="cq-link da:inline-flex da:items-center da:gap-1">
          <ArrowLeft aria-hidden="true" size={16} /> Manage Contests
        </Link>
        <QueueBar queue={queue.data} onTurn={turn} />
      </div>
      <p role="status" className="cq-visually-hidden">
        {stayed.said || along}
      </p>
      {isGone ? (
        <>
          <PageHeading title="Review" />
          <EmptyState title="There is no such contest" action={<ButtonLink to={REVIEW}>Review the queue</ButtonLink>}>
            It may have been deleted.
          </EmptyState>
        </>
      ) : (
        <QueryView
          query={review}
          skeleton={
            <>
              <PageHeading title="Review" />
              <SkeletonRows label="Loading the contest" />
            </>
          }>
          {(data) => (
            <Review
              key={`${id} ${decided}`}
              review={data}
              onDecided={async (what) => {
                if (data.contest.phase !== "in_review") return stay(what);
                await goOn(what).catch((error: unknown) => {
                  // Done it is, whatever comes next.
                  toast.error((error as Error).message);
                  stay(what);
                });
              }}
            />
          )}
        </QueryView>
      )}
    </>
  );
}

interface ReviewProps {
  review: ContestReview;
  onDecided: (what: string) => Promise<void>;
}

function Review({ review, onDecided }: ReviewProps) {
  const { contest, history } = review;
  // What came meanwhile is decided about once it was read.
  const [read, setRead] = useState(contest);
  const [isDeciding, setDeciding] = useState(false);
  // In its last round. What was there before rounds were kept has none.
  const submittedAt = history.findLast(({ what }) => what === "submitted")?.at ?? contest.createdAt;
  const isStale = !isDeciding && read.revision !== contest.revision;
  useFocusAlongQueue();
  return (
    <>
      <title>{`Review: ${contest.name} | Conquest`}</title>
      <PageHeading
        title={<span dir="auto">{contest.name}</span>}
        badge={
          <StatusBadges status={contest.status} phase={contest.phase} participantCount={contest.participantCount} />
        }
        subtitle={
          <>
            <bdi>{contest.creator.name || "A creator without a name"}</bdi>,{" "}
            <EmailAddress>{contest.creator.email}</EmailAddress> · submitted <RelativeTime at={submittedAt} />
          </>
        }
        note={<AdviceAsReviewed name="name" contest={contest} />}
      />
      <div className="da:flex da:flex-col da:gap-8">
        <ReviewKeys may={contest.may} />
        {isStale && (
          <Meanwhile
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
          <ReviewHistory history={history} />
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

/** Kept is the picture of the last round; one that came after it, and went again while the page was open, is not. */
const pictureOfRead = (read: ContestReview["contest"], { base }: ContestReview) =>
  earlierPicture(read.image, base?.terms.image === read.image ? base.pictureId : null);

interface MeanwhileProps {
  read: ContestReview["contest"];
  contest: ContestReview["contest"];
  pictureBefore: string | null;
  onRead: () => void;
}

/** What happened to a contest while somebody had it open, and the word that it was read. */
function Meanwhile({ read, contest, pictureBefore, onRead }: MeanwhileProps) {
  const isChanged = changedFields(read, contest).length > 0;
  return (
    <Note
      tone="warning"
      isAlert
      title={
        isChanged
          ? "This contest was changed while you had it open"
          : "This contest was decided about while you had it open"
      }>
      <div className="da:flex da:flex-col da:items-start da:gap-3">
        <p>{isChanged ? "Please read what changed, then decide." : "Its history says by whom."}</p>
        {isChanged && <RoundComparison before={read} after={contest} pictureBefore={pictureBefore} />}
        <Button
          size="sm"
          variant="secondary"
          onClick={() => {
            onRead();
            focusHeadingIfLost();
          }}>
          I have read it
        </Button>
      </div>
    </Note>
  );
}

/** Somebody who comes along the queue begins each contest at its heading; others are taken there by the frame. */
function useFocusAlongQueue(): void {
  const { state, key } = useLocation() as { state: { isAlongQueue?: boolean } | null; key: string };
  const isAlongQueue = state?.isAlongQueue ?? false;
  useEffect(() => {
    if (!isAlongQueue) return;
    // A dialog that closes gives the focus back to its button, which is gone: after that. One that a key has opened by then keeps it.
    const frame = requestAnimationFrame(() => {
      if (!document.activeElement?.closest("[role=dialog], [role=alertdialog]"))
        document.getElementById("page-heading")?.focus();
    });
    return () => cancelAnimationFrame(frame);
  }, [isAlongQueue, key]);
}
