import type { ReactNode } from "react";
import type { ContestDetails } from "@conquest/shared/contracts/contests";
import { t } from "@conquest/shared/singletons/language";
import { lazyComponent } from "@conquest/shared/ui/page/lazy-component";
import { LazySection } from "../lazy-section";

const Announcements = lazyComponent(() => import(/* webpackChunkName: "announcements" */ "./announcements"));

export const ANNOUNCEMENTS_HEADING = "news-heading";

/** Few, so that the next section stays near. */
const PAGE_SIZE = 3;

export function AnnouncementsSection({ contest: { _id, newsCount } }: { contest: ContestDetails }) {
  const skeleton = <SkeletonAnnouncements count={newsCount} />;
  return (
    <AnnouncementsPanel>
      <p className="cq-hint">{t("From the creator, for participants only.")}</p>
      <LazySection
        code={Announcements}
        failed={t("Couldn't load the announcements. Check your connection and try again.")}
        skeleton={skeleton}>
        <Announcements contestId={_id} limit={PAGE_SIZE} skeleton={skeleton} />
      </LazySection>
    </AnnouncementsPanel>
  );
}

/** `#news` links here. */
export const AnnouncementsPanel = ({ children }: { children: ReactNode }) => (
  <section id="news" aria-labelledby={ANNOUNCEMENTS_HEADING} className="cq-panel pu:flex pu:flex-col pu:gap-4">
    <h2 id={ANNOUNCEMENTS_HEADING} tabIndex={-1} className="cq-section-title">
      {t("Announcements")}
    </h2>
    {children}
  </section>
);

const SkeletonAnnouncements = ({ count }: { count: number }) => (
  <div role="status" aria-busy="true" className="pu:flex pu:flex-col pu:gap-5">
    <span className="cq-visually-hidden">{t("Loading announcements")}</span>
    {Array.from({ length: Math.min(count, PAGE_SIZE) }, (_, index) => (
      <div key={index} aria-hidden="true" className="pu:flex pu:flex-col pu:gap-3">
        <div className="cq-bone cq-bone-line cq-bone-short" />
        <div className="cq-bone cq-bone-line cq-bone-long" />
        <div className="cq-bone cq-bone-line" />
      </div>
    ))}
  </div>
);
