import type { FileKind } from "@conquest/shared/contracts/media/files";

/** PDF readers look for the end marker this far from the end, since some programs append data after it. */
const PDF_END_WITHIN = 1024;

const [END, ZIP64_LOCATOR, CENTRAL] = [
  Buffer.from("PK\u0005\u0006"),
  Buffer.from("PK\u0006\u0007"),
  Buffer.from("PK\u0001\u0002"),
];
const [END_BYTES, LOCATOR_BYTES, CENTRAL_BYTES, MAX_COMMENT_BYTES] = [22, 20, 46, 0xffff];
/** Values of fields whose number is too large and is in the zip64 record instead. */
const [MANY, FAR] = [0xffff, 0xffffffff];

const [GIF, GIF_END] = [Buffer.from("GIF8"), 0x3b];

/** Scans the end only. Re-encoding detects cut pictures, except GIFs: a cut animation may decode as a still one. */
export function isTruncated(kind: FileKind, content: Buffer): boolean {
  if (kind === "picture")
    return content.subarray(0, GIF.length).equals(GIF) && content.findLast((byte) => byte !== 0) !== GIF_END;
  if (kind === "pdf") return !content.subarray(-PDF_END_WITHIN).includes("%%EOF");
  return kind === "zip" && !hasEndOfZip(content);
}

/** Readers use the last possible end record; a comment may contain something that looks like another. */
function hasEndOfZip(content: Buffer): boolean {
  const tail = content.subarray(Math.max(content.length - END_BYTES - MAX_COMMENT_BYTES, 0));
  const offset = content.length - tail.length;
  for (let at = tail.lastIndexOf(END); at >= 0; at = at === 0 ? -1 : tail.lastIndexOf(END, at - 1)) {
    if (isEndOfZip(content, offset + at)) return true;
  }
  return false;
}

function isEndOfZip(content: Buffer, at: number): boolean {
  if (at + END_BYTES > content.length || at + END_BYTES + content.readUInt16LE(at + 20) > content.length) return false;
  const [count, bytes, start] = [
    content.readUInt16LE(at + 10),
    content.readUInt32LE(at + 12),
    content.readUInt32LE(at + 16),
  ];
  const locator = at - LOCATOR_BYTES;
  const isLarge = locator >= 0 && content.subarray(locator, locator + 4).equals(ZIP64_LOCATOR);
  if (count === MANY || bytes === FAR || start === FAR) return isLarge;
  if (count * CENTRAL_BYTES > bytes || start + bytes > at) return false;
  // Even small streamed zips may have zip64 records; then the central directory is not adjacent to the end record.
  return count === 0 || isLarge || content.subarray(at - bytes, at - bytes + 4).equals(CENTRAL);
}
