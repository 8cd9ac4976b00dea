import { Suspense } from "react";
import type { EntryAnswer } from "@conquest/shared/contracts/entry-answers";
import { lazyComponent } from "@conquest/shared/ui/page/lazy-component";
import type { AnswerListProps } from "@conquest/shared/ui/entry/answer-list";

/** Loaded only for entries with answers. */
const AnswerList = lazyComponent<AnswerListProps>(
  () => import(/* webpackChunkName: "answer-list" */ "@conquest/shared/ui/entry/answer-list"),
);

/** The answers of an entry. Renders nothing if there are none. */
export const Answers = ({ answers = [] }: { answers: readonly EntryAnswer[] | undefined }) =>
  answers.length > 0 && (
    <Suspense
      fallback={answers.map(({ label }) => (
        <div key={label} aria-hidden="true" className="cq-bone cq-bone-line" />
      ))}>
      <AnswerList answers={answers} />
    </Suspense>
  );
