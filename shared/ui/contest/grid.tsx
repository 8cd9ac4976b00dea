import type { ReactNode } from "react";
import { t } from "@conquest/shared/singletons/language";

export function ContestGrid({ children }: { children: ReactNode }) {
  return <div className="cq-grid">{children}</div>;
}

export function SkeletonCards({ count, label = t("Loading contests") }: { count: number; label?: string }) {
  return (
    <div role="status" aria-busy="true">
      <span className="cq-visually-hidden">{label}</span>
      <div className="cq-grid" aria-hidden="true">
        {Array.from({ length: count }, (_, index) => (
          <div key={index} className="cq-card cq-contest-card cq-skeleton-card" data-testid="skeleton-card">
            <div className="cq-bone cq-bone-picture" />
            <div className="cq-contest-card-body">
              <div className="cq-bone cq-bone-line cq-bone-short" />
              <div className="cq-bone cq-bone-title" />
              <div className="cq-bone cq-bone-line" />
              <div className="cq-bone cq-bone-line cq-bone-long" />
              <div className="cq-contest-card-facts">
                <div className="cq-bone cq-bone-title" />
                <div className="cq-bone cq-bone-title" />
                <div className="cq-bone cq-bone-title" />
              </div>
              <div className="cq-contest-card-foot">
                <div className="cq-bone cq-bone-line cq-bone-short" />
                <div className="cq-bone cq-bone-line cq-bone-short" />
              </div>
            </div>
          </div>
        ))}
      </div>
    </div>
  );
}
