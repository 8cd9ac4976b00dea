/** What somebody wrote, as a whole sentence, since others follow it; what is quoted in “…” stays as they wrote it. */
export const asSentence = (words: string): string => (/[.!?…।॥؟。]”?$/.test(words) ? words : `${words}.`);

/** A reason as the end of a sentence. */
export const reasonSuffix = (reason: string): string => (reason === "" ? "." : `: ${asSentence(reason)}`);
