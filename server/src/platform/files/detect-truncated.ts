import type { FileKind } from "@conquest/shared/contracts/media/files";

/** As far from the end as readers of PDF look for it: some programs write on behind it. */
const PDF_END_WITHIN = 1024;

/** The record that ends a zip, the one by which readers find it in a large archive, and the beginning of the table of contents. */
const [END, ZIP64_LOCATOR, CENTRAL] = [
  Buffer.from("PK\u0005\u0006"),
  Buffer.from("PK\u0006\u0007"),
  Buffer.from("PK\u0001\u0002"),
];
const [END_BYTES, LOCATOR_BYTES, CENTRAL_BYTES, LONGEST_COMMENT] = [22, 20, 46, 0xffff];
/** What stands where a number is too large for its place. */
const [MANY, FAR] = [0xffff, 0xffffffff];

const [GIF, GIF_END] = [Buffer.from("GIF8"), 0x3b];

/**
 * Whether a file ends before its end. Nothing is unpacked, and of files of any size only the end is looked through, once. Pictures
 * are drawn anew, which finds it out, but for a GIF: what is left of one that moves can be drawn as one that does not.
 */
export function isTruncated(kind: FileKind, content: Buffer): boolean {
  if (kind === "picture")
    return content.subarray(0, GIF.length).equals(GIF) && content.findLast((byte) => byte !== 0) !== GIF_END;
  if (kind === "pdf") return !content.subarray(-PDF_END_WITHIN).includes("%%EOF");
  return kind === "zip" && !hasEndOfZip(content);
}

/** Readers take the last record that can be one; what a comment says may look like another. */
function hasEndOfZip(content: Buffer): boolean {
  const tail = content.subarray(Math.max(content.length - END_BYTES - LONGEST_COMMENT, 0));
  const before = content.length - tail.length;
  for (let at = tail.lastIndexOf(END); at >= 0; at = at === 0 ? -1 : tail.lastIndexOf(END, at - 1)) {
    if (isEndOfZip(content, before + at)) return true;
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
  // What is written as it comes may have the record of a large one though it is small: the table does not stand right before its end then.
  return count === 0 || isLarge || content.subarray(at - bytes, at - bytes + 4).equals(CENTRAL);
}
