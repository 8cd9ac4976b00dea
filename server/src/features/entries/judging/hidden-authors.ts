import { endingOf } from "../../../platform/files/file-names";
import { displayNameOf } from "../../../platform/people";

export const numberedLabel = (number: number): string => `Entry ${number}`;

/** Neutral name of a file: original names often contain the author's name. `whole` is the name of its stored content. */
export const numberedFile = (number: number, position: number, whole: string): string =>
  `${numberedLabel(number)}, file ${position + 1}.${endingOf(whole)}`;

export const namedLabel = (author: { name: string; removedAt: Date | null }): string =>
  displayNameOf(author) || "Unnamed participant";
