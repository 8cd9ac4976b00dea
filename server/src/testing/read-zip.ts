import { inflateRawSync } from "node:zlib";

const END = 0x06054b50;

/**
 * Returns the files of a zip by path, from its central directory. Throws if that is missing because the zip is
 * truncated.
 */
export function readZip(archive: Buffer): Record<string, Buffer> {
  let end = archive.length - 22;
  while (end >= 0 && archive.readUInt32LE(end) !== END) end -= 1;
  if (end < 0) throw new Error("This archive has no end.");
  const files: Record<string, Buffer> = {};
  let at = archive.readUInt32LE(end + 16);
  for (let remaining = archive.readUInt16LE(end + 10); remaining > 0; remaining -= 1) {
    const [method, size, nameLength, extraLength, commentLength, start] = [
      archive.readUInt16LE(at + 10),
      archive.readUInt32LE(at + 20),
      archive.readUInt16LE(at + 28),
      archive.readUInt16LE(at + 30),
      archive.readUInt16LE(at + 32),
      archive.readUInt32LE(at + 42),
    ];
    const name = archive.toString("utf8", at + 46, at + 46 + nameLength);
    const data = start + 30 + archive.readUInt16LE(start + 26) + archive.readUInt16LE(start + 28);
    const bytes = archive.subarray(data, data + size);
    files[name] = method === 0 ? bytes : inflateRawSync(bytes);
    at += 46 + nameLength + extraLength + commentLength;
  }
  return files;
}
