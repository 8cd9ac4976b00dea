import { Suspense, useState, type ReactNode } from "react";
import { Link } from "react-router-dom";
import type { ContestDetails } from "@conquest/shared/contracts/contests";
import { msg, T, t } from "@conquest/shared/singletons/language";
import { CriterionWeight } from "@conquest/shared/ui/contest/criterion-weight";
import { langOf } from "@conquest/shared/ui/format/lang-of";
import { PhaseBadge } from "@conquest/shared/ui/contest/badges";
import { neverCloses, useIsReviewOverdue } from "@conquest/shared/ui/contest/deadline-text";
import { VisibilityBadge } from "@conquest/shared/ui/contest/visibility-badge";
import { TagLabel } from "@conquest/shared/ui/contest/tag";
import { Note } from "@conquest/shared/ui/note";
import { lazyComponent } from "@conquest/shared/ui/page/lazy-component";
import { Picture } from "@conquest/shared/ui/picture/picture";
import { EntryFormFields } from "@conquest/shared/ui/entry/entry-form-fields";
import { BriefText } from "@conquest/shared/ui/format/brief-text";
import { hasAttachments, LazyAttachments } from "./attachments/lazy-attachments";
import { BriefChangesToggle } from "./brief-changes/brief-changes-toggle";
import { ContestFrame } from "./contest-frame";
import { CreatorCard } from "./creators/record-facts";
import { EntryPanel, SkeletonEntry } from "./entries/entry-panel";
import { EntryGallery } from "./entries/entry-gallery";
import { hasEntrySection } from "./entries/use-replaced-entry";
import { LogInToSee } from "./log-in-to-see";
import { lazyHydrated } from "./lazy-hydrated";
import { RememberRow } from "./remember-row";
import { ActionBar, OFFERS_ACTION } from "./participation/action-bar";
import { JoinPanel } from "./participation/join-panel";
import { hasContestRules, LazyRules } from "./rules/lazy-rules";
import { SectionNav, type PageSection } from "./section-nav";
import { AnnouncementsSection } from "./discussion/announcements-section";
import { QuestionsSection } from "./discussion/questions-section";
import { canChangeTeam, hasTeams, LazyTeam } from "./teams/lazy-team";
import type { WinnerCardProps } from "./winner/winner-card";
import { Section } from "@conquest/shared/ui/page/section";

/** For participants, also former ones of a cancelled contest. Separate because it brings the form libraries. */
const EntrySection = lazyComponent(() => import(/* webpackChunkName: "entry-section" */ "./entries/entry-section"));

const WinnerCard = lazyHydrated<WinnerCardProps>(
  () => import(/* webpackChunkName: "winner-card" */ "./winner/winner-card"),
  <div id="winner" aria-hidden="true" className="cq-panel cq-bone pu:min-h-48" />,
);

const ContestTimeline = lazyHydrated(
  () => import(/* webpackChunkName: "contest-timeline" */ "./contest-timeline"),
  <div aria-hidden="true" className="cq-bone pu:h-60" />,
);

/** For the creator, the winner and admins. */
const PrizePanel = lazyComponent(() => import(/* webpackChunkName: "prize-panel" */ "./winner/prize-panel"));

export default function ContestDetailsPage() {
  return <ContestFrame backTo={() => "/all_contests"}>{(contest) => <Details contest={contest} />}</ContestFrame>;
}

/** Width of the picture: on wide screens, the page without the side panel and the gap. */
const PICTURE_SIZES = "(min-width: 64rem) calc(min(100vw - 5rem, 76rem) - 24rem), 92vw";

/** On screens lower than the panel, it sticks by its bottom edge: the join button and the creator stay visible. */
const SIDE_PANEL = [
  "pu:flex pu:flex-col pu:gap-5 pu:lg:sticky pu:lg:bottom-6 pu:lg:col-start-2 pu:lg:row-span-3 pu:lg:row-start-1 pu:lg:self-end",
  "pu:lg:[@media(min-height:56rem)]:top-24 pu:lg:[@media(min-height:56rem)]:bottom-auto pu:lg:[@media(min-height:56rem)]:self-start",
].join(" ");

