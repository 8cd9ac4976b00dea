import sharp from "sharp";
import { OFFICE_FORMATS } from "@conquest/shared/contracts/media/files";
import { anOfficeFile, aZipOf } from "../../testing/hostile-files";
import { detectFileType } from "./file-types";

const bytes = (...parts: (string | number[])[]) =>
  Buffer.concat(parts.map((part) => (typeof part === "string" ? Buffer.from(part, "latin1") : Buffer.from(part))));
const aPicture = () => sharp({ create: { width: 8, height: 8, channels: 3, background: "#0b5f47" } });

it.each(["jpeg", "png", "webp", "avif", "gif"] as const)("recognizes a picture as %s", async (format) => {
  expect(detectFileType(await aPicture().toFormat(format).toBuffer())).toBe("picture");
});

it.each([
  ["a PDF", bytes("%PDF-1.7\n"), "pdf"],
  ["a zip", bytes("PK", [3, 4], "and more"), "zip"],
  ["an empty zip", bytes("PK", [5, 6], [0, 0]), "zip"],
  ["text", Buffer.from("আমার লেখা\r\n\tin two lines"), "text"],
  ["text with a byte order mark", Buffer.from("\ufeffMine"), "text"],
  ["text with an arrow", Buffer.from("<3 and <- are no tags"), "text"],
  ["text of Notepad in UTF-16", Buffer.from("\ufeffআমার লেখা\r\n", "utf16le"), "text"],
  ["big-endian text in UTF-16", Buffer.from("\ufeffMine", "utf16le").swap16(), "text"],
  ["a page in UTF-16", Buffer.from("\ufeff<html>", "utf16le"), "markup"],
  [
    "a document of Word 97, or an encrypted one",
    bytes([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1], "more"),
    "ole",
  ],
  ["Rich Text", bytes("{\\rtf1\\ansi Mine}"), "rtf"],
  ["nothing", Buffer.alloc(0), "empty"],
])("recognizes %s", (_, content, kind) => {
  expect(detectFileType(content)).toBe(kind);
});

it.each([
  ["a drawing", `<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>`],
  ["a drawing after a declaration", `<?xml version="1.0"?><svg/>`],
  ["a page", "\n\n<!doctype html><script>alert(1)</script>"],
  ["a page after a byte order mark", "\ufeff <HTML>"],
  ["a comment", "<!-- -->"],
  ["a drawing a long way down", `${" \n".repeat(1000)}<svg onload="alert(1)"/>`],
  ["a page after wide spaces", "\u3000\u00a0<script>alert(1)</script>"],
])("distinguishes %s from text", (_, content) => {
  expect(detectFileType(Buffer.from(content))).toBe("markup");
});

it.each([
  ["a program", bytes([0x7f], "ELF", [2, 1, 1])],
  ["a program of Windows", bytes("MZ", [0x90, 0])],
  ["text with a NUL", bytes("abc", [0], "def")],
  ["text in UTF-16 without a byte order mark", bytes([0x41, 0x00, 0x42, 0x00])],
  ["a lone UTF-16 surrogate", bytes([0xff, 0xfe, 0x3d, 0xd8])],
  ["UTF-16 with an odd byte", bytes([0xff, 0xfe, 0x41, 0x00, 0x42])],
  ["text in Latin-1", bytes("caf", [0xe9])],
  ["a film", bytes([0, 0, 0, 20], "ftypisom", [0, 0, 2, 0], "isom")],
  ["the beginning of a picture", bytes([0xff, 0xd8])],
  ["a box without end", bytes([0, 0], "ab")],
  ["TIFF", bytes("II", [42, 0, 8, 0, 0, 0])],
])("does not recognize %s", (_, content) => {
  expect(detectFileType(content)).toBe("other");
});

it.each(["docx", "xlsx", "pptx", "odt", "ods", "odp", "epub"] as const)(
  "recognizes a %s by its file list",
  (ending) => {
    expect(detectFileType(anOfficeFile(ending))).toBe(ending);
    expect(detectFileType(anOfficeFile(ending, { "docProps/app.xml": "x", word: "no folder" }))).toBe(ending);
  },
);

it.each([
  ["without [Content_Types].xml", () => aZipOf({ "word/document.xml": "x" })],
  ["of two formats", () => anOfficeFile("docx", { "xl/workbook.xml": "x" })],
  [
    "of a template, whose type starts like a document's",
    () => aZipOf({ mimetype: `${OFFICE_FORMATS.odt.type}-template`, "content.xml": "x" }),
  ],
  ["whose mimetype is not the first file", () => aZipOf({ "content.xml": "x", mimetype: OFFICE_FORMATS.odt.type })],
  [
    "with a broken central directory",
    () => {
      const zip = anOfficeFile("docx");
      zip.writeUInt32LE(0xfffffff0, zip.length - 6);
      return zip;
    },
  ],
  ["that ends in its first file", () => anOfficeFile("odt").subarray(0, 20)],
])("treats a zip %s as a plain zip", (_, zip) => {
  expect(detectFileType(zip())).toBe("zip");
});

it.each([
  ["docx", "word/vbaProject.bin"],
  ["xlsx", "xl/vbaProject.bin"],
  ["xlsx", "xl/macrosheets/sheet1.xml"],
] as const)("detects macros in a %s by %s", (ending, name) => {
  expect(detectFileType(anOfficeFile(ending, { [name]: "code" }))).toBe("macros");
});

it("recognizes HEIC pictures, which few browsers support", () => {
  expect(detectFileType(bytes([0, 0, 0, 24], "ftypheic", [0, 0, 0, 0], "mif1heic"))).toBe("heic");
  expect(detectFileType(bytes([0, 0, 0, 24], "ftypmif1", [0, 0, 0, 0], "mif1avif"))).toBe("picture");
});
