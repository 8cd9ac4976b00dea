import { lazyComponent } from "@conquest/shared/ui/page/lazy-component";
import { LazySection } from "../lazy-section";
import { SkeletonEntries } from "./skeleton-entries";

/** Below all else of the page: it comes when that is there. */
const PublishedEntries = lazyComponent(() => import(/* webpackChunkName: "published-entries" */ "./published-entries"));

/** Where everybody reads the entries of a contest that is over. Should their code not come, the page stays as it is without them. */
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