/** Keeps focused elements and sections free of the two bars that stick to the screen's edges. */
const SCROLL_MARGINS = "pu:[&_*]:scroll-mt-16 pu:max-lg:[&_*]:scroll-mb-24";

/** Keeps what is above the linked section out of scroll anchoring, so that late content there grows upwards. */
const SCROLL_ANCHORING = "pu:[&_:has(~[data-sought],~*_[data-sought])]:[overflow-anchor:none]";

function sectionsOf(contest: ContestDetails, hasRules: boolean, hasEntry: boolean, hasQuestions: boolean) {
  const sections: (PageSection & { isShown: boolean })[] = [
    { id: "winner", label: t("Winner"), isShown: contest.winner !== null },
    { id: "prize", label: t("Prize"), isShown: contest.may.readAwards?.isAllowed === true },
    { id: "brief", label: t("Brief"), isShown: true },
    { id: "rules", label: t("Rules and judging"), isShown: hasRules },
    { id: "news", label: t("Announcements"), isShown: contest.newsCount > 0 },
    { id: "team", label: t("Your team"), isShown: canChangeTeam(contest) },
    { id: "entry", label: t("Your entry"), isShown: hasEntry },
    { id: "entries", label: t("Published entries"), isShown: contest.publishedEntryCount > 0 },
    { id: "questions", label: t("Questions"), isShown: hasQuestions },
  ];
  return sections.filter(({ isShown }) => isShown);
}

interface DetailsProps {
  contest: ContestDetails;
  /** Not published yet: has no questions, and its page sets another title. */
  isPreview?: boolean;
}

