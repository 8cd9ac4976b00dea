import type { ReactNode } from "react";
import type { ContestDetails } from "@conquest/shared/contracts/contests";
import { lazyComponent } from "@conquest/shared/ui/page/lazy-component";
import { LazySection } from "../lazy-section";

const News = lazyComponent(() => import(/* webpackChunkName: "contest-news" */ "./news"));

export const ANNOUNCEMENTS_HEADING = "news-heading";

/** Little enough that what follows on the page stays near. */
const AT_ONCE = 3;

/** Where those who take part read what the creator has written to them. */
export function AnnouncementsSection({ contest: { _id, newsCount } }: { contest: ContestDetails }) {
  const skeleton = <SkeletonNews count={newsCount} />;
  return (
    <AnnouncementsPanel>
      <p className="cq-hint">From the creator to those who take part, and to nobody else.</p>
      <LazySection
        code={News}
        failed="The news could not be loaded. Please check your connection and try again."
        skeleton={skeleton}>
        <News contestId={_id} limit={AT_ONCE} skeleton={skeleton} />
      </LazySection>
    </AnnouncementsPanel>
  );
}

/** Where a contest's news stand on its page; `#news` names it. */
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
    {Array.from({ length: Math.min(count, AT_ONCE) }, (_, index) => (
      <div key={index} aria-hidden="true" className="pu:flex pu:flex-col pu:gap-3">
        <div className="cq-bone cq-bone-line cq-bone-short" />
        <div className="cq-bone cq-bone-line cq-bone-long" />
        <div className="cq-bone cq-bone-line" />
      </div>
    ))}
  </div>
);
