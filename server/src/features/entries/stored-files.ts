import type { StoredFile } from "@conquest/shared/contracts/media/files";
import { savedName } from "../../platform/files/file-names";
import { toStoredFile, type FileRow } from "../../platform/files/files-repository";

/** Converts an entry's files for a response, in order. `nameAt` replaces the original file names. */
export const toStoredFiles = (files: readonly FileRow[] = [], nameAt?: (position: number) => string): StoredFile[] =>
  files.map((file, position) => ({
    ...toStoredFile(file),
    ...(nameAt && { name: savedName(nameAt(position), file.whole) }),
  }));
