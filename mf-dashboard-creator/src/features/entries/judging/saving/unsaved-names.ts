import type { Saved } from "./use-rating-autosave";
import type { Unsaved } from "./use-unsaved-comments";

const WORDS: Record<Saved, string> = { rating: "your rating of", word: "your word on", star: "the shortlisting of" };

export const nameOf = ({ what, label }: Pick<Unsaved, "what" | "label">) => `${WORDS[what]} ${label}`;
