import { inflateSync } from "node:zlib";

/** Returns the text of each line, decoded with the PDF's own code maps. */
export function pdfTexts(pdf: Buffer): string[] {
  const streams = [...pdf.toString("latin1").matchAll(/\/FlateDecode[^]*?stream\n([^]*?)\nendstream/g)].map(
    ([, packed]) => inflateSync(Buffer.from(packed!, "latin1")).toString("latin1"),
  );
  const map = streams.find((stream) => stream.includes("beginbfchar"))!;
  const meanings = new Map(
    [...map.matchAll(/^<(..)> <([0-9a-f]{4,})>$/gm)].map(([, code, text]) => [
      code,
      Buffer.from(text!, "hex").swap16().toString("utf16le"),
    ]),
  );
  const page = streams.find((stream) => stream.includes(" Tj"))!;
  return page
    .split("ET")
    .map((part) =>
      [...part.matchAll(/<([0-9a-f]+)> Tj/g)]
        .flatMap(([, codes]) => codes!.match(/../g)!.map((code) => meanings.get(code)))
        .join(""),
    );
}

export const pageCountOf = (pdf: Buffer): number => pdf.toString("latin1").match(/\/Type \/Page\b/g)?.length ?? 0;
