/**
 * Ends the text with a full stop unless it has one, because another sentence follows; also recognizes one inside “…”.
 */
export const asSentence = (words: string): string => (/[.!?…।॥؟。]”?$/.test(words) ? words : `${words}.`);

/** Formats a reason for the end of a sentence. */
export const reasonSuffix = (reason: string): string => (reason === "" ? "." : `: ${asSentence(reason)}`);
