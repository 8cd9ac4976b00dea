import sharp from "sharp";
import { tellKind } from "./file-kinds";

const bytes = (...parts: (string | number[])[]) => Buffer.concat(parts.map((part) => (typeof part === "string" ? Buffer.from(part, "latin1") : Buffer.from(part))));
const aPicture = () => sharp({ create: { width: 8, height: 8, channels: 3, background: "#0b5f47" } });

it.each(["jpeg", "png", "webp", "avif", "gif"] as const)("knows a picture as %s", async (format) => {
  expect(tellKind(await aPicture().toFormat(format).toBuffer())).toBe("picture");
});

it.each([
  ["a PDF", bytes("%PDF-1.7\n"), "pdf"],
  ["a zip", bytes("PK", [3, 4], "and more"), "zip"],
  ["an empty zip", bytes("PK", [5, 6], [0, 0]), "zip"],
  ["text", Buffer.from("আমার লেখা\r\n\tin two lines"), "text"],
  ["text that begins with a mark", Buffer.from("\ufeffMine"), "text"],
  ["text with an arrow", Buffer.from("<3 and <- are no tags"), "text"],
  ["nothing", Buffer.alloc(0), "empty"],
])("knows %s", (_, content, kind) => {
  expect(tellKind(content)).toBe(kind);
});

it.each([
  ["a drawing", `<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>`],
  ["a drawing after a declaration", `<?xml version="1.0"?><svg/>`],
  ["a page", "\n\n<!doctype html><script>alert(1)</script>"],
  ["a page after a mark", "\ufeff <HTML>"],
  ["a comment", "<!-- -->"],
  ["a drawing a long way down", `${" \n".repeat(1000)}<svg onload="alert(1)"/>`],
  ["a page after wide spaces", "\u3000\u00a0<script>alert(1)</script>"],
])("tells %s from text", (_, content) => {
  expect(tellKind(Buffer.from(content))).toBe("markup");
});

it.each([
  ["a program", bytes([0x7f], "ELF", [2, 1, 1])],
  ["a program of Windows", bytes("MZ", [0x90, 0])],
  ["text with a NUL", bytes("abc", [0], "def")],
  ["text in UTF-16", bytes([0xff, 0xfe, 0x41, 0x00])],
  ["text in Latin-1", bytes("caf", [0xe9])],
  ["a film", bytes([0, 0, 0, 20], "ftypisom", [0, 0, 2, 0], "isom")],
  ["the beginning of a picture", bytes([0xff, 0xd8])],
  ["a box without end", bytes([0, 0], "ab")],
  ["TIFF", bytes("II", [42, 0, 8, 0, 0, 0])],
])("does not take %s", (_, content) => {
  expect(tellKind(content)).toBe("other");
});

it("knows what a telephone calls a picture and few browsers can show", () => {
  expect(tellKind(bytes([0, 0, 0, 24], "ftypheic", [0, 0, 0, 0], "mif1heic"))).toBe("heic");
  expect(tellKind(bytes([0, 0, 0, 24], "ftypmif1", [0, 0, 0, 0], "mif1avif"))).toBe("picture");
});
