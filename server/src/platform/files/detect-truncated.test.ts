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
/** Its counts stand in a record, which a locator before the end names; Info-ZIP writes both from a pipe, also where `end` could hold them. */
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
  ["a PDF with something behind it", "pdf", () => Buffer.concat([PDF, Buffer.alloc(1000)])],
  ["a PDF that is an archive as well", "pdf", aPolyglot],
  ["a zip", "zip", () => aZip("a.txt")],
  ["an empty zip", "zip", () => EMPTY],
  ["a zip with a comment", "zip", () => withComment(Buffer.from("Of the river"))],
  [
    "a zip with the longest comment, which looks like ends",
    "zip",
    () => withComment(Buffer.alloc(0xffff, "PK\u0005\u0006")),
  ],
  ["a zip with something before it", "zip", () => Buffer.concat([Buffer.from("<script>"), aZip("a.txt")])],
  ["a zip with something behind it", "zip", () => Buffer.concat([aZip("a.txt"), Buffer.alloc(100)])],
  ["a large zip", "zip", () => zip64()],
  ["a small zip that is written as a large one", "zip", () => zip64({ isSmall: true })],
])("is not %s", (_, kind, content) => {
  expect(isTruncated(kind, content())).toBe(false);
});

it.each<[string, "pdf" | "zip", () => Buffer]>([
  ["the beginning of a PDF", "pdf", () => Buffer.from("%PDF-1.4")],
  ["a PDF without its end", "pdf", () => Buffer.concat([PDF, Buffer.alloc(2000)])],
  ["the beginning of a zip", "zip", () => Buffer.from("PK\u0003\u0004")],
  ["the beginning of an empty zip", "zip", () => EMPTY.subarray(0, 21)],
  [
    "a zip without its first part",
    "zip",
    () => Buffer.concat([Buffer.from("PK\u0003\u0004"), aZip("a.txt").subarray(-22)]),
  ],
  ["a comment that is longer than the file", "zip", () => withComment(Buffer.from("Of the river")).subarray(0, -1)],
  ["a large zip without its locator", "zip", () => Buffer.concat([zip64().subarray(0, -42), zip64().subarray(-22)])],
  [
    "more files than there is room for",
    "zip",
    () => {
      const zip = aZip("a.txt");
      zip.writeUInt16LE(900, zip.length - 12);
      return zip;
    },
  ],
])("is %s", (_, kind, content) => {
  expect(isTruncated(kind, content())).toBe(true);
});

it("is no zip, wherever it ends", () => {
  const zip = aZip("a.txt");
  for (let end = 4; end < zip.length; end += 1) expect(isTruncated("zip", zip.subarray(0, end))).toBe(true);
});

it("is a GIF that moves and ends before its second frame, and none that is whole, also with nothing behind it", async () => {
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

it.each(["text", "picture"] as const)("is not asked of another %s", (kind) => {
  expect(isTruncated(kind, Buffer.from("My text"))).toBe(false);
});
