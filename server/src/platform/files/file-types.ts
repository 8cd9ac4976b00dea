import { isUtf8 } from "node:buffer";
import type { NamedKind } from "./file-names";
import { detectOfficeType } from "./office-types";

/** A file's type by its content. "ole" is Office's format before 2007, still used for encrypted files. */
export type DetectedType = NamedKind | "empty" | "markup" | "heic" | "macros" | "ole" | "rtf" | "other";

const startsWith = (content: Buffer, ...bytes: number[]) =>
  content.subarray(0, bytes.length).equals(Buffer.from(bytes));
const ascii = (content: Buffer, from: number, to: number) => content.toString("latin1", from, to);

/** Detects the type of a file, which its name may claim to be text. */
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

/**
 * Decodes UTF-8, or UTF-16 with a byte order mark, as Windows Notepad and Excel save it; null if it is not plain text.
 */
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
