import { createHash } from "node:crypto";

interface Content {
  text: string;
  link: string;
  files?: readonly { sha256: string }[];
}

/**
 * SHA-256, in hex, of an entry's content: the UTF-8 bytes of its text, one line feed, and its link ("" when there is none); and for
 * each of its files, in their order, a line feed and the SHA-256, in hex, of what was uploaded.
 * Anyone can repeat it: `printf '%s\n%s' "$text" "$link" | sha256sum`, and with a file `printf '%s\n%s\n%s' "$text" "$link" "$sum"`.
 */
export const entryDigest = ({ text, link, files = [] }: Content): string =>
  createHash("sha256")
    .update([text, link, ...files.map(({ sha256 }) => sha256)].join("\n"), "utf8")
    .digest("hex");
