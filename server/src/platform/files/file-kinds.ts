import { isUtf8 } from "node:buffer";
import type { FileKind } from "@conquest/shared/contracts/media/files";

/** What a file is by its bytes; the last four are not taken. */
export type ToldKind = FileKind | "empty" | "markup" | "heic" | "other";

const startsWith = (content: Buffer, ...bytes: number[]) => content.subarray(0, bytes.length).equals(Buffer.from(bytes));
const ascii = (content: Buffer, from: number, to: number) => content.toString("latin1", from, to);

/** What the first bytes say. Nothing is opened: a picture may still turn out to be none. */
export function tellKind(content: Buffer): ToldKind {
  if (content.length === 0) return "empty";
  if (startsWith(content, 0xff, 0xd8, 0xff) || startsWith(content, 0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)) return "picture";
  if (/^GIF8[79]a$/.test(ascii(content, 0, 6))) return "picture";
  if (ascii(content, 0, 4) === "RIFF" && ascii(content, 8, 12) === "WEBP") return "picture";
  if (ascii(content, 4, 8) === "ftyp") return kindOfBrands(content);
  if (ascii(content, 0, 5) === "%PDF-") return "pdf";
  // With something in it, or empty.
  if (startsWith(content, 0x50, 0x4b, 0x03, 0x04) || startsWith(content, 0x50, 0x4b, 0x05, 0x06)) return "zip";
  if (!isPlainText(content)) return "other";
  return isMarkup(content) ? "markup" : "text";
}

const HEIC_BRANDS = new Set(["heic", "heix", "heim", "heis", "hevc", "hevx", "mif1", "msf1"]);

/** Of the family of MP4, in whose first box a file names what it can be read as. */
function kindOfBrands(content: Buffer): ToldKind {
  const end = Math.min(content.readUInt32BE(0), content.length, 256);
  const brands = [ascii(content, 8, 12)];
  for (let at = 16; at + 4 <= end; at += 4) brands.push(ascii(content, at, at + 4));
  if (brands.some((brand) => brand === "avif" || brand === "avis")) return "picture";
  return brands.some((brand) => HEIC_BRANDS.has(brand)) ? "heic" : "other";
}

const DELETE = 0x7f;
/** Tab, line feed, form feed and carriage return. */
const WHITE = new Set([0x09, 0x0a, 0x0c, 0x0d]);

const isPlainText = (content: Buffer) => isUtf8(content) && !content.some((byte) => byte === DELETE || (byte < 0x20 && !WHITE.has(byte)));

/** Where a document begins that a browser or an editor might run something of, after however much that is not seen. */
const isMarkup = (content: Buffer) => /^\s*<[a-z!?/]/i.test(content.toString("utf8"));
