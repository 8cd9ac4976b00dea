import sharp from "sharp";
import { aPolyglot, aZip } from "../../testing/hostile-files";
import { isTruncated } from "./detect-truncated";

const PDF = Buffer.from("%PDF-1.7\n%%EOF\n");
const EMPTY = Buffer.concat([Buffer.from("PK\u0005\u0006"), Buffer.alloc(18)]);
const withComment = (comment: Buffer) => {
  const zip = Buffer.concat([aZip("a.txt"), comment]);
  zip.writeUInt16LE(comment.length, zip.length - comment.length - 2);
  return zip;
};
/** Has zip64 records, which Info-ZIP also writes for small archives if it writes to a pipe. */
const zip64 = ({ isSmall = false } = {}) => {
  const zip = aZip("a.txt");
  const end = zip.subarray(-22);
  if (!isSmall) end.fill(0xff, 8, 20);
  return Buffer.concat([
    zip.subarray(0, -22),
    Buffer.from("PK\u0006\u0006"),
    Buffer.alloc(52),
    Buffer.from("PK\u0006\u0007"),
    Buffer.alloc(16),
    end,
  ]);
};

it.each<[string, "pdf" | "zip", () => Buffer]>([
  ["a PDF", "pdf", () => PDF],
  ["a PDF with trailing data", "pdf", () => Buffer.concat([PDF, Buffer.alloc(1000)])],
  ["a PDF that is a zip as well", "pdf", aPolyglot],
  ["a zip", "zip", () => aZip("a.txt")],
  ["an empty zip", "zip", () => EMPTY],
  ["a zip with a comment", "zip", () => withComment(Buffer.from("Of the river"))],
  [
    "a zip with the longest comment, which resembles end records",
    "zip",
    () => withComment(Buffer.alloc(0xffff, "PK\u0005\u0006")),
  ],
  ["a zip with leading data", "zip", () => Buffer.concat([Buffer.from("<script>"), aZip("a.txt")])],
  ["a zip with trailing data", "zip", () => Buffer.concat([aZip("a.txt"), Buffer.alloc(100)])],
  ["a zip64 archive", "zip", () => zip64()],
  ["a small zip with zip64 records", "zip", () => zip64({ isSmall: true })],
])("accepts %s", (_, kind, content) => {
  expect(isTruncated(kind, content())).toBe(false);
});

it.each<[string, "pdf" | "zip", () => Buffer]>([
  ["the beginning of a PDF", "pdf", () => Buffer.from("%PDF-1.4")],
  ["a PDF without its end", "pdf", () => Buffer.concat([PDF, Buffer.alloc(2000)])],
  ["the beginning of a zip", "zip", () => Buffer.from("PK\u0003\u0004")],
  ["the beginning of an empty zip", "zip", () => EMPTY.subarray(0, 21)],
  [
    "a zip without its first half",
    "zip",
    () => Buffer.concat([Buffer.from("PK\u0003\u0004"), aZip("a.txt").subarray(-22)]),
  ],
  ["a zip with a truncated comment", "zip", () => withComment(Buffer.from("Of the river")).subarray(0, -1)],
  [
    "a zip64 archive without its locator",
    "zip",
    () => Buffer.concat([zip64().subarray(0, -42), zip64().subarray(-22)]),
  ],
  [
    "a zip with an impossible number of files",
    "zip",
    () => {
      const zip = aZip("a.txt");
      zip.writeUInt16LE(900, zip.length - 12);
      return zip;
    },
  ],
])("rejects %s", (_, kind, content) => {
  expect(isTruncated(kind, content())).toBe(true);
});

it("rejects a zip cut at any offset", () => {
  const zip = aZip("a.txt");
  for (let end = 4; end < zip.length; end += 1) expect(isTruncated("zip", zip.subarray(0, end))).toBe(true);
});

it("rejects a GIF animation cut before its second frame, and accepts a complete one", async () => {
  const frames = await Promise.all(
    ["#a00", "#0a0"].map((background) =>
      sharp({ create: { width: 8, height: 8, channels: 3, background } })
        .png()
        .toBuffer(),
    ),
  );
  const gif = await sharp(frames, { join: { animated: true } })
    .gif()
    .toBuffer();
  expect([isTruncated("picture", gif), isTruncated("picture", Buffer.concat([gif, Buffer.alloc(3)]))]).toEqual([
    false,
    false,
  ]);
  const secondFrame = gif.lastIndexOf(Buffer.from([0x21, 0xf9]));
  expect(isTruncated("picture", gif.subarray(0, secondFrame))).toBe(true);
});

it.each(["text", "picture"] as const)("accepts any other %s", (kind) => {
  expect(isTruncated(kind, Buffer.from("My text"))).toBe(false);
});
