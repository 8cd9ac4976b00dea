import { createHash } from "node:crypto";
import { receiptText } from "@conquest/shared/contracts/entries";

interface Content {
  text: string;
  link: string;
  files?: readonly { sha256: string }[];
}

/** SHA-256, in hex, of `receiptText`. Without a file: `printf '%s\n%s' "$text" "$link" | sha256sum`; each file adds a line with its SHA-256. */
export const entryDigest = ({ text, link, files = [] }: Content): string =>
  createHash("sha256")
    .update(receiptText({ text, link, fileSums: files.map(({ sha256 }) => sha256) }), "utf8")
    .digest("hex");
