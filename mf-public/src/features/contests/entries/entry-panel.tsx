import type { ReactNode } from "react";
import { t } from "@conquest/shared/singletons/language";

export const ENTRY_HEADING = "entry-heading";

/** `#entry` links here. */
export const EntryPanel = ({ children }: { children: ReactNode }) => (
  <section id="entry" aria-labelledby={ENTRY_HEADING} className="cq-panel pu:flex pu:flex-col pu:gap-6">
    <h2 id={ENTRY_HEADING} tabIndex={-1} className="cq-section-title">
      {t("Your entry")}
    </h2>
    {children}
  </section>
);

/** As high as the entry form, or as a short submitted entry, to avoid a layout shift. */
export const SkeletonEntry = ({ isIn }: { isIn: boolean }) => (
  <div
    role="status"
    aria-busy="true"
    className={`pu:flex pu:flex-col pu:gap-4 ${isIn ? "pu:min-h-112" : "pu:min-h-192"}`}>
    <span className="cq-visually-hidden">{t("Loading your entry")}</span>
    <div aria-hidden="true" className="cq-bone cq-bone-line cq-bone-short" />
    <div aria-hidden="true" className="cq-bone cq-bone-line cq-bone-long" />
    <div aria-hidden="true" className="cq-bone cq-bone-line" />
  </div>
);
