import type { StoredFile } from "@conquest/shared/contracts/media/files";
import { savedName } from "../../platform/files/file-names";
import { toStoredFile, type FileRow } from "../../platform/files/files-repository";

/** An entry's files for an answer, in their order; with `called` each is called so, and not as whoever sent it called it. */
export const toStoredFiles = (files: readonly FileRow[] = [], called?: (position: number) => string): StoredFile[] =>
  files.map((file, position) => ({
    ...toStoredFile(file),
    ...(called && { name: savedName(called(position), file.whole) }),
  }));
