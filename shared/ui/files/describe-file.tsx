import { OFFICE_FORMATS, type FileKind, type StoredFile } from "@conquest/shared/contracts/media/files";
import { labelOf } from "@conquest/shared/ui/format/labels";

const KINDS: Record<FileKind, string> = { picture: "Image", pdf: "PDF", text: "Text", zip: "ZIP" };

const UNITS = ["bytes", "kB", "MB"] as const;

/** For example "812 kB" or "1.2 MB", as in file managers. */
export function formatBytes(bytes: number): string {
  let [amount, unit] = [bytes, 0];
  for (; amount >= 1000 && unit < UNITS.length - 1; unit += 1) amount /= 1024;
  return `${amount < 10 && unit > 0 ? amount.toFixed(1).replace(/\.0$/, "") : Math.round(amount)} ${UNITS[unit]}`;
}

type DescribableFile = Pick<StoredFile, "kind" | "name" | "bytes">;

/** Returns a file's Office format, if any. The extension is reliable, since the server corrects it. */
export const officeOf = ({ kind, name }: Pick<DescribableFile, "kind" | "name">) =>
  kind === "zip"
    ? Object.values(OFFICE_FORMATS).find(({ ending }) => name.toLowerCase().endsWith(`.${ending}`))
    : undefined;

/** For example "PDF, 1.2 MB". */
export const describeFile = (file: DescribableFile) =>
  `${officeOf(file)?.label ?? labelOf(KINDS, file.kind)}, ${formatBytes(file.bytes)}`;
