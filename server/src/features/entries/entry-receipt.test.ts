import { createHash } from "node:crypto";
import { entryDigest } from "./submit-entry";

it("hashes the text, a line feed and the link as UTF-8", () => {
  // printf '%s\n%s' 'আমার লেখা' 'https://example.com/a' | sha256sum
  expect(entryDigest({ text: "আমার লেখা", link: "https://example.com/a" })).toBe(
    "3de333a60e96fa51b0ab8d96c6cdcdc63975696f9b249acbd94d1d39686e973d",
  );
});

it("hashes an entry without a link as its text and a line feed", () => {
  // printf '%s\n%s' 'My work' '' | sha256sum
  expect(entryDigest({ text: "My work", link: "" })).toBe(
    "c69444c214613771d726dcf079a4ffdfa6e24cc5d7b56983e567f9ab13a4acca",
  );
});

it("distinguishes a link from a last line of text", () => {
  expect(entryDigest({ text: "a\nhttps://b.example", link: "" })).not.toBe(
    entryDigest({ text: "a", link: "https://b.example" }),
  );
});

it("hashes the files' checksums in order after text and link", () => {
  const [one, other] = ["a".repeat(64), "b".repeat(64)];
  const entry = { text: "My work", link: "" };
  expect(entryDigest({ ...entry, files: [{ sha256: one }] })).toBe(
    createHash("sha256").update(`My work\n\n${one}`).digest("hex"),
  );
  expect(entryDigest({ ...entry, files: [{ sha256: one }, { sha256: other }] })).not.toBe(
    entryDigest({ ...entry, files: [{ sha256: other }, { sha256: one }] }),
  );
  expect(entryDigest({ ...entry, files: [] })).toBe(entryDigest(entry));
});
