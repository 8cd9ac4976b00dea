import type { ContestDetails } from "@conquest/shared/contracts/contests";
import { t } from "@conquest/shared/singletons/language";
import { lazyComponent } from "@conquest/shared/ui/page/lazy-component";
import { LazySection } from "../lazy-section";

const Attachments = lazyComponent(() => import(/* webpackChunkName: "attachments" */ "./attachments"));

export const hasAttachments = ({ attachments = [], may }: ContestDetails) =>
  attachments.length > 0 || may.edit.isAllowed;

/** The contest's files. If their code cannot be loaded, the rest of the page is not affected. */
export const LazyAttachments = ({ contest }: { contest: ContestDetails }) => (
  <LazySection
    code={Attachments}
    failed={t("Couldn't load the attachments. Check your connection and try again.")}
    skeleton={
      <div role="status" aria-busy="true" className="pu:flex pu:flex-col pu:gap-2">
        <span className="cq-visually-hidden">{t("Loading attachments")}</span>
        {(contest.attachments ?? []).map(({ _id }) => (
          <div key={_id} aria-hidden="true" className="cq-bone pu:h-16" />
        ))}
      </div>
    }>
    <Attachments contest={contest} />
  </LazySection>
);
