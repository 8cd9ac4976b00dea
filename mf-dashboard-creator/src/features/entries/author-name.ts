export const authorName = (name: string): string => name || "Unnamed participant";
