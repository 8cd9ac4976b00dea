import { onDemand } from "@conquest/shared/ui/on-demand";

/** With all that forms need: it comes when somebody is about to write. */
export const WordsForm = onDemand(() => import(/* webpackChunkName: "words-form" */ "./words-form"));
