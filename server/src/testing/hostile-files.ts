import { crc32 } from "node:zlib";

/** A zip of one file, under whatever name: also one that leads out of the folder it is unpacked in. */
export function aZip(name: string, content = "* * * * * root sh"): Buffer {
  const [path, data] = [Buffer.from(name), Buffer.from(content)];
  const facts = Buffer.alloc(22);
  facts.writeUInt32LE(crc32(data), 10);
  facts.writeUInt32LE(data.length, 14);
  facts.writeUInt32LE(data.length, 18);
  // Version 2.0, no flags, not compressed, no date.
  facts.writeUInt16LE(20, 0);
  const lengths = Buffer.alloc(4);
  lengths.writeUInt16LE(path.length, 0);
  const local = Buffer.concat([Buffer.from("PK\u0003\u0004"), facts, lengths, path, data]);
  const central = Buffer.concat([Buffer.from("PK\u0001\u0002"), Buffer.from([20, 0]), facts, lengths, Buffer.alloc(14), path]);
  const end = Buffer.alloc(22);
  end.write("PK\u0005\u0006", "latin1");
  end.writeUInt16LE(1, 8);
  end.writeUInt16LE(1, 10);
  end.writeUInt32LE(central.length, 12);
  end.writeUInt32LE(local.length, 16);
  return Buffer.concat([local, central, end]);
}

/** What is read as a PDF, as a page by whoever looks at no type, and as a zip by whoever begins at its end. */
export const aPolyglot = (): Buffer =>
  Buffer.concat([Buffer.from(`%PDF-1.7\n<!doctype html><script>alert(document.cookie)</script>\n%%EOF\n`), aZip("../../../etc/cron.d/evil")]);
