import type { SavedField, Unsaved } from "./use-rating-autosave";

const WORDS: Record<SavedField, string> = {
  rating: "your rating of",
  word: "your word on",
  star: "the shortlisting of",
};

export const unsavedLabel = ({ what, label }: Pick<Unsaved, "what" | "label">) => `${WORDS[what]} ${label}`;
