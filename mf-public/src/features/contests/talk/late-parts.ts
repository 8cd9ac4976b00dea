import { onDemand } from "@conquest/shared/ui/page/on-demand";
import type { WordsFormProps } from "@conquest/shared/ui/form/words-form";
import type { RemoveQuestionProps } from "./remove-question-dialog";

/** With all that forms need: it comes for who may write. */
export const WordsForm = onDemand<WordsFormProps>(() => import(/* webpackChunkName: "words-form" */ "@conquest/shared/ui/form/words-form"));

/** With the library of dialogs. */
export const RemoveQuestionDialog = onDemand<RemoveQuestionProps>(() => import(/* webpackChunkName: "remove-question-dialog" */ "./remove-question-dialog"));
