import { displayNameOf } from "../../../platform/people";

export const numberedLabel = (number: number): string => `Entry ${number}`;

/** Neutral name of a file without its extension: original names often contain the author's name. */
export const numberedFile = (number: number, position: number): string =>
  `${numberedLabel(number)}, file ${position + 1}`;

export const namedLabel = (author: { name: string; removedAt: Date | null }): string =>
  displayNameOf(author) || "Unnamed participant";
