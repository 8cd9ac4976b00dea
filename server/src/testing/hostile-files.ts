import { crc32 } from "node:zlib";
import { OFFICE_FORMATS, type OfficeExtension } from "@conquest/shared/contracts/media/files";

/** Returns a zip with one file under any name, even one outside the target folder. */
export const aZip = (name: string, content = "* * * * * root sh"): Buffer => aZipOf({ [name]: content });

export function aZipOf(files: Record<string, string>): Buffer {
  const [locals, centrals]: [Buffer[], Buffer[]] = [[], []];
  let start = 0;
  for (const [name, content] of Object.entries(files)) {
    const [path, data] = [Buffer.from(name), Buffer.from(content)];
    const facts = Buffer.alloc(22);
    facts.writeUInt32LE(crc32(data), 10);
    facts.writeUInt32LE(data.length, 14);
    facts.writeUInt32LE(data.length, 18);
    facts.writeUInt16LE(20, 0);
    const lengths = Buffer.alloc(4);
    lengths.writeUInt16LE(path.length, 0);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(start, 10);
    const local = Buffer.concat([Buffer.from("PK\u0003\u0004"), facts, lengths, path, data]);
    locals.push(local);
    centrals.push(Buffer.concat([Buffer.from("PK\u0001\u0002"), Buffer.from([20, 0]), facts, lengths, place, path]));
    start += local.length;
  }
  const central = Buffer.concat(centrals);
  const end = Buffer.alloc(22);
  end.write("PK\u0005\u0006", "latin1");
  end.writeUInt16LE(centrals.length, 8);
  end.writeUInt16LE(centrals.length, 10);
  end.writeUInt32LE(central.length, 12);
  end.writeUInt32LE(start, 16);
  return Buffer.concat([...locals, central, end]);
}

/** Returns a zip with the file names of an Office format: Microsoft's have a folder, the others start with a `mimetype` file. */
export function anOfficeFile(ending: OfficeExtension, more: Record<string, string> = {}): Buffer {
  const folder = { docx: "word/document.xml", xlsx: "xl/workbook.xml", pptx: "ppt/presentation.xml" }[ending as string];
  if (folder)
    return aZipOf({
      "[Content_Types].xml": "<Types/>",
      "_rels/.rels": "<Relationships/>",
      [folder]: "<document/>",
      ...more,
    });
  return aZipOf({
    mimetype: OFFICE_FORMATS[ending].type,
    "META-INF/manifest.xml": "<manifest/>",
    "content.xml": "<document/>",
    ...more,
  });
}

/** Returns a file that is a PDF by its header, HTML if its type is sniffed, and a zip by its trailer. */
export const aPolyglot = (): Buffer =>
  Buffer.concat([
    Buffer.from(`%PDF-1.7\n<!doctype html><script>alert(document.cookie)</script>\n%%EOF\n`),
    aZip("../../../etc/cron.d/evil"),
  ]);
