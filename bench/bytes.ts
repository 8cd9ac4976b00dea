import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { brotliCompressSync } from "node:zlib";
import { root } from "@conquest/scripts/src/root";

/**
 * Prints the script size of a first visit to each page, in kB (1000 bytes) compressed with brotli, from the builds in `dist`.
 * Run it with `node --import tsx bench/bytes.ts`.
 */

const compressedSize = (file: string) => brotliCompressSync(readFileSync(file)).length;
const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0);
const kilobytes = (bytes: number) => (bytes / 1000).toFixed(1).padStart(7);

function scriptSize(part: string, name: RegExp): number {
  const dist = path.join(root, part, "dist");
  return sum(
    readdirSync(dist)
      .filter((file) => name.test(file))
      .map((file) => compressedSize(path.join(dist, file))),
  );
}

const shell = scriptSize("shell", /^(main|before-paint)\..*js$/);
console.log(`${"shell".padEnd(56)}${kilobytes(shell)}`);
for (const part of readdirSync(root).filter(
  (folder) => folder.startsWith("mf-") && existsSync(path.join(root, folder, "dist/pages.json")),
)) {
  const pages = JSON.parse(readFileSync(path.join(root, part, "dist/pages.json"), "utf8")) as Record<
    string,
    { scripts: string[] }
  >;
  const always = scriptSize(part, /^(remoteEntry|__federation_expose_routes\..*)\.?js$/);
  for (const [page, { scripts }] of Object.entries(pages)) {
    const own = sum(scripts.map((file) => compressedSize(path.join(root, part, "dist", file))));
    console.log(
      `${part.padEnd(22)} ${page.padEnd(33)}${kilobytes(always + own)} with the shell ${kilobytes(shell + always + own)}`,
    );
  }
}
