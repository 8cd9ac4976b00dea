import { ENTRY_PICTURE_WIDTHS, readEntryFile } from "@conquest/shared/contracts/media/entry-files";
import type { StoredFile } from "@conquest/shared/contracts/media/files";
import { pathOf } from "@conquest/shared/singletons/call";
import { config } from "@conquest/shared/singletons/config";

type Width = (typeof ENTRY_PICTURE_WIDTHS)[number];

export const fileUrl = ({ _id }: Pick<StoredFile, "_id">, width?: Width) =>
  `${config().apiBase}${pathOf(readEntryFile, { params: { id: _id } })}${width === undefined ? "" : `?w=${width}`}`;

export const fileSrcSet = (file: Pick<StoredFile, "_id">) =>
  ENTRY_PICTURE_WIDTHS.map((width) => `${fileUrl(file, width)} ${width}w`).join(", ");
