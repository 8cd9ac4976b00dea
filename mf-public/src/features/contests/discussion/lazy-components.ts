import { lazyComponent } from "@conquest/shared/ui/page/lazy-component";
import type { CommentFormProps } from "@conquest/shared/ui/form/comment-form";
import type { RemoveQuestionProps } from "./remove-question-dialog";

/** With all that forms need: it comes for who may write. */
export const WordsForm = lazyComponent<CommentFormProps>(
  () => import(/* webpackChunkName: "words-form" */ "@conquest/shared/ui/form/comment-form"),
);

/** With the library of dialogs. */
export const RemoveQuestionDialog = lazyComponent<RemoveQuestionProps>(
  () => import(/* webpackChunkName: "remove-question-dialog" */ "./remove-question-dialog"),
);
