import { Suspense, useState } from "react";
import { Link } from "react-router-dom";
import type { ContestDetails } from "@conquest/shared/contracts/contests";
import { PhaseBadge } from "@conquest/shared/ui/contest/badges";
import { neverCloses, useIsReviewOverdue } from "@conquest/shared/ui/contest/deadline-text";
import { TagLabel } from "@conquest/shared/ui/contest/tag";
import { Note } from "@conquest/shared/ui/note";
import { lazyComponent } from "@conquest/shared/ui/page/lazy-component";
import { Picture } from "@conquest/shared/ui/picture/picture";
import { pluralize } from "@conquest/shared/ui/format/text";
import { UserText } from "@conquest/shared/ui/format/user-text";
import { ContestFrame } from "./contest-frame";
import { CreatorCard } from "./creators/record-facts";
import { EntryPanel, SkeletonEntry } from "./entries/entry-panel";
import { EntryGallery } from "./entries/entry-gallery";
import { hasEntrySection } from "./entries/use-replaced-entry";
import { LogInToSee } from "./log-in-to-see";
import { ContestTimeline } from "./contest-timeline";
import { RememberRow } from "./remember-row";
import { JoinPanel } from "./participation/join-panel";
import { AnnouncementsSection } from "./discussion/announcements-section";
import { QuestionsSection } from "./discussion/questions-section";
import { WinnerCard } from "./winner/winner-card";
import { Section } from "@conquest/shared/ui/page/section";

/**
 * For participants, also former ones of a cancelled contest. Loaded separately because it brings the form libraries.
 */
const EntrySection = lazyComponent(() => import(/* webpackChunkName: "entry-section" */ "./entries/entry-section"));

export default function ContestDetailsPage() {
  return <ContestFrame backTo={() => "/all_contests"}>{(contest) => <Details contest={contest} />}</ContestFrame>;
}

/** Width of the picture: on wide screens, the page without the side panel and the gap. */
const PICTURE_SIZES = "(min-width: 64rem) calc(min(100vw - 5rem, 76rem) - 24rem), 92vw";

/**
 * Sticky panel. On screens lower than the panel it sticks by its bottom edge, so that the join button and the creator
 * stay visible.
 */
const SIDE_PANEL = [
  "pu:flex pu:flex-col pu:gap-5 pu:lg:sticky pu:lg:bottom-6 pu:lg:row-span-2 pu:lg:self-end",
  "pu:lg:[@media(min-height:62rem)]:top-24 pu:lg:[@media(min-height:62rem)]:bottom-auto pu:lg:[@media(min-height:62rem)]:self-start",
].join(" ");

/**
 * Excludes everything above the linked section from scroll anchoring, so that content loading late above it grows
 * upwards.
 */
const SCROLL_ANCHORING = "pu:[&_:has(~[data-sought],~*_[data-sought])]:[overflow-anchor:none]";

const TEXTS = [
  ["description", "Description"],
  ["task", "Task"],
] as const satisfies [keyof ContestDetails, string][];

interface DetailsProps {
  contest: ContestDetails;
  /** Not published yet: has no questions, and its page sets another title. */
  isPreview?: boolean;
}

