import { msg, t } from "@conquest/shared/singletons/language";
import type { SavedField, Unsaved } from "./use-rating-autosave";

const NAMES: Record<SavedField, string> = {
  rating: msg("your rating of {entry}"),
  word: msg("your feedback for {entry}"),
  star: msg("your shortlisting of {entry}"),
};

export const unsavedLabel = ({ what, label }: Pick<Unsaved, "what" | "label">) => t(NAMES[what], { entry: label });
