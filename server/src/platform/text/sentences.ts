/** Ends the text with a full stop unless it has one, possibly inside “…”. */
export const asSentence = (words: string): string => (/[.!?…।॥؟。]”?$/.test(words) ? words : `${words}.`);

export const reasonSuffix = (reason: string): string => (reason === "" ? "." : `: ${asSentence(reason)}`);
