import { useState } from "react";
import { t } from "@conquest/shared/singletons/language";
import { lazyComponent } from "@conquest/shared/ui/page/lazy-component";
import { LazySection } from "../lazy-section";

const BriefChanges = lazyComponent(() => import(/* webpackChunkName: "brief-changes" */ "./brief-changes"));

/** For contests whose texts have changed since their publication. */
export function BriefChangesToggle({ contestId }: { contestId: string }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <div className="pu:flex pu:flex-col pu:gap-4">
      <button
        type="button"
        className="cq-link pu:min-h-11 pu:self-start"
        aria-expanded={isOpen}
        onClick={() => setIsOpen(!isOpen)}>
        {t("Changes since publication")}
      </button>
      {isOpen && (
        <LazySection
          code={BriefChanges}
          failed={t("Couldn't load the changes. Check your connection and try again.")}
          skeleton={<div className="cq-bone pu:h-24" />}>
          <BriefChanges contestId={contestId} />
        </LazySection>
      )}
    </div>
  );
}
