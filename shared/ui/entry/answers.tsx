import { Suspense } from "react";
import type { EntryAnswer } from "@conquest/shared/contracts/entry-answers";
import { lazyComponent } from "@conquest/shared/ui/page/lazy-component";
import type { AnswerListProps } from "@conquest/shared/ui/entry/answer-list";

/** Loaded only for entries with answers. */
const AnswerList = lazyComponent<AnswerListProps>(
  () => import(/* webpackChunkName: "answer-list" */ "@conquest/shared/ui/entry/answer-list"),
);

interface Props extends Pick<AnswerListProps, "labels"> {
  answers: readonly EntryAnswer[] | undefined;
}

/** The answers of an entry. Renders nothing if there are neither answers nor `labels`. */
export const Answers = ({ answers = [], labels }: Props) =>
  (labels ?? answers).length > 0 && (
    <Suspense
      fallback={(labels ?? answers).map((_, index) => (
        <div key={index} aria-hidden="true" className="cq-bone cq-bone-line" />
      ))}>
      <AnswerList answers={answers} labels={labels} />
    </Suspense>
  );
