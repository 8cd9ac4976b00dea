import { onDemand } from "@conquest/shared/ui/page/on-demand";
import { LatePlace } from "../late-place";

const News = onDemand(() => import(/* webpackChunkName: "contest-news" */ "./news"));

/** Where those who take part read what the creator has written to them. */
export const NewsPlace = ({ contestId }: { contestId: string }) => (
  <section id="news" aria-labelledby="news-heading" className="cq-panel pu:flex pu:scroll-mt-24 pu:flex-col pu:gap-4">
    <h2 id="news-heading" tabIndex={-1} className="cq-section-title">
      News
    </h2>
    <LatePlace code={News} failed="The news could not be loaded. Please check your connection and try again." skeleton={<SkeletonNews />}>
      <News contestId={contestId} skeleton={<SkeletonNews />} />
    </LatePlace>
  </section>
);

const SkeletonNews = () => (
  <div role="status" aria-busy="true" className="pu:flex pu:flex-col pu:gap-3">
    <span className="cq-visually-hidden">Loading the news</span>
    <div aria-hidden="true" className="cq-bone cq-bone-line cq-bone-short" />
    <div aria-hidden="true" className="cq-bone cq-bone-line cq-bone-long" />
  </div>
);