export function Details({ contest, isPreview = false }: DetailsProps) {
  const { viewer, winner, creator, criteria, entryFields = [] } = contest;
  // Users may still be writing after leaving in another tab or a cancellation; the section removes itself when done.
  const hasEntry = viewer !== null && hasEntrySection(contest);
  const [hadEntry, setHadEntry] = useState(hasEntry);
  if (hasEntry && !hadEntry) setHadEntry(true);
  const isConfirmed = !(contest.phase in REVIEW_NOTES);
  const hasQuestions = isConfirmed && !isPreview;
  const closes = !neverCloses(contest.phase);
  // No dates are promised until the contest has a new deadline.
  const hasTimeline = !useIsReviewOverdue(contest) && closes;
  const hasJudges = contest.judges.length > 0 && closes;
  const hasRules = hasContestRules(contest) || hasTimeline || hasJudges || criteria.length > 0;
  const by = (
    <strong dir="auto" lang={langOf(creator.name)}>
      {creator.name || t("an unnamed creator")}
    </strong>
  );
  return (
    <article className={`pu:flex pu:flex-col pu:gap-8 ${SCROLL_ANCHORING} ${SCROLL_MARGINS}`}>
      {!isPreview && <title>{`${contest.name} | Conquest`}</title>}
      <ReviewNote contest={contest} />
      {contest.hiddenAt && contest.phase !== "cancelled" && (
        <Note tone="warning" title={t("Hidden")}>
          {t(
            "This contest was reported and is hidden from the public. If you joined, you keep your spot and your entry.",
          )}
        </Note>
      )}
      {isConfirmed && !contest.isPublic && !contest.hiddenAt && contest.phase !== "cancelled" && (
        <Note tone="warning" title={t("Temporarily hidden")}>
          {t(
            "This contest isn't public right now. If you joined, you keep your spot and your entry, and the dates below still apply.",
          )}
        </Note>
      )}
      {/* Every column is explicit: the page may be painted before all of it has arrived. */}
      <div className="pu:grid pu:grid-cols-1 pu:gap-6 pu:lg:grid-cols-[minmax(0,1fr)_22rem] pu:lg:grid-rows-[auto_auto_1fr] pu:lg:gap-x-8">
        <header className="pu:flex pu:min-w-0 pu:lg:col-start-1 pu:flex-col pu:gap-3">
          <div className="pu:flex pu:flex-wrap pu:items-center pu:gap-3">
            <PhaseBadge {...contest} />
            <TagLabel tag={contest.tags} />
            <VisibilityBadge visibility={contest.visibility} />
          </div>
          <h1 tabIndex={-1} id="page-heading" dir="auto" lang={langOf(contest.name)} className="cq-title">
            {contest.name}
          </h1>
          <p className="cq-running-text pu:flex pu:flex-wrap pu:items-center pu:gap-x-4 pu:gap-y-2">
            <span>
              <T
                text="by {creator}"
                creator={
                  creator.publicId ? (
                    <Link to={`/creators/${creator.publicId}`} className="cq-link">
                      {by}
                    </Link>
                  ) : (
                    by
                  )
                }
              />
            </span>
            {/* A cancelled contest has no participants left. */}
            {contest.phase !== "cancelled" && (
              <span>
                {t("{n, plural, one {# participant} other {# participants}}", { n: contest.participantCount })}
              </span>
            )}
            {hasTeams(contest) && <span>{t("Teams of up to {n}", { n: contest.maxTeamSize! })}</span>}
            {/* On narrow screens the sections are below the panel. */}
            <Link replace to="#brief" className="cq-link pu:lg:hidden">
              {t("Read the brief")}
            </Link>
          </p>
          <RememberRow contest={contest} isPreview={isPreview} />
        </header>
        <Picture
          src={contest.image}
          alt=""
          isUrgent
          sizes={PICTURE_SIZES}
          className="pu:aspect-[5/2] pu:rounded-lg pu:lg:col-start-1 pu:lg:aspect-[10/3]"
        />
        <aside aria-label={t("Join this contest")} className={SIDE_PANEL}>
          <JoinPanel contest={contest} />
          <CreatorCard creator={creator} />
        </aside>
        <div className="pu:flex pu:min-w-0 pu:flex-col pu:gap-8 pu:lg:col-start-1">
          <SectionNav sections={sectionsOf(contest, hasRules, hasEntry, hasQuestions)} />
          {winner && (
            <WinnerCard
              contest={contest}
              winner={winner}
              isViewer={viewer?.isWinner ?? false}
              isPublic={contest.isPublic}
            />
          )}
          {contest.may.readAwards?.isAllowed && (
            <Suspense fallback={<div id="prize" className="cq-panel cq-bone pu:min-h-48" aria-hidden="true" />}>
              <PrizePanel contest={contest} />
            </Suspense>
          )}
          <Section id="brief" headingId="brief-heading" title={t("Brief")} className="pu:flex pu:flex-col pu:gap-5">
            <Topic id="description" title={t("Description")}>
              <BriefText tokens={contest.brief?.description}>{contest.description}</BriefText>
            </Topic>
            <Topic id="task" title={t("Task")}>
              <BriefText tokens={contest.brief?.task}>{contest.task}</BriefText>
            </Topic>
            {contest.briefChanged && <BriefChangesToggle contestId={contest._id} />}
            {!isPreview && hasAttachments(contest) && (
              <Topic id="attachments" title={t("Attachments")}>
                <LazyAttachments contest={contest} />
              </Topic>
            )}
            {entryFields.length > 0 && (
              <Topic id="entry-form" title={t("Entry form")}>
                <EntryFormFields fields={entryFields} />
              </Topic>
            )}
          </Section>
          {hasRules && (
            <Section
              id="rules"
              headingId="rules-heading"
              title={t("Rules and judging")}
              // Keeps what loads below out of sight of someone who followed a link to the rules.
              className="pu:flex pu:flex-col pu:gap-5 pu:max-lg:target:min-h-svh">
              {hasContestRules(contest) && <LazyRules contest={contest} />}
              {hasTimeline && <ContestTimeline contest={contest} />}
              {criteria.length > 0 && <Criteria criteria={criteria} weights={contest.criteriaWeights} />}
              {hasJudges && <Judges contest={contest} />}
            </Section>
          )}
          {!isPreview && <LogInToSee />}
          {contest.newsCount > 0 && <AnnouncementsSection contest={contest} />}
          {!isPreview && <LazyTeam contest={contest} />}
          {viewer && hadEntry && (
            <div {...(viewer.hasJoined && OFFERS_ACTION)} className="pu:empty:hidden">
              <Suspense
                fallback={
                  <EntryPanel>
                    <SkeletonEntry isIn={viewer.hasSubmitted} />
                  </EntryPanel>
                }>
                <EntrySection contest={contest} />
              </Suspense>
            </div>
          )}
          {contest.publishedEntryCount > 0 && <EntryGallery contestId={contest._id} />}
          {hasQuestions && <QuestionsSection contest={contest} />}
        </div>
      </div>
      {!isPreview && <ActionBar contest={contest} />}
    </article>
  );
}

