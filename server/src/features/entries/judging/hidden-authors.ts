import { nameOf } from "../../../platform/people";

/** Label of an entry while its author is hidden. */
export const numberedLabel = (number: number): string => `Entry ${number}`;

/** Neutral name of a file without its extension: original names often contain the author's name. */
export const numberedFile = (number: number, position: number): string =>
  `${numberedLabel(number)}, file ${position + 1}`;

/** Label of an entry whose author is shown. */
export const namedLabel = (author: { name: string; removedAt: Date | null }): string =>
  nameOf(author) || "Unnamed participant";
