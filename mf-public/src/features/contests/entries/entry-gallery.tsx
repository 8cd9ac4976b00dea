import { t } from "@conquest/shared/singletons/language";
import { lazyComponent } from "@conquest/shared/ui/page/lazy-component";
import { LazySection } from "../lazy-section";

const PublishedEntries = lazyComponent(() => import(/* webpackChunkName: "published-entries" */ "./published-entries"));

/** Published entries of a finished contest. If their code cannot be loaded, the rest of the page is not affected. */
export const EntryGallery = ({ contestId }: { contestId: string }) => (
  <LazySection
    code={PublishedEntries}
    failed={t("Couldn't load the published entries. Check your connection and try again.")}
    skeleton={
      <>
        <noscript>
          <p className="cq-hint">{t("Turn on JavaScript to see the published entries.")}</p>
        </noscript>
        <SkeletonEntries />
      </>
    }>
    <PublishedEntries contestId={contestId} />
  </LazySection>
);

export const SkeletonEntries = () => (
  <div role="status" aria-busy="true" className="cq-with-scripts cq-growing">
    <span className="cq-visually-hidden">{t("Loading published entries")}</span>
    <div aria-hidden="true" className="cq-panel pu:flex pu:flex-col pu:gap-4">
      <div className="cq-bone cq-bone-title" />
      <div className="cq-bone cq-bone-line cq-bone-long" />
      <div className="cq-bone cq-bone-line cq-bone-long" />
      <div className="cq-bone cq-bone-line" />
    </div>
  </div>
);
