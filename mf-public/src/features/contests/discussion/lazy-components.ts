import { lazyComponent } from "@conquest/shared/ui/page/lazy-component";
import type { CommentFormProps } from "@conquest/shared/ui/form/comment-form";
import type { RemoveQuestionProps } from "./remove-question-dialog";

/** Brings the form libraries; loaded only for users who may write. */
export const LazyCommentForm = lazyComponent<CommentFormProps>(
  () => import(/* webpackChunkName: "words-form" */ "@conquest/shared/ui/form/comment-form"),
);

export const RemoveQuestionDialog = lazyComponent<RemoveQuestionProps>(
  () => import(/* webpackChunkName: "remove-question-dialog" */ "./remove-question-dialog"),
);
