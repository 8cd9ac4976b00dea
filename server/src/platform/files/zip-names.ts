const [CENTRAL, END] = [Buffer.from("PK\u0001\u0002"), Buffer.from("PK\u0005\u0006")];
const [END_BYTES, CENTRAL_BYTES, MAX_COMMENT_BYTES] = [22, 46, 0xffff];

/** Reads names up to the first damaged record. Nothing is unpacked, so a zip bomb does no harm. */
export function namesInZip(content: Buffer): string[] {
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

/**
 * Returns the start of the first file if it has this name and is uncompressed, as in OpenDocument and EPUB; otherwise
 * "".
 */
export function firstStored(content: Buffer, name: string, maxBytes: number): string {
  if (content.length < LOCAL_BYTES || content.readUInt16LE(8) !== STORED) return "";
  const [nameBytes, extraBytes] = [content.readUInt16LE(26), content.readUInt16LE(28)];
  if (content.toString("latin1", LOCAL_BYTES, LOCAL_BYTES + nameBytes) !== name) return "";
  const from = LOCAL_BYTES + nameBytes + extraBytes;
  return content.toString("latin1", from, from + maxBytes);
}
