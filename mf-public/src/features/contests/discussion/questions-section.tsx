import { useEffect, useRef, useState } from "react";
import { useLocation } from "react-router-dom";
import type { ContestDetails } from "@conquest/shared/contracts/contests";
import { lazyComponent } from "@conquest/shared/ui/page/lazy-component";
import { LazySection } from "../lazy-section";

/** Most who look at a contest never come down to it. */
const Questions = lazyComponent(() => import(/* webpackChunkName: "questions" */ "./questions"));

/** Begun so far before it is seen. */
const MARGIN = "500px";

/** As many as the skeleton has the shape of. */
const MOST_BONES = 3;

/** Where people ask a contest's creator, and everybody reads it. Its code comes when somebody gets near. */
export function QuestionsSection({ contest }: { contest: ContestDetails }) {
  const place = useRef<HTMLElement>(null);
  const [isNear, setIsNear] = useState(false);
  const isSought = useLocation().hash === "#questions";

  useEffect(() => {
    if (isNear) return;
    const observer = new IntersectionObserver(
      (entries) => entries.some(({ isIntersecting }) => isIntersecting) && setIsNear(true),
      { rootMargin: MARGIN },
    );
    observer.observe(place.current!);
    return () => observer.disconnect();
  }, [isNear]);

  // What the server has drawn knows no `#…`, and React adds no attribute to it.
  useEffect(() => void place.current!.toggleAttribute("data-sought", isSought), [isSought]);

  return (
    <section
      ref={place}
      id="questions"
      aria-labelledby="questions-heading"
      className="pu:flex pu:scroll-mt-24 pu:flex-col pu:gap-4">
      <h2 id="questions-heading" tabIndex={-1} className="cq-section-title">
        Questions
      </h2>
      <LazySection
        code={Questions}
        isWanted={isNear || isSought}
        failed="The questions could not be loaded. Please check your connection and try again."
        skeleton={<SkeletonQuestions count={contest.questionCount} />}>
        <Questions contest={contest} />
      </LazySection>
    </section>
  );
}

const SkeletonQuestions = ({ count }: { count: number }) => (
  <>
    <noscript>
      <p className="cq-hint">The questions need JavaScript, which is off in this browser.</p>
    </noscript>
    <div role="status" aria-busy="true" className="cq-with-scripts pu:flex pu:min-h-24 pu:flex-col pu:gap-4">
      <span className="cq-visually-hidden">Loading the questions</span>
      {Array.from({ length: Math.min(count, MOST_BONES) }, (_, index) => (
        <div key={index} aria-hidden="true" className="cq-panel pu:flex pu:flex-col pu:gap-4">
          <div className="cq-bone cq-bone-line cq-bone-short" />
          <div className="cq-bone cq-bone-line cq-bone-long" />
          <div className="cq-bone cq-bone-line" />
        </div>
      ))}
    </div>
  </>
);
