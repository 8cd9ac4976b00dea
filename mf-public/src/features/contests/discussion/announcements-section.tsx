import type { ReactNode } from "react";
import type { ContestDetails } from "@conquest/shared/contracts/contests";
import { lazyComponent } from "@conquest/shared/ui/page/lazy-component";
import { LazySection } from "../lazy-section";

const News = lazyComponent(() => import(/* webpackChunkName: "contest-news" */ "./news"));

export const ANNOUNCEMENTS_HEADING = "news-heading";

/** Few, so that the next section stays near. */
const PAGE_SIZE = 3;

export function AnnouncementsSection({ contest: { _id, newsCount } }: { contest: ContestDetails }) {
  const skeleton = <SkeletonNews count={newsCount} />;
  return (
    <AnnouncementsPanel>
      <p className="cq-hint">From the creator to those who take part, and to nobody else.</p>
      <LazySection
        code={News}
        failed="The news could not be loaded. Please check your connection and try again."
        skeleton={skeleton}>
        <News contestId={_id} limit={PAGE_SIZE} skeleton={skeleton} />
      </LazySection>
    </AnnouncementsPanel>
  );
}

/** `#news` links here. */
export const AnnouncementsPanel = ({ children }: { children: ReactNode }) => (
  <section
    id="news"
    aria-labelledby={ANNOUNCEMENTS_HEADING}
    className="cq-panel pu:flex pu:scroll-mt-24 pu:flex-col pu:gap-4">
    <h2 id={ANNOUNCEMENTS_HEADING} tabIndex={-1} className="cq-section-title">
      News
    </h2>
    {children}
  </section>
);

const SkeletonNews = ({ count }: { count: number }) => (
  <div role="status" aria-busy="true" className="pu:flex pu:flex-col pu:gap-5">
    <span className="cq-visually-hidden">Loading the news</span>
    {Array.from({ length: Math.min(count, PAGE_SIZE) }, (_, index) => (
      <div key={index} aria-hidden="true" className="pu:flex pu:flex-col pu:gap-3">
        <div className="cq-bone cq-bone-line cq-bone-short" />
        <div className="cq-bone cq-bone-line cq-bone-long" />
        <div className="cq-bone cq-bone-line" />
      </div>
    ))}
  </div>
);
