import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { useLocation } from "react-router-dom";
import type { ContestDetails } from "@conquest/shared/contracts/contests";
import { t } from "@conquest/shared/singletons/language";
import { lazyComponent } from "@conquest/shared/ui/page/lazy-component";
import { LazySection } from "../lazy-section";

/** Loaded on demand: most visitors never scroll this far. */
const Questions = lazyComponent(() => import(/* webpackChunkName: "questions" */ "./questions"));

const PRELOAD_MARGIN = "1000px";

const MAX_SKELETONS = 3;

/** Keeps the footer below the screen of someone who followed a link to the questions, whatever loads above it. */
const LINKED_HEIGHT = "pu:data-sought:min-h-svh pu:target:min-h-svh";

export function QuestionsSection({ contest }: { contest: ContestDetails }) {
  const sectionRef = useRef<HTMLElement>(null);
  const [isNear, setIsNear] = useState(false);
  const isLinked = useLocation().hash === "#questions";

  useEffect(() => {
    if (isNear) return;
    const observer = new IntersectionObserver(
      (entries) => entries.some(({ isIntersecting }) => isIntersecting) && setIsNear(true),
      { rootMargin: PRELOAD_MARGIN },
    );
    observer.observe(sectionRef.current!);
    return () => observer.disconnect();
  }, [isNear]);

  // Set in an effect: the server does not know the hash, and hydration adds no attributes.
  useLayoutEffect(() => void sectionRef.current!.toggleAttribute("data-sought", isLinked), [isLinked]);

  return (
    <section
      ref={sectionRef}
      id="questions"
      aria-labelledby="questions-heading"
      className={`pu:flex pu:flex-col pu:gap-4 pu:[transition:visibility_0s_0.1s] ${LINKED_HEIGHT}`}>
      <h2 id="questions-heading" tabIndex={-1} className="cq-section-title">
        {t("Questions")}
      </h2>
      <LazySection
        code={Questions}
        isWanted={isNear || isLinked}
        failed={t("Couldn't load the questions. Check your connection and try again.")}
        skeleton={
          <>
            <noscript>
              <p className="cq-hint">{t("Turn on JavaScript to see the questions.")}</p>
            </noscript>
            <div className="cq-with-scripts pu:min-h-9" />
            <SkeletonQuestions count={contest.questionCount} isLoading={isNear || isLinked} />
          </>
        }>
        <Questions contest={contest} />
      </LazySection>
    </section>
  );
}

/** As high as answered questions with short texts. */
export const SkeletonQuestions = ({ count, isLoading = true }: { count: number; isLoading?: boolean }) => (
  <div
    role="status"
    aria-busy="true"
    className={`cq-with-scripts pu:flex pu:min-h-6 pu:flex-col pu:gap-4 ${isLoading ? "cq-growing" : ""}`}>
    <span className="cq-visually-hidden">{t("Loading questions")}</span>
    {Array.from({ length: Math.min(count, MAX_SKELETONS) }, (_, index) => (
      <div key={index} aria-hidden="true" className="cq-panel pu:flex pu:min-h-56 pu:flex-col pu:gap-4 pu:md:min-h-48">
        <div className="cq-bone cq-bone-line cq-bone-short" />
        <div className="cq-bone cq-bone-line cq-bone-long" />
        <div className="cq-bone cq-bone-line" />
      </div>
    ))}
  </div>
);
