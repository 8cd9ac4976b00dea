import { createHash } from "node:crypto";

/**
 * SHA-256, in hex, of an entry's content: the UTF-8 bytes of its text, one line feed, and its link ("" when there is none).
 * Anyone can repeat it: `printf '%s\n%s' "$text" "$link" | sha256sum`.
 */
export const entryDigest = (entry: { text: string; link: string }): string =>
  createHash("sha256").update(`${entry.text}\n${entry.link}`, "utf8").digest("hex");