export function Details({ contest, isPreview = false }: DetailsProps) {
  const { viewer, winner, creator } = contest;
  // Users who left in another tab, or whose contest was cancelled, may still be writing; the section removes itself
  // when done.
  const hasEntry = viewer !== null && hasEntrySection(contest);
  const [hadEntry, setHadEntry] = useState(hasEntry);
  if (hasEntry && !hadEntry) setHadEntry(true);
  const isConfirmed = !(contest.phase in REVIEW_NOTES);
  const by = <strong dir="auto">{creator.name || "a creator without a name"}</strong>;
  return (
    <article className={`pu:flex pu:flex-col pu:gap-8 ${SCROLL_ANCHORING}`}>
      {!isPreview && <title>{`${contest.name} | Conquest`}</title>}
      <ReviewNote contest={contest} />
      {contest.hiddenAt && contest.phase !== "cancelled" && (
        <Note tone="warning" title="Hidden">
          Somebody reported this contest, and the public does not see it. Whoever has joined keeps their place and what
          they handed in.
        </Note>
      )}
      {isConfirmed && !contest.isPublic && !contest.hiddenAt && contest.phase !== "cancelled" && (
        <Note tone="warning" title="Not on show">
          The public does not see this contest at the moment. Whoever has joined keeps their place and what they handed
          in, and what is promised below holds.
        </Note>
      )}
      <header className="pu:flex pu:flex-col pu:gap-4">
        <div className="pu:flex pu:flex-wrap pu:items-center pu:gap-3">
          <PhaseBadge phase={contest.phase} participantCount={contest.participantCount} />
          <TagLabel tag={contest.tags} />
        </div>
        <h1 tabIndex={-1} id="page-heading" dir="auto" className="cq-title">
          {contest.name}
        </h1>
        <p className="cq-running-text pu:flex pu:flex-wrap pu:items-center pu:gap-x-4 pu:gap-y-2">
          <span>
            by{" "}
            {creator.publicId ? (
              <Link to={`/creators/${creator.publicId}`} className="cq-link">
                {by}
              </Link>
            ) : (
              by
            )}
          </span>
          {/* A cancelled contest has no participants left. */}
          {contest.phase !== "cancelled" && (
            <span>{pluralize(contest.participantCount, "participant", "participants")}</span>
          )}
        </p>
        <RememberRow contest={contest} isPreview={isPreview} />
      </header>
      <div className="pu:grid pu:gap-8 pu:lg:grid-cols-[minmax(0,1fr)_22rem] pu:lg:grid-rows-[auto_1fr]">
        <Picture src={contest.image} alt="" isUrgent sizes={PICTURE_SIZES} className="pu:w-full pu:rounded-lg" />
        <aside aria-label="Taking part" className={SIDE_PANEL}>
          <JoinPanel contest={contest} />
          <CreatorCard creator={creator} />
        </aside>
        <div className="pu:flex pu:min-w-0 pu:flex-col pu:gap-8">
          {winner && (
            <WinnerCard
              contestId={contest._id}
              winner={winner}
              isViewer={viewer?.isWinner ?? false}
              isPublic={contest.isPublic}
            />
          )}
          {!neverCloses(contest.phase) && <ContestTimeline contest={contest} />}
          {TEXTS.map(([field, title]) => (
            <Section key={field} headingId={field} title={title} className="pu:flex pu:flex-col pu:gap-3">
              <UserText>{contest[field]}</UserText>
            </Section>
          ))}
          {contest.criteria.length > 0 && <Criteria criteria={contest.criteria} />}
          {contest.judges.length > 0 && !neverCloses(contest.phase) && <Judges contest={contest} />}
          {!isPreview && <LogInToSee />}
          {contest.newsCount > 0 && <AnnouncementsSection contest={contest} />}
          {viewer && hadEntry && (
            <Suspense
              fallback={
                <EntryPanel>
                  <SkeletonEntry isIn={viewer.hasSubmitted} />
                </EntryPanel>
              }>
              <EntrySection contest={contest} />
            </Suspense>
          )}
          {contest.publishedEntryCount > 0 && <EntryGallery contestId={contest._id} />}
          {isConfirmed && !isPreview && <QuestionsSection contest={contest} />}
        </div>
      </div>
    </article>
  );
}

const Criteria = ({ criteria }: { criteria: readonly string[] }) => (
  <Section headingId="criteria" title="What entries are judged by" className="pu:flex pu:flex-col pu:gap-3">
    <ul className="pu:flex pu:flex-col pu:gap-2 pu:wrap-anywhere">
      {criteria.map((criterion) => (
        <li
          key={criterion}
          className="cq-icon cq-icon-circle-check pu:flex pu:gap-3 pu:before:mt-1.5 pu:before:text-brand">
          <span dir="auto">{criterion}</span>
        </li>
      ))}
    </ul>
  </Section>
);

const Judges = ({ contest: { creator, judges, winner, adminsChoose } }: DetailsProps) => (
  <Section headingId="judges" title={winner ? "Who judged" : "Who judges"} className="pu:flex pu:flex-col pu:gap-3">
    <p>
      {(winner ? winner.byAdmin : adminsChoose) ? "An admin" : <bdi>{creator.name || "The creator"}</bdi>}{" "}
      {winner
        ? "chose the winner. These people were judges too:"
        : "chooses the winner. These people rate the entries too:"}
    </p>
    <ul className="pu:flex pu:flex-wrap pu:gap-2 pu:wrap-anywhere">
      {judges.map((name, position) => (
        <li
          key={position}
          dir="auto"
          className="cq-icon cq-icon-gavel pu:flex pu:items-center pu:gap-2 pu:rounded-md pu:border pu:border-line pu:bg-surface pu:px-3 pu:py-1.5 pu:font-semibold pu:before:text-muted">
          {name}
        </li>
      ))}
    </ul>
  </Section>
);

const REVIEW_NOTES: Partial<Record<ContestDetails["phase"], { title: string; text: string }>> = {
  in_review: {
    title: "In review",
    text: "Only its creator and the admins see this contest until an admin confirms it.",
  },
  changes_requested: {
    title: "Changes requested",
    text: "An admin asked for changes. Only its creator and the admins see this contest until it is confirmed.",
  },
  rejected: {
    title: "Rejected",
    text: "An admin did not accept this contest. Only its creator and the admins see it.",
  },
};

function ReviewNote({ contest }: { contest: ContestDetails }) {
  const note = REVIEW_NOTES[contest.phase];
  const isLate = useIsReviewOverdue(contest);
  return note ? (
    <Note tone="warning" title={note.title}>
      {note.text}
      {isLate && " Its deadline has passed: it must be moved before the contest can be confirmed."}
    </Note>
  ) : null;
}
