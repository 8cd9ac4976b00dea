/** What an author is called on the screen who has given no name. */
export const authorName = (name: string): string => name || "Unnamed participant";
