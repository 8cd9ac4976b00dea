/** Name to show for an author, also if there is none. */
export const authorName = (name: string): string => name || "Unnamed participant";
