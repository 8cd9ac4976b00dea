import { OFFICE_FORMATS, type OfficeExtension } from "@conquest/shared/contracts/media/files";
import { isUtf8 } from "node:buffer";
import type { NamedKind } from "./file-names";

const [CENTRAL, END] = [Buffer.from("PK\u0001\u0002"), Buffer.from("PK\u0005\u0006")];
const [END_BYTES, CENTRAL_BYTES, MAX_COMMENT_BYTES] = [22, 46, 0xffff];

/** Reads names up to the first damaged record. Nothing is unpacked, so a zip bomb does no harm. */
function namesInZip(content: Buffer): string[] {
  const end = content.subarray(Math.max(content.length - END_BYTES - MAX_COMMENT_BYTES, 0)).lastIndexOf(END);
  if (end < 0) return [];
  const at = end + Math.max(content.length - END_BYTES - MAX_COMMENT_BYTES, 0);
  if (at + END_BYTES > content.length) return [];
  const names: string[] = [];
  let entry = content.readUInt32LE(at + 16);
  for (let left = content.readUInt16LE(at + 10); left > 0; left -= 1) {
    if (entry + CENTRAL_BYTES > at || !content.subarray(entry, entry + 4).equals(CENTRAL)) break;
    const [name, extra, comment] = [
      content.readUInt16LE(entry + 28),
      content.readUInt16LE(entry + 30),
      content.readUInt16LE(entry + 32),
    ];
    names.push(content.toString("utf8", entry + CENTRAL_BYTES, entry + CENTRAL_BYTES + name));
    entry += CENTRAL_BYTES + name + extra + comment;
  }
  return names;
}

const [LOCAL_BYTES, STORED] = [30, 0];

/** Returns the first file's start if it has this name and is uncompressed (OpenDocument, EPUB); otherwise "". */
function firstStored(content: Buffer, name: string, maxBytes: number): string {
  if (content.length < LOCAL_BYTES || content.readUInt16LE(8) !== STORED) return "";
  const [nameBytes, extraBytes] = [content.readUInt16LE(26), content.readUInt16LE(28)];
  if (content.toString("latin1", LOCAL_BYTES, LOCAL_BYTES + nameBytes) !== name) return "";
  const from = LOCAL_BYTES + nameBytes + extraBytes;
  return content.toString("latin1", from, from + maxBytes);
}

/** Folders that each occur in only one of Microsoft's formats. */
const FOLDERS: Record<string, OfficeExtension> = { word: "docx", xl: "xlsx", ppt: "pptx" };

const MACROS = /(?:^|\/)(?:vbaproject\.bin$|macrosheets\/)/i;

const MAX_TYPE_LENGTH = 80;

function detectOfficeType(content: Buffer): OfficeExtension | "macros" | undefined {
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

/** A file's type by its content. "ole" is Office's format before 2007, still used for encrypted files. */
export type DetectedType = NamedKind | "empty" | "markup" | "heic" | "macros" | "ole" | "rtf" | "other";

const startsWith = (content: Buffer, ...bytes: number[]) =>
  content.subarray(0, bytes.length).equals(Buffer.from(bytes));
const ascii = (content: Buffer, from: number, to: number) => content.toString("latin1", from, to);

export function detectFileType(content: Buffer, { claimsText = false } = {}): DetectedType {
  const detected = detectBySignature(content);
  if (!claimsText || !PRINTABLE_SIGNATURES.has(detected)) return detected;
  const text = readText(content);
  return text !== null && !isWholeDocument(text) ? "text" : detected;
}

/** Types whose signature a text may begin with, such as "GIF89a is a format". */
const PRINTABLE_SIGNATURES: ReadonlySet<DetectedType> = new Set(["picture", "pdf", "rtf", "markup"]);

/** Matches PDF and RTF documents without binary content. */
const isWholeDocument = (text: string) => /^%PDF-[^]*\bendobj\b|^\{\\rtf1[^]*\}\s*$/.test(text);

/** Detects the type by the first bytes, without decoding: a picture may still turn out to be invalid. */
function detectBySignature(content: Buffer): DetectedType {
  if (content.length === 0) return "empty";
  if (startsWith(content, 0xff, 0xd8, 0xff) || startsWith(content, 0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a))
    return "picture";
  if (/^GIF8[79]a$/.test(ascii(content, 0, 6))) return "picture";
  if (ascii(content, 0, 4) === "RIFF" && ascii(content, 8, 12) === "WEBP") return "picture";
  if (ascii(content, 4, 8) === "ftyp") return detectByBrands(content);
  if (ascii(content, 0, 5) === "%PDF-") return "pdf";
  if (startsWith(content, 0x50, 0x4b, 0x03, 0x04) || startsWith(content, 0x50, 0x4b, 0x05, 0x06))
    return detectOfficeType(content) ?? "zip";
  if (startsWith(content, 0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1)) return "ole";
  if (ascii(content, 0, 5) === "{\\rtf") return "rtf";
  const text = readText(content);
  if (text === null) return "other";
  return isMarkup(text) ? "markup" : "text";
}

const HEIC_BRANDS = new Set(["heic", "heix", "heim", "heis", "hevc", "hevx", "mif1", "msf1"]);

function detectByBrands(content: Buffer): DetectedType {
  const end = Math.min(content.readUInt32BE(0), content.length, 256);
  const brands = [ascii(content, 8, 12)];
  for (let at = 16; at + 4 <= end; at += 4) brands.push(ascii(content, at, at + 4));
  if (brands.some((brand) => brand === "avif" || brand === "avis")) return "picture";
  return brands.some((brand) => HEIC_BRANDS.has(brand)) ? "heic" : "other";
}

const CONTROL = /[\0-\x08\x0b\x0e-\x1f\x7f]/;

/** Decodes UTF-8, or UTF-16 with a byte order mark (Notepad, Excel); null if it is not plain text. */
function readText(content: Buffer): string | null {
  const utf16 = startsWith(content, 0xff, 0xfe) ? "utf-16le" : startsWith(content, 0xfe, 0xff) ? "utf-16be" : null;
  if (utf16 === null && !isUtf8(content)) return null;
  try {
    const text = new TextDecoder(utf16 ?? "utf-8", { fatal: true }).decode(content);
    return CONTROL.test(text) ? null : text;
  } catch {
    return null;
  }
}

/** Matches the start of a document that a browser or an editor may execute, after any leading whitespace. */
const isMarkup = (text: string) => /^\s*<[a-z!?/]/i.test(text);
