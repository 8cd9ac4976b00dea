import { OFFICE_FORMATS, type OfficeExtension } from "@conquest/shared/contracts/media/files";
import { firstStored, namesInZip } from "./zip-names";

/** Folders that each occur in only one of Microsoft's formats. */
const FOLDERS: Record<string, OfficeExtension> = { word: "docx", xl: "xlsx", ppt: "pptx" };

const MACROS = /(?:^|\/)(?:vbaproject\.bin$|macrosheets\/)/i;

const MAX_TYPE_LENGTH = 80;

export function detectOfficeType(content: Buffer): OfficeExtension | "macros" | undefined {
  const type = firstStored(content, "mimetype", MAX_TYPE_LENGTH);
  // "PK" starts the next file. Without it, `…opendocument.text` would match `…opendocument.text-template`.
  if (type) return Object.values(OFFICE_FORMATS).find((file) => type.startsWith(`${file.type}PK`))?.ending;
  const names = namesInZip(content);
  if (!names.includes("[Content_Types].xml")) return undefined;
  const kinds = new Set(names.flatMap((name) => FOLDERS[/^(\w+)\//.exec(name)?.[1] ?? ""] ?? []));
  if (kinds.size !== 1) return undefined;
  return names.some((name) => MACROS.test(name)) ? "macros" : [...kinds][0];
}

/** Files that every package of a format has, even if another program packed it again. */
const PACKAGED: Record<OfficeExtension, readonly string[]> = {
  docx: ["[Content_Types].xml", "word/document.xml"],
  xlsx: ["[Content_Types].xml", "xl/workbook.xml"],
  pptx: ["[Content_Types].xml", "ppt/presentation.xml"],
  odt: ["META-INF/manifest.xml", "content.xml"],
  ods: ["META-INF/manifest.xml", "content.xml"],
  odp: ["META-INF/manifest.xml", "content.xml"],
  epub: ["META-INF/container.xml"],
};

/** Returns whether a zip of undetected type can be of the Office format that its name claims. */
export function canBeOffice(content: Buffer, claimed: OfficeExtension): boolean {
  const { type } = OFFICE_FORMATS[claimed];
  const stored = firstStored(content, "mimetype", MAX_TYPE_LENGTH);
  // Another format, or a template ("…opendocument.text-template").
  if (stored && (!stored.startsWith(type) || stored[type.length] === "-")) return false;
  const names = namesInZip(content);
  return PACKAGED[claimed].every((name) => names.includes(name)) && !names.some((name) => MACROS.test(name));
}
