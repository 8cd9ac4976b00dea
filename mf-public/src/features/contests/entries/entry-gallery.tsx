import { lazyComponent } from "@conquest/shared/ui/page/lazy-component";
import { LazySection } from "../lazy-section";
import { SkeletonEntries } from "./skeleton-entries";

const PublishedEntries = lazyComponent(() => import(/* webpackChunkName: "published-entries" */ "./published-entries"));

/** Published entries of a finished contest. If their code cannot be loaded, the rest of the page is not affected. */
export const EntryGallery = ({ contestId }: { contestId: string }) => (
  <LazySection
    code={PublishedEntries}
    failed="The published entries could not be loaded. Please check your connection and try again."
    skeleton={
      <>
        <noscript>
          <p className="cq-hint">The published entries need JavaScript, which is off in this browser.</p>
        </noscript>
        <SkeletonEntries />
      </>
    }>
    <PublishedEntries contestId={contestId} />
  </LazySection>
);
