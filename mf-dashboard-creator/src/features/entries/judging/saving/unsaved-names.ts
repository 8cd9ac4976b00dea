import type { SavedField, Unsaved } from "./use-rating-autosave";

const NAMES: Record<SavedField, (label: string) => string> = {
  rating: (label) => `your rating of ${label}`,
  word: (label) => `your feedback for ${label}`,
  star: (label) => `your shortlisting of ${label}`,
};

export const unsavedLabel = ({ what, label }: Pick<Unsaved, "what" | "label">) => NAMES[what](label);
