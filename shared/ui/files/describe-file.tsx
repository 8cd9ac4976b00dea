import { OFFICE_FORMATS, type FileKind, type StoredFile } from "@conquest/shared/contracts/media/files";
import { digits, msg, t } from "@conquest/shared/singletons/language";
import { labelOf } from "@conquest/shared/ui/format/labels";

const KINDS: Record<FileKind, string> = { picture: msg("Image"), pdf: "PDF", text: msg("Text"), zip: "ZIP" };

const UNITS = [msg("{n} bytes"), msg("{n} kB"), msg("{n} MB")];

/** For example "812 kB" or "1.2 MB", as in file managers. */
export function formatBytes(bytes: number): string {
  let [amount, unit] = [bytes, 0];
  for (; amount >= 1000 && unit < UNITS.length - 1; unit += 1) amount /= 1024;
  const n = amount < 10 && unit > 0 ? amount.toFixed(1).replace(/\.0$/, "") : String(Math.round(amount));
  return t(UNITS[unit]!, { n: digits(n) });
}

type DescribableFile = Pick<StoredFile, "kind" | "name" | "bytes">;

/** Returns a file's Office format, if any. The extension is reliable, since the server corrects it. */
export const officeOf = ({ kind, name }: Pick<DescribableFile, "kind" | "name">) =>
  kind === "zip"
    ? Object.values(OFFICE_FORMATS).find(({ ending }) => name.toLowerCase().endsWith(`.${ending}`))
    : undefined;

/** For example "PDF, 1.2 MB". */
export function describeFile(file: DescribableFile): string {
  const kind = officeOf(file)?.label ?? labelOf(KINDS, file.kind);
  return `${t(kind)}, ${formatBytes(file.bytes)}`;
}
