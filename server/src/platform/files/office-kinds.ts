import { OFFICE_FILES, type OfficeEnding } from "@conquest/shared/contracts/media/files";
import { firstStored, namesInZip } from "./zip-names";

/** Folders that only one of Microsoft's formats has. */
const FOLDERS: Record<string, OfficeEnding> = { word: "docx", xl: "xlsx", ppt: "pptx" };

/** Code in Visual Basic, and macros of Excel from before that. */
const MACROS = /(?:^|\/)(?:vbaproject\.bin$|macrosheets\/)/i;

const LONGEST_TYPE = 80;

/** The office format that a zip is by the names in it, "macros" where that holds some, or undefined if it is none. */
export function officeKind(content: Buffer): OfficeEnding | "macros" | undefined {
  const type = firstStored(content, "mimetype", LONGEST_TYPE);
  // The next file follows at once: `…opendocument.text` is also the beginning of `…opendocument.text-template`.
  if (type) return Object.values(OFFICE_FILES).find((file) => type.startsWith(`${file.type}PK`))?.ending;
  const names = namesInZip(content);
  if (!names.includes("[Content_Types].xml")) return undefined;
  const kinds = new Set(names.flatMap((name) => FOLDERS[/^(\w+)\//.exec(name)?.[1] ?? ""] ?? []));
  if (kinds.size !== 1) return undefined;
  return names.some((name) => MACROS.test(name)) ? "macros" : [...kinds][0];
}
