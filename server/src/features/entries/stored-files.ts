import type { StoredFile } from "@conquest/shared/contracts/media/files";
import { toStoredFile, type FileRow } from "../../platform/files/files-repository";

export const toStoredFiles = (
  files: readonly FileRow[] = [],
  nameAt?: (position: number, whole: string) => string,
): StoredFile[] =>
  files.map((file, position) => ({ ...toStoredFile(file), ...(nameAt && { name: nameAt(position, file.whole) }) }));
