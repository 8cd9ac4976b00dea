import { nameOf } from "../../../platform/people";

/** What an entry is called while its author is hidden. */
export const numberedLabel = (number: number): string => `Entry ${number}`;

/** What a file of such an entry is called, without its ending: people put their names into names of files. */
export const numberedFile = (number: number, position: number): string =>
  `${numberedLabel(number)}, file ${position + 1}`;

/** Of an author who may be named. */
export const namedLabel = (author: { name: string; removedAt: Date | null }): string =>
  nameOf(author) || "Unnamed participant";