const Topic = ({ id, title, children }: { id: string; title: string; children: ReactNode }) => (
  <section aria-labelledby={id} className="pu:flex pu:flex-col pu:gap-2">
    <h3 id={id} className="pu:text-lg pu:font-semibold">
      {title}
    </h3>
    {children}
  </section>
);

interface CriteriaProps {
  criteria: readonly string[];
  weights: readonly number[] | undefined;
}

const Criteria = ({ criteria, weights = [] }: CriteriaProps) => (
  <Topic id="criteria" title={t("Judging criteria")}>
    <ul className="pu:flex pu:flex-col pu:gap-2 pu:wrap-anywhere">
      {criteria.map((criterion, position) => (
        <li
          key={criterion}
          className="cq-icon cq-icon-circle-check pu:flex pu:gap-3 pu:before:mt-1.5 pu:before:text-brand">
          <span dir="auto" lang={langOf(criterion)}>
            {criterion}
          </span>
          <CriterionWeight weight={weights[position]} />
        </li>
      ))}
    </ul>
  </Topic>
);

const Judges = ({ contest: { creator, judges, winner, adminsChoose } }: DetailsProps) => (
  <Topic id="judges" title={t("Judges")}>
    <p>
      {(winner ? winner.byAdmin : adminsChoose) ? (
        t(
          winner
            ? "An admin picked the winner. Other judges:"
            : "An admin picks the winner. These judges also rate entries:",
        )
      ) : (
        <T
          text={
            winner
              ? "{creator} picked the winner. Other judges:"
              : "{creator} picks the winner. These judges also rate entries:"
          }
          creator={<bdi>{creator.name || t("The creator")}</bdi>}
        />
      )}
    </p>
    <ul className="pu:flex pu:flex-wrap pu:gap-2 pu:wrap-anywhere">
      {judges.map((name, position) => (
        <li
          key={position}
          dir="auto"
          lang={langOf(name)}
          className="cq-icon cq-icon-gavel pu:flex pu:items-center pu:gap-2 pu:rounded-md pu:border pu:border-line pu:bg-surface pu:px-3 pu:py-1.5 pu:font-semibold pu:before:text-muted">
          {name}
        </li>
      ))}
    </ul>
  </Topic>
);

const REVIEW_NOTES: Partial<Record<ContestDetails["phase"], { title: string; text: string }>> = {
  in_review: {
    title: msg("In review"),
    text: msg("Only the creator and admins can see this contest until it's approved."),
  },
  changes_requested: {
    title: msg("Changes requested"),
    text: msg("An admin requested changes. Only the creator and admins can see this contest until it's approved."),
  },
  rejected: {
    title: msg("Rejected"),
    text: msg("An admin rejected this contest. Only the creator and admins can see it."),
  },
};

function ReviewNote({ contest }: { contest: ContestDetails }) {
  const note = REVIEW_NOTES[contest.phase];
  const isLate = useIsReviewOverdue(contest);
  return note ? (
    <Note tone="warning" title={t(note.title)}>
      {t(note.text)}
      {isLate && ` ${t("The deadline has passed. Set a new one so an admin can approve the contest.")}`}
    </Note>
  ) : null;
}
