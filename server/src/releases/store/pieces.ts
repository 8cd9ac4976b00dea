import { crc32 } from "node:zlib";

const NEWLINE = 10;
const MIN_PIECE_BYTES = 8 * 1024;
/** One line of so many ends a piece, which gives pieces of about 40 kB. */
const LINES_PER_PIECE = 512;

/** Cuts after lines that are chosen by their own text, so that a changed line changes only the piece around it. */
export function piecesOf(content: Buffer): Buffer[] {
  const pieces: Buffer[] = [];
  let start = 0;
  for (let line = 0, end = 0; line < content.length; line = end) {
    end = content.indexOf(NEWLINE, line) + 1 || content.length;
    const isCut = end - start >= MIN_PIECE_BYTES && crc32(content.subarray(line, end)) % LINES_PER_PIECE === 0;
    if (!isCut && end < content.length) continue;
    pieces.push(content.subarray(start, end));
    start = end;
  }
  return pieces.length > 0 ? pieces : [content];
}
