import { onDemand } from "@conquest/shared/ui/on-demand";
import type { RemoveQuestionProps } from "./remove-question-dialog";
import type { WordsFormProps } from "./words-form";

/** With all that forms need: it comes for who may write. */
export const WordsForm = onDemand<WordsFormProps>(() => import(/* webpackChunkName: "words-form" */ "./words-form"));

/** With the library of dialogs. */
export const RemoveQuestionDialog = onDemand<RemoveQuestionProps>(() => import(/* webpackChunkName: "remove-question-dialog" */ "./remove-question-dialog"));
